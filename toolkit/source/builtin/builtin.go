// Package builtin is the source of the tools that need nobody else: files, a
// shell, the web, and questions to the person.
//
// Whatever a caller could put right, a wrong argument as well as a missing file
// or a full disk, is a result with IsError and a sentence. The tools return no
// errors of their own.
package builtin

import (
	"net/http"

	"toolbench/toolkit/tool"
)

// Options say where and how the built-in tools work. The zero value works in
// the process's working directory and refuses nothing.
type Options struct {
	// BaseDir is what relative paths are resolved against; "" is the process's
	// working directory.
	BaseDir string
	// ConfineToBaseDir refuses paths that lead outside BaseDir, also through
	// symbolic links. It is no sandbox: bash goes where it likes.
	ConfineToBaseDir bool
	// Shell is the command line that a command is appended to. Empty takes
	// bash -c, or sh -c where there is no bash.
	Shell []string
	// Disabled leaves out the tools whose names it maps to true.
	Disabled map[string]bool
	// HTTPClient serves webfetch; nil takes a client that follows up to ten
	// redirects.
	HTTPClient *http.Client
}

// Tools are the built-in tools that o does not disable, in a fixed order: bash,
// read, write, edit, grep, glob, webfetch, question, apply_patch, todowrite.
// They may be called from any goroutine, at any time.
func Tools(o Options) []tool.Tool {
	files := place{o.BaseDir, o.ConfineToBaseDir}
	all := []tool.Tool{
		bashTool(files, o.Shell),
		readTool(files),
		writeTool(files),
		editTool(files),
		grepTool(files),
		globTool(files),
		webfetchTool(o.HTTPClient),
		questionTool(),
		patchTool(files),
		todoTool(),
	}
	enabled := make([]tool.Tool, 0, len(all))
	for _, t := range all {
		if !o.Disabled[t.Name] {
			enabled = append(enabled, t)
		}
	}
	return enabled
}
