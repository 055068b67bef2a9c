package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
)

// enveloped is a patch whose lines stand between the first and the last line.
func enveloped(lines ...string) map[string]any {
	return map[string]any{"patchText": "*** Begin Patch\n" + strings.Join(lines, "\n") + "\n*** End Patch\n"}
}

const program = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(1)\n}\n\nfunc other() {\n\tfmt.Println(1)\n}\n"

func TestAPatchChangesAddsMovesAndDeletes(t *testing.T) {
	d := newDesk(t, map[string]string{"main.go": program, "old.txt": "old\n", "from.txt": "a\nb\n", "as-is.txt": "x"})
	if err := os.Chmod(filepath.Join(d.dir, "from.txt"), 0o640); err != nil {
		t.Fatal(err)
	}
	r := d.yields("apply_patch", enveloped(
		"*** Update File: main.go",
		"@@ func other() {",
		"-\tfmt.Println(1)",
		"+\tfmt.Println(2)",
		" }",
		"",
		"*** Add File: new/deep.txt",
		"+one",
		"+",
		"+two",
		"*** Delete File: old.txt",
		"*** Update File: from.txt",
		"*** Move to: to/here.txt",
		"@@",
		" a",
		"-b",
		"+B",
		"*** Update File: as-is.txt",
		"*** Move to: moved.txt",
	), "Updated main.go\nAdded new/deep.txt\nDeleted old.txt\nUpdated from.txt, moved to to/here.txt\nUpdated as-is.txt, moved to moved.txt")
	d.holds("main.go", strings.Replace(program, "other() {\n\tfmt.Println(1)", "other() {\n\tfmt.Println(2)", 1))
	d.holds("new/deep.txt", "one\n\ntwo\n")
	d.gone("old.txt")
	d.gone("from.txt")
	d.holds("to/here.txt", "a\nB\n")
	d.gone("as-is.txt")
	d.holds("moved.txt", "x")
	if info, err := os.Stat(filepath.Join(d.dir, "to", "here.txt")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the moved file's mode is %v (%v)", info.Mode(), err)
	}
	diff, _ := r.Metadata["diff"].(string)
	for _, want := range []string{"--- main.go\n+++ main.go\n", "--- /dev/null\n+++ new/deep.txt\n", "--- old.txt\n+++ /dev/null\n", "--- from.txt\n+++ to/here.txt\n"} {
		if !strings.Contains(diff, want) {
			t.Errorf("the diff lacks %q:\n%s", want, diff)
		}
	}
	d.tidy()
}

func TestHunksFindTheirPlace(t *testing.T) {
	for _, test := range []struct {
		name, before string
		patch        []string
		after        string
	}{
		{"WithoutAHeading", "a\nb\nc\n", []string{" a", "-b", "+B"}, "a\nB\nc\n"},
		{"TheFirstThatFits", "x\nx\n", []string{"-x", "+y"}, "y\nx\n"},
		{"OneAfterTheOther", "x\nx\n", []string{"@@", "-x", "+y", "@@", "-x", "+z"}, "y\nz\n"},
		{"BelowNestedHeadings", "class A:\n  def f:\n    1\nclass B:\n  def f:\n    1\n", []string{"@@ class B:", "@@   def f:", "-    1", "+    2"}, "class A:\n  def f:\n    1\nclass B:\n  def f:\n    2\n"},
		{"AHeadingSaidTwice", "f:\n  1\n", []string{"@@ f:", " f:", "-  1", "+  2"}, "f:\n  2\n"},
		{"AtTheEnd", "x\ny\nx\n", []string{"@@", "-x", "+z", "*** End of File"}, "x\ny\nz\n"},
		{"OnlyNewLinesGoToTheEnd", "a\n", []string{"@@", "+b"}, "a\nb\n"},
		{"NewLinesBelowAHeading", "f:\n  1\n", []string{"@@ f:", "+  0"}, "f:\n  0\n  1\n"},
		{"IntoAnEmptyFile", "", []string{"+a"}, "a\n"},
		{"SpacesAtLineEnds", "a  \nb\n", []string{" a", "-b", "+c"}, "a  \nc\n"},
		{"AnotherIndentation", "\t\ta\n\t\tb\n", []string{"     a", "-    b", "+\t\tc"}, "\t\ta\n\t\tc\n"},
		{"ExactBeforeLenient", " a\na\n", []string{"-a", "+b"}, " a\nb\n"},
		{"AnEmptyLineWithoutItsSpace", "a\n\nb\n", []string{" a", "", "-b", "+c"}, "a\n\nc\n"},
		{"CarriageReturns", "a\r\nb\r\n", []string{" a", "-b", "+c", "+d"}, "a\r\nc\r\nd\r\n"},
		{"AnUnfinishedLastLineStays", "a\nb", []string{"-a", "+A", " b"}, "A\nb"},
		{"AnUnfinishedLastLineIsFinished", "a\nb", []string{"-b", "+c"}, "a\nc\n"},
		{"BehindAnUnfinishedLastLine", "a", []string{" a", "+b"}, "a\nb\n"},
		{"ToNothing", "a\nb\n", []string{"-a", "-b"}, ""},
		{"DashesInTheText", "-- a\n", []string{"--- a", "+++ b"}, "++ b\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"f": test.before})
			d.yields("apply_patch", enveloped(append([]string{"*** Update File: f"}, test.patch...)...), "Updated f")
			d.holds("f", test.after)
		})
	}
}

