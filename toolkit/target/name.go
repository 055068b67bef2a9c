package target

import (
	"cmp"
	"net"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// generic are words that say only that something is a server, or where its
// code lies.
var generic = []string{
	"mcp", "server", "mcp-server", "server-mcp", "mcp_server", "index", "main", "app", "cli", "start", "run", "stdio", "bin",
	"dist", "build", "src", "out", "lib", "cmd", "target", "release", "debug", "__main__", "www", "api", "sse", "v1", "v2", "http", "stream",
}

// trim takes from a name what only says that it is an MCP server.
func trim(name string) string {
	for _, prefix := range []string{"mcp-server-", "mcp_server_", "server-", "server_", "mcp-", "mcp_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name = rest
			break
		}
	}
	for _, suffix := range []string{"-mcp-server", "_mcp_server", "-server-mcp", "-mcp", "_mcp", "-server", "_server"} {
		if rest, ok := strings.CutSuffix(name, suffix); ok {
			name = rest
			break
		}
	}
	return name
}

func isGeneric(name string) bool {
	return name == "" || slices.Contains(generic, strings.ToLower(name))
}

// nameOfCommand is a name for a server by the package or program that starts it.
func nameOfCommand(words []string, dir string) string {
	program := strings.TrimSuffix(strings.ToLower(base(words[0])), ".exe")
	program = strings.TrimSuffix(program, ".cmd")
	rest := words[1:]
	switch {
	case program == "cmd" && len(rest) > 1 && strings.EqualFold(rest[0], "/c"):
		return nameOfCommand(rest[1:], dir)
	case program == "env" || program == "sudo" || program == "nice":
		for i, word := range rest {
			if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
				return nameOfCommand(rest[i:], dir)
			}
		}
	}
	if l, ok := launchers[strings.TrimRight(program, "0123456789.")]; ok {
		if word, isModule := l.subject(rest); word != "" {
			pkg, isPackage := strings.CutPrefix(word, "npm:") // deno's spelling
			if l.packages || isModule || isPackage {
				return cmp.Or(nameOfPackage(pkg), program)
			}
			return cmp.Or(nameOfPath(word, dir), program)
		}
	}
	return cmp.Or(nameOfPath(words[0], dir), words[0])
}

// A launcher is a program that runs another one.
type launcher struct {
	// packages says that its subject is a package, not a file.
	packages bool
	// verbs may stand before the subject.
	verbs []string
	// valued are flags that take the next word.
	valued []string
	// module is the flag whose value is itself the subject.
	module string
}

var launchers = map[string]launcher{
	"npx":     {packages: true, valued: []string{"-p", "--package", "-c", "--call", "-w", "--workspace"}},
	"bunx":    {packages: true, valued: []string{"-p", "--package"}},
	"pnpm":    {packages: true, verbs: []string{"dlx", "exec", "run"}, valued: []string{"--package", "--dir", "-C", "--filter"}},
	"yarn":    {packages: true, verbs: []string{"dlx", "exec", "run"}, valued: []string{"-p", "--package", "--cwd"}},
	"npm":     {packages: true, verbs: []string{"exec", "x", "run", "start"}, valued: []string{"--package", "--prefix"}},
	"uvx":     {packages: true, valued: []string{"--from", "--with", "-p", "--python", "--index-url", "--index"}},
	"uv":      {packages: true, verbs: []string{"run", "tool"}, valued: []string{"--directory", "--project", "--from", "--with", "-p", "--python", "--env-file"}, module: "-m"},
	"pipx":    {packages: true, verbs: []string{"run"}, valued: []string{"--spec", "--python"}},
	"docker":  {packages: true, verbs: []string{"run", "container", "exec"}, valued: dockerFlags},
	"podman":  {packages: true, verbs: []string{"run", "container", "exec"}, valued: dockerFlags},
	"node":    {valued: []string{"-r", "--require", "--import", "--loader", "--env-file"}},
	"bun":     {verbs: []string{"run"}},
	"deno":    {verbs: []string{"run"}},
	"tsx":     {verbs: []string{"watch"}},
	"ts-node": {},
	"python":  {valued: []string{"-W", "-X"}, module: "-m"},
	"ruby":    {valued: []string{"-I", "-r"}},
	"java":    {valued: []string{"-cp", "-classpath"}},
	"dotnet":  {verbs: []string{"run", "exec"}, valued: []string{"--framework"}, module: "--project"},
	"go":      {verbs: []string{"run"}, valued: []string{"-C"}},
	"cargo":   {verbs: []string{"run"}, valued: []string{"--manifest-path"}, module: "--bin"},
}

