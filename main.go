// Toolbench is a workbench in the terminal for the tools that language-model
// agents call.
package main

import (
	"os"

	"toolbench/ui/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