func TestAPatchThatDoesNotFitChangesNothing(t *testing.T) {
	files := map[string]string{"main.go": program, "b.txt": "1\n2\n3\n", "c.bin": "\x00"}
	good := []string{"*** Update File: b.txt", "-1", "+one", "*** Add File: new.txt", "+x"}
	for _, test := range []struct {
		name  string
		patch []string
		want  string
	}{
		{"ALineThatIsNotThere", []string{"*** Update File: main.go", "@@", "-nowhere"}, `line 8 of the patch: expected the line "nowhere", which is not in main.go`},
		{"ALineThatDiffers", []string{"*** Update File: main.go", " func main() {", "-\tfmt.Println(3)"}, `line 8 of the patch: expected "\tfmt.Println(3)" at line 6 of main.go, where it has "\tfmt.Println(1)"`},
		{"BeyondTheEnd", []string{"*** Update File: main.go", " func other() {", " \tfmt.Println(1)", " }", "-more"}, `line 8 of the patch: expected "more" after line 11 of main.go, where the file ends`},
		{"InTheWrongOrder", []string{"*** Update File: main.go", "@@", " func other() {", "@@", "-package main"}, `line 10 of the patch: expected the line "package main", which is not in main.go after line 9, where the hunk before ended`},
		{"AHeadingThatIsNotThere", []string{"*** Update File: main.go", "@@ func third() {", "-x"}, `line 8 of the patch: main.go has no line "func third() {"`},
		{"NotAtTheEnd", []string{"*** Update File: main.go", "@@", "-package main", "*** End of File"}, `line 8 of the patch: the lines are at line 1 of main.go, which is not its end`},
		{"AMissingFile", []string{"*** Update File: mian.go", "-x"}, "line 7 of the patch: mian.go does not exist; did you mean main.go?"},
		{"AMissingFileToDelete", []string{"*** Delete File: gone"}, "line 7 of the patch: gone does not exist"},
		{"AFileThatIsThere", []string{"*** Add File: main.go", "+x"}, "line 7 of the patch: main.go exists already; use *** Update File to change it"},
		{"AMoveOntoAFile", []string{"*** Update File: main.go", "*** Move to: c.bin"}, "line 7 of the patch: c.bin exists already; delete it first, or move to another name"},
		{"ABinaryFile", []string{"*** Delete File: c.bin"}, "line 7 of the patch: c.bin is not a text file: its byte 1 is not UTF-8 text"},
		{"TheSameFileTwice", []string{"*** Delete File: ./b.txt"}, "line 7 of the patch: ./b.txt is in the patch already; put all that happens to a file under one heading"},
		{"ATargetTwice", []string{"*** Update File: main.go", "*** Move to: new.txt"}, "line 7 of the patch: new.txt is in the patch already; put all that happens to a file under one heading"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t, files)
			d.refuses("apply_patch", enveloped(append(good, test.patch...)...), "nothing was changed: "+test.want)
			for name, content := range files {
				d.holds(name, content)
			}
			d.gone("new.txt")
			d.tidy()
		})
	}
}

