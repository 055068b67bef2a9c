package cli

import (
	"fmt"
	"runtime/debug"
)

type versionVerb struct{}

// Run prints the version that the program was built from.
func (versionVerb) Run(s *session) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fail(exitFailed, "this program was built without a record of its version")
	}
	_, err := fmt.Fprintln(s.out, "toolbench", versionOf(info))
	return err
}

// versionOf is the module's version, with the commit when it was built from one.
func versionOf(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if commit := settings["vcs.revision"]; version == "(devel)" && commit != "" {
		version += " " + commit[:min(12, len(commit))]
		if settings["vcs.modified"] == "true" {
			version += " with changes"
		}
	}
	return version + " " + info.GoVersion
}
