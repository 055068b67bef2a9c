package theme
import ("testing";"fmt";"unicode";"github.com/charmbracelet/x/ansi")
func TestProbe(t *testing.T){
 n:=0; less,more:=0,0
 var start,prev rune=-1,-1; var key string
 flush:=func(){ if start>=0 {fmt.Printf("%U-%U %s %s\n",start,prev,string(start),key)}}
 for r:=rune(0x20); r<=unicode.MaxRune; r++ { if r>=0xd800&&r<0xe000||r<0xa0&&r>0x7e {continue}
  g,w:=ansi.StringWidth(string(r)),ansi.StringWidthWc(string(r))
  if g!=w { n++; if g<w {more++} else {less++}
   k:=fmt.Sprint("g",g," w",w)
   if prev==r-1&&k==key {prev=r} else {flush();start,prev,key=r,r,k}
  }}
 flush()
 fmt.Println(n,less,more)
 for _,c:=range []string{"1️⃣","👨‍👩‍👧","❤️","🇳🇴","🇳","👍🏽","स्ते","हिन्दी","e\u0301","\u1100\u1161\u11a8","☺︎","❤️‍🔥","🏴󠁧󠁢󠁥󠁮󠁧󠁿","️","a\u200d","👩‍💻","5️"} {
  fmt.Printf("%q %s g%d w%d\n",c,c,ansi.StringWidth(c),ansi.StringWidthWc(c))}
}