func TestAPatchThatFailsOnDiskIsTakenBack(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "b.txt": "b\n", "d.txt": "d\n", "block": ""}
	d := newDesk(t, files)
	args := enveloped("*** Update File: a.txt", "-a", "+A", "*** Add File: block/new.txt", "+x", "*** Delete File: d.txt")
	r := d.call("apply_patch", args)
	if !r.IsError || !strings.HasPrefix(r.Output, "nothing was changed: ") {
		t.Errorf("got %+v", r)
	}
	for name, content := range files {
		d.holds(name, content)
	}
	d.tidy()
}

func TestStepsAreUndoneWhenALaterOneFails(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "z.txt": "z\n"}
	d := newDesk(t, files)
	changes, err := parsePatch(enveloped("*** Update File: a.txt", "-a", "+A", "*** Delete File: b.txt", "*** Update File: c.txt", "*** Move to: moved.txt", "*** Add File: n.txt", "+n", "*** Delete File: z.txt")["patchText"].(string))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planPatch(place{base: d.dir}, changes)
	if err != nil {
		t.Fatal(err)
	}
	// Somebody else takes the last file away between the plan and its steps.
	if err := os.Remove(filepath.Join(d.dir, "z.txt")); err != nil {
		t.Fatal(err)
	}
	if err := plan.carryOut(); err == nil || err.Error() != "nothing was changed: z.txt: no such file or directory" {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		d.holds(name, files[name])
	}
	d.gone("moved.txt")
	d.gone("n.txt")
	d.tidy()
}

func TestAPatchThatCanNotBeReadSaysWhere(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "a\n"})
	for _, test := range []struct{ patch, want string }{
		{"", "it has neither a line *** Begin Patch nor the lines --- and +++ of a unified diff"},
		{"*** Update File: a\n-a\n", "it has neither a line *** Begin Patch nor the lines --- and +++ of a unified diff"},
		{"*** Begin Patch\n*** End Patch", "there is nothing between *** Begin Patch and *** End Patch"},
		{"*** Begin Patch\n*** Update File: a\n-a\n+b\n", "it does not end with *** End Patch; perhaps a part is missing"},
		{"*** Begin Patch\n*** Change File: a\n*** End Patch", `line 2: expected *** Add File: PATH, *** Update File: PATH, *** Delete File: PATH or *** End Patch, not "*** Change File: a"`},
		{"*** Begin Patch\n*** Delete File: \n*** End Patch", "line 2 names no file"},
		{"*** Begin Patch\n*** Update File: a\n*** End Patch", "line 2 updates a without saying how; lines that begin with a space, - or + do"},
		{"*** Begin Patch\n*** Update File: a\n@@\na\n*** End Patch", `line 4: expected a space, + or - at its beginning, not "a"`},
		{"*** Begin Patch\n*** Update File: a\n@@ x\n*** End Patch", "line 3: there are no lines after @@"},
		{"*** Begin Patch\n*** Add File: b\none\n*** End Patch", `line 3: every line of an added file begins with +, and this is "one"`},
		{"diff --git a/x b/x\nBinary files a/x and b/x differ\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n", "line 2: binary files can not be patched"},
		{"--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\nb\n", `line 5: expected a space, + or - at its beginning, not "b"`},
		{"--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n", "line 1: both names are /dev/null"},
	} {
		d.refuses("apply_patch", map[string]any{"patchText": test.patch}, "the patch can not be read: "+test.want)
	}
	d.holds("a", "a\n")
}