var dockerFlags = []string{
	"-e", "--env", "--env-file", "-v", "--volume", "--mount", "-p", "--publish", "--name", "--network", "--net", "-w", "--workdir",
	"-u", "--user", "--entrypoint", "-l", "--label", "--memory", "-m", "--cpus", "--platform", "--pull", "--add-host", "--gpus",
}

// subject is the word that says what the launcher runs; isModule tells that it
// was given by the module flag.
func (l launcher) subject(words []string) (word string, isModule bool) {
	verbs := l.verbs
	for i := 0; i < len(words); i++ {
		word := words[i]
		flag, value, joined := strings.Cut(word, "=")
		switch {
		case l.module != "" && flag == l.module && joined:
			return value, true
		case l.module != "" && word == l.module && i+1 < len(words):
			return words[i+1], true
		case slices.Contains(l.valued, word):
			i++
		case strings.HasPrefix(word, "-"):
		case slices.Contains(verbs, word):
		default:
			return word, false
		}
	}
	return "", false
}

// nameOfPackage is a name by a package of npm, PyPI or a container registry:
// @scope/name@version, name==version, registry/path:tag.
func nameOfPackage(pkg string) string {
	if strings.HasSuffix(pkg, ".py") || strings.HasSuffix(pkg, ".js") || strings.HasSuffix(pkg, ".ts") {
		return nameOfPath(pkg, "")
	}
	pkg = strings.TrimPrefix(pkg, "git+")
	scope, name, scoped := strings.Cut(pkg, "/")
	for scoped && strings.Contains(name, "/") {
		scope, name, _ = strings.Cut(name, "/")
	}
	if !scoped {
		scope, name = "", pkg
	}
	for _, mark := range []string{"@", "==", ">=", "<", "~", "[", ":"} {
		name, _, _ = strings.Cut(name, mark)
	}
	name = strings.TrimSuffix(name, ".git")
	if short := trim(name); !isGeneric(short) {
		return short
	}
	if short := trim(strings.TrimPrefix(scope, "@")); !isGeneric(short) {
		return short
	}
	return name
}

// nameOfPath is a name by the file that runs: its own, or when that says
// nothing (index.js, dist, server.py) its nearest folder's that does.
func nameOfPath(file, dir string) string {
	slashed := strings.ReplaceAll(file, `\`, "/")
	whole := slashed
	if strings.ContainsAny(slashed, "/.") && !path.IsAbs(slashed) {
		if dir == "" {
			dir, _ = os.Getwd()
		}
		whole = path.Join(filepath.ToSlash(dir), slashed)
	}
	for rest := whole; rest != "/" && rest != "." && rest != ""; rest = path.Dir(rest) {
		name := path.Base(rest)
		if rest == whole {
			name = trimExtension(name)
		}
		if short := trim(name); !isGeneric(short) {
			return short
		}
	}
	return trimExtension(path.Base(slashed))
}

func trimExtension(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".rb", ".php", ".jar", ".dll", ".exe", ".sh", ".go":
		return strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

func base(word string) string { return path.Base(strings.ReplaceAll(word, `\`, "/")) }

// nameOfURL is a name by the host (context7 for mcp.context7.com), or by the
// path where the host says nothing (localhost, an IP address).
func nameOfURL(u *url.URL) string {
	host := u.Hostname()
	if host == "localhost" || net.ParseIP(host) != nil {
		for _, segment := range slices.Backward(strings.Split(u.Path, "/")) {
			if !isGeneric(segment) {
				return segment
			}
		}
		if u.Port() != "" {
			return host + "-" + u.Port()
		}
		return host
	}
	labels := strings.Split(host, ".")
	for _, label := range labels[:max(1, len(labels)-1)] {
		if short := trim(label); !isGeneric(short) {
			return short
		}
	}
	return host
}

// nameOfFile is a name by a recorded file.
func nameOfFile(file string) string {
	name := filepath.Base(file)
	return strings.TrimSuffix(name, filepath.Ext(name))
}
