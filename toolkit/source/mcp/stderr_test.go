package mcp

import (
	"strings"
	"testing"
)

func TestTheReasonOfACrashIsTheLineThatTellsIt(t *testing.T) {
	for want, stderr := range map[string]string{
		"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'": "node:internal/modules/esm/resolve:873\n  throw new ERR();\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at a (b.js:1)\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2",
		"ModuleNotFoundError: No module named 'x'":              "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    import x\nModuleNotFoundError: No module named 'x'",
		"no licence found": "starting\nno licence found",
	} {
		last := ""
		for line := range strings.SplitSeq(stderr, "\n") {
			if tells(line) {
				last = line
			}
		}
		if last != want {
			t.Errorf("told %q, want %q", last, want)
		}
	}
}
