package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"testing"
)

func TestAWrongChecksumInAChunkThatOnlyDescribesDoesNotHideThePicture(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 2))); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	const head = 8 + 25 // the signature and IHDR
	profile := binary.BigEndian.AppendUint32(nil, 3)
	profile = append(profile, "iCCPxyz\x00\x00\x00\x00"...)
	odd := bytes.Join([][]byte{whole[:head], profile, whole[head:]}, nil)
	if _, err := png.Decode(bytes.NewReader(odd)); err == nil {
		t.Fatal("the decoder takes it by itself: plainPNG can go")
	}
	if img, _, err := Decode(odd, Limits{}); err != nil || img.Bounds().Dx() != 4 {
		t.Errorf("not drawn: %v", err)
	}
	for n := range len(odd) {
		if _, _, err := Decode(odd[:n], Limits{}); err == nil && n < len(odd)-12 {
			t.Errorf("cut to %d bytes it is drawn", n)
		}
	}
	broken := bytes.Clone(whole)
	broken[20] ^= 0xff
	if _, _, err := Decode(broken, Limits{}); err == nil {
		t.Error("a wrong checksum in the head goes unnoticed")
	}
}
