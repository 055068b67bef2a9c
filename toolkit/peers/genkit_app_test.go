package peers

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"syscall"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A genkitApp is the app of the folder genkit while it runs.
type genkitApp struct {
	t     *testing.T
	dir   string // its project
	url   string
	pid   int
	lines chan string
	stop  func(os.Signal)
}

// buildGenkit compiles the app. Its modules are fetched when they are not there.
func buildGenkit(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "genkitapp")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir = "genkit"
	build.Env = append(build.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		tooltest.Missing(t, "the Genkit app in toolkit/peers/genkit can not be built; go build in that folder needs Genkit's modules: %v\n%s", err, out)
	}
	return program
}

// startGenkit starts the app in a project of its own, until the end of the test.
func startGenkit(t *testing.T, program string) *genkitApp {
	t.Helper()
	a := &genkitApp{t: t, dir: t.TempDir(), lines: make(chan string, 100)}
	if err := os.WriteFile(filepath.Join(a.dir, "go.mod"), []byte("module project\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(free.Addr().(*net.TCPAddr).Port)
	_ = free.Close()
	a.url = "http://127.0.0.1:" + port
	app := exec.Command(program)
	app.Dir = a.dir
	app.Env = append(app.Environ(), "GENKIT_ENV=dev", "GENKIT_REFLECTION_PORT="+port)
	out, err := app.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	a.pid = app.Process.Pid
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer close(a.lines)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			a.lines <- lines.Text()
		}
		_ = app.Wait()
	}()
	a.stop = func(s os.Signal) {
		_ = app.Process.Signal(s)
		<-ended
	}
	t.Cleanup(func() { a.stop(syscall.SIGKILL) })
	a.await("ready")
	return a
}

// await blocks until the app has written a line.
func (a *genkitApp) await(wanted string) {
	a.t.Helper()
	for line := range a.lines {
		if line == wanted {
			return
		}
	}
	a.t.Fatalf("the app ended before it wrote %q", wanted)
}

// open opens a source of the app and gives its tools by name.
func (a *genkitApp) open(c genkit.Config) (*genkit.Source, map[string]tool.Tool, *tooltest.Host) {
	a.t.Helper()
	c.Name = "bank"
	s := genkit.New(c)
	a.t.Cleanup(func() { _ = s.Close() })
	host := &tooltest.Host{}
	listing, err := s.Open(a.t.Context(), host)
	if err != nil {
		a.t.Fatal(err)
	}
	if want := (source.Facts{Server: "Genkit", Version: "go/1.12.0", Protocol: "Genkit reflection 1"}); !reflect.DeepEqual(listing.Facts, want) {
		a.t.Errorf("facts %+v", listing.Facts)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.Name] = one
	}
	return s, tools, host
}
