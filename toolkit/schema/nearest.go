package schema

import "toolbench/toolkit/tool"

// Nearest is [tool.Nearest], for packages that know of schemas but not of tools.
func Nearest(name string, candidates []string) string { return tool.Nearest(name, candidates) }
