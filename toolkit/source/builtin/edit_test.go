package builtin

import "testing"

func TestEditReplacesTheOnlyOccurrence(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n\nvar x = 1\n"})
	r := d.yields("edit", map[string]any{"path": "a.go", "oldString": "x = 1", "newString": "x = 2"}, "Replaced 1 occurrence in a.go (line 3).")
	d.holds("a.go", "package a\n\nvar x = 2\n")
	want := "--- a.go\n+++ a.go\n@@ -1,3 +1,3 @@\n package a\n \n-var x = 1\n+var x = 2\n"
	if r.Metadata["diff"] != want {
		t.Errorf("the diff is\n%s", r.Metadata["diff"])
	}
	d.yields("edit", map[string]any{"path": "a.go", "oldString": "\n\nvar x = 2", "newString": ""}, "Replaced 1 occurrence in a.go (line 1).")
	d.holds("a.go", "package a\n")
	d.tidy()
}

func TestEditRefusesWhatIsNotThereOnce(t *testing.T) {
	const text = "func a() {\n\treturn 1\n}\n\nfunc b() {\n\treturn 1\n}\n"
	d := newDesk(t, map[string]string{"a.go": text})
	for _, test := range []struct{ old, new, want string }{
		{"return 1", "return 2", "oldString is in a.go 2 times (lines 2, 6); add lines around it until it is there once, or set replaceAll"},
		{"", "x", "oldString is empty; give the text to replace, or use write to make a whole file"},
		{"return 1", "return 1", "oldString and newString are the same; there is nothing to change"},
		{"func a() {\n    return 1\n}", "x", "oldString is not in a.go; line 1 differs from it in white space only"},
		{"func b() {\n\treturn 2\n}", "x", "oldString is not in a.go; line 5 is like its first line, and then they differ"},
		{"nothing", "x", "oldString is not in a.go; read the file again and copy the text from there"},
	} {
		d.refuses("edit", map[string]any{"path": "a.go", "oldString": test.old, "newString": test.new}, test.want)
	}
	d.holds("a.go", text)
	d.yields("edit", map[string]any{"path": "a.go", "oldString": "return 1", "newString": "return 2", "replaceAll": true}, "Replaced 2 occurrences in a.go (lines 2, 6).")
	d.holds("a.go", "func a() {\n\treturn 2\n}\n\nfunc b() {\n\treturn 2\n}\n")
}

func TestEditKeepsCarriageReturns(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "one\r\ntwo\r\nthree\r\n"})
	d.yields("edit", map[string]any{"path": "a.txt", "oldString": "one\ntwo", "newString": "1\n2\n2b"}, "Replaced 1 occurrence in a.txt (line 1).")
	d.holds("a.txt", "1\r\n2\r\n2b\r\nthree\r\n")
}

func TestEditNamesOnlyTheFirstLines(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "x\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\nx\n"})
	d.refuses("edit", map[string]any{"path": "a.txt", "oldString": "x", "newString": "y"},
		"oldString is in a.txt 12 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …); add lines around it until it is there once, or set replaceAll")
}

func TestEditRefusesABinaryFile(t *testing.T) {
	d := newDesk(t, map[string]string{"a.bin": "a\x00b"})
	d.refuses("edit", map[string]any{"path": "a.bin", "oldString": "a", "newString": "b"}, "a.bin is not a text file: its byte 2 is not UTF-8 text")
}
