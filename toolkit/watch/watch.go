// Package watch tells when files change: what a server's author edits and
// builds.
package watch

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Quiet is how long nothing must change for a change to be told: builds and
// editors write in several steps.
const Quiet = 200 * time.Millisecond

// mostFolders is how many folders below one that is named are watched.
const mostFolders = 500

// A Watch tells of changes until it is closed.
type Watch struct {
	watcher *fsnotify.Watcher
	files   []string        // named
	folders map[string]bool // named, and those below them
	around  map[string]bool // those that hold files
	changed func(paths []string)
	work    sync.WaitGroup
}

// Files calls changed, from a goroutine of its own, with the paths that were
// written, made, moved or removed since the last call. A path that is a folder
// stands for all files in it and below it, but for those in hidden folders and
// in node_modules. A file that is replaced or not there yet is watched too, as
// long as its folder is there. An error names the path that can not be watched.
func Files(paths []string, changed func(paths []string)) (*Watch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("files can not be watched here: %w", err)
	}
	w := &Watch{watcher: watcher, folders: map[string]bool{}, around: map[string]bool{}, changed: changed}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			watcher.Close()
			return nil, fmt.Errorf("%s can not be watched: %w", path, err)
		}
	}
	w.work.Go(w.tell)
	return w, nil
}

// Close ends the watch. It may be called from within changed, and twice.
func (w *Watch) Close() { _ = w.watcher.Close() }

// Wait blocks until a closed watch tells no more.
func (w *Watch) Wait() { w.work.Wait() }

func (w *Watch) add(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		w.addAbove(path)
		return w.addFolder(path)
	}
	if err := w.addFile(path); err != nil {
		return err
	}
	// What a link points to may be replaced in another folder.
	if target, err := filepath.EvalSymlinks(path); err == nil && target != path {
		return w.addFile(target)
	}
	return nil
}

// addFile watches a file's folder: editors and compilers replace a file, and
// only its folder sees that.
func (w *Watch) addFile(path string) error {
	folder := filepath.Dir(path)
	w.files = append(w.files, path)
	w.around[folder] = true
	w.addAbove(folder)
	return w.watcher.Add(folder)
}

// addAbove watches what a folder lies in, for the builds that delete the folder
// and make it anew. Where that can not be, the folder itself still is.
func (w *Watch) addAbove(folder string) { _ = w.watcher.Add(filepath.Dir(folder)) }

func (w *Watch) addFolder(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil // what can not be read is not watched
		}
		if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if len(w.folders) >= mostFolders {
			return fmt.Errorf("it has more than %d folders; name a smaller one", mostFolders)
		}
		w.folders[path] = true
		return w.watcher.Add(path)
	})
}

func (w *Watch) tell() {
	var paths []string
	quiet := time.NewTimer(Quiet)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case event, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			if !w.concerns(event) {
				continue
			}
			if !slices.Contains(paths, event.Name) {
				paths = append(paths, event.Name)
			}
			quiet.Reset(Quiet)
		case _, ok := <-w.watcher.Errors:
			if !ok {
				return
			}
		case <-quiet.C:
			told := paths
			paths = nil
			w.changed(told)
		}
	}
}

func (w *Watch) concerns(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod || strings.HasSuffix(event.Name, "~") {
		return false
	}
	if slices.Contains(w.files, event.Name) {
		return true
	}
	if event.Has(fsnotify.Create) && w.around[event.Name] && w.watcher.Add(event.Name) == nil {
		return slices.ContainsFunc(w.files, func(file string) bool {
			_, err := os.Stat(file)
			return err == nil && filepath.Dir(file) == event.Name
		})
	}
	if event.Has(fsnotify.Create) && w.folders[event.Name] {
		return w.addFolder(event.Name) == nil
	}
	if !w.folders[filepath.Dir(event.Name)] || strings.HasPrefix(filepath.Base(event.Name), ".") {
		return false
	}
	if info, err := os.Stat(event.Name); err == nil && info.IsDir() {
		_ = w.addFolder(event.Name) // else what is in it goes unseen
	}
	return true
}