func TestTheEnvelopeMayStandInAShellCommand(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "a\n"})
	d.yields("apply_patch", map[string]any{"patchText": "apply_patch <<'EOF'\r\n*** Begin Patch\r\n*** Update File: a\r\n-a\r\n+b\r\n*** End Patch\r\nEOF\r\n"}, "Updated a")
	d.holds("a", "b\n")
}

func TestAUnifiedDiffIsUnderstood(t *testing.T) {
	long := strings.Repeat("x\n", 20) + "mark\n" + strings.Repeat("x\n", 20)
	d := newDesk(t, map[string]string{"a.txt": long, "gone.txt": "1\n2\n", "name.txt": "n\n", "b c.txt": "same\nsame\nsame\n", "end.txt": "a"})
	d.yields("apply_patch", map[string]any{"patchText": `diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,3 @@
+first
 x
 x
@@ -31 +32 @@ some function
-x
+y
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+one
+two
\ No newline at end of file
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-1
-2
--- a/name.txt
+++ b/other.txt
@@ -1 +1 @@
-n
+o
--- "a/b c.txt"	2024-01-01
+++ "b/b c.txt"	2024-01-02
@@ -2 +2 @@
-same
+different
--- a/end.txt
+++ b/end.txt
@@ -1 +1,2 @@
-a
\ No newline at end of file
+a
+b

`}, "Updated a.txt\nAdded new.txt\nDeleted gone.txt\nUpdated name.txt, moved to other.txt\nUpdated b c.txt\nUpdated end.txt")
	d.holds("a.txt", "first\n"+strings.Repeat("x\n", 20)+"mark\n"+strings.Repeat("x\n", 9)+"y\n"+strings.Repeat("x\n", 10))
	d.holds("new.txt", "one\ntwo")
	d.gone("gone.txt")
	d.gone("name.txt")
	d.holds("other.txt", "o\n")
	d.holds("b c.txt", "same\ndifferent\nsame\n")
	d.holds("end.txt", "a\nb\n")
	d.put("gone.txt", "1\n2\n3\n")
	d.refuses("apply_patch", map[string]any{"patchText": "--- a/gone.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n"},
		`nothing was changed: line 1 of the patch: gone.txt has more lines than the patch deletes, such as "3\n"`)
}

func FuzzAPatchIsAppliedOrRefused(f *testing.F) {
	f.Add("a\nb\n", enveloped("*** Update File: f", "@@ a", "-b", "+c")["patchText"].(string))
	f.Add("a\r\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n")
	f.Add("", "*** Begin Patch\n*** Update File: f\n*** Move to: g\n\n\n@@\n@@\n+x\n*** End of File\n*** End Patch")
	f.Fuzz(func(t *testing.T, text, patch string) {
		changes, err := parsePatch(patch)
		if err != nil {
			return
		}
		for _, c := range changes {
			after, err := applyHunks(&document{given: c.path, text: text}, c.hunks)
			if err != nil && strings.TrimSpace(err.Error()) == "" {
				t.Error("refused without a word")
			}
			if err == nil && len(c.hunks) == 0 && after != text {
				t.Errorf("without a hunk %q became %q", text, after)
			}
		}
	})
}

func FuzzADiffTurnsOneTextIntoTheOther(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc\n")
	f.Add("a", "a\n")
	f.Add("", "x\n\n")
	f.Add("1\n2\n3\n4\n5\n6\n7\n8\n9\n0\nx\nx\nx\n", "1\n2\nx\n3\n4\n5\n6\n7\n8\n9\n0\nx\nx")
	f.Fuzz(func(t *testing.T, before, after string) {
		if before == after || strings.Contains(before+after, "\r") {
			return // carriage returns follow the file, whatever the patch has
		}
		patch := udiff.Unified("a/f", "b/f", before, after)
		changes, err := parsePatch(patch)
		if err != nil {
			t.Fatalf("%v in\n%s", err, patch)
		}
		got, err := applyHunks(&document{given: "f", text: before}, changes[0].hunks)
		if err != nil || got != after {
			t.Errorf("%q became %q (%v), want %q, by\n%s", before, got, err, after, patch)
		}
	})
}
