package genkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit/process"
)

// A Runtime is an app that runs, as the file says that it left on starting.
type Runtime struct {
	// URL is where its reflection server listens.
	URL string
	// PID is its process.
	PID int
	// Name is what the app calls itself; only some do.
	Name string
	// Version is Genkit's, with the language in front: "go/1.12.0".
	Version string
	// Started is when it did, as far as the file says.
	Started time.Time
	// File is the file's path.
	File string

	secret string // that requests have to carry
}

// maxRuntime is how big a file of a runtime may be, in bytes.
const maxRuntime = 64 << 10

// Runtimes are the apps that run in the project of a folder, the one that was
// started last in front. The files lie below .genkit/runtimes in the project's
// root: the nearest folder upwards with a go.mod or a package.json, or the folder
// itself. Those of processes that are gone, which crashed apps leave behind, are
// passed over, and so is what can not be read as such a file, or names a server
// that is not on this machine. An error says that the folder can not be looked
// into.
func Runtimes(dir string) ([]Runtime, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("the folder %s does not exist or is no folder", dir)
	}
	var running []Runtime
	for _, root := range roots(dir) {
		found, err := runtimesIn(filepath.Join(root, ".genkit", "runtimes"))
		if err != nil {
			return nil, err
		}
		running = append(running, found...)
	}
	slices.SortStableFunc(running, func(a, b Runtime) int { return b.Started.Compare(a.Started) })
	return running, nil
}

// roots are the folders in which apps that run in dir leave their files. Each
// language looks for a file of its own.
func roots(dir string) []string {
	found := []string{dir}
	for _, mark := range []string{"go.mod", "package.json"} {
		for at := dir; ; at = filepath.Dir(at) {
			if _, err := os.Stat(filepath.Join(at, mark)); err == nil {
				if !slices.Contains(found, at) {
					found = append(found, at)
				}
				break
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return found
}

func runtimesIn(folder string) ([]Runtime, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the apps that run can not be found: %w", err)
	}
	var running []Runtime
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		r, err := readRuntime(filepath.Join(folder, e.Name()))
		if err == nil && process.Exists(r.PID) {
			running = append(running, r)
		}
	}
	return running, nil
}

func readRuntime(file string) (Runtime, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Runtime{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxRuntime {
		return Runtime{}, fmt.Errorf("%s is not a file of at most %d KiB", file, maxRuntime>>10)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return Runtime{}, err
	}
	var f struct {
		PID       int    `json:"pid"`
		Name      string `json:"name"`
		URL       string `json:"reflectionServerUrl"`
		Timestamp string `json:"timestamp"`
		Version   string `json:"genkitVersion"`
		Secret    string `json:"reflectionSecret"`
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return Runtime{}, err
	}
	if !isHere(f.URL) {
		return Runtime{}, fmt.Errorf("%s names no server of this machine", file)
	}
	// Go apps write the time's colons as underscores.
	started, _ := time.Parse(time.RFC3339, strings.ReplaceAll(f.Timestamp, "_", ":"))
	return Runtime{URL: f.URL, PID: f.PID, Name: f.Name, Version: f.Version, Started: started, File: file, secret: f.Secret}, nil
}

// isHere tells whether an address is one of this machine alone. A file that came
// with a project could name any other, which then got what its tools are given.
func isHere(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// id is what the runtime's server calls itself. The file's own id need not be
// that: GENKIT_RUNTIME_ID changes only the one in the file.
func (r Runtime) id() string {
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d-%s", r.PID, u.Port())
}
