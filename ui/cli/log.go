package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"toolbench/toolkit"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

const (
	// logVariable names another file for the program's own log.
	logVariable = "TOOLBENCH_LOG"
	// largestLog is how large the log may become before it is begun anew; the
	// one before is kept beside it.
	largestLog = 4 << 20
)

// logFile is the file that the program's own log is added to: what only its
// makers need, such as the stack of a tool that panicked. It is empty when
// there is no place for one.
func (s Streams) logFile() string {
	if name, _ := s.Lookup(logVariable); name != "" {
		return name
	}
	folder, err := (&session{Streams: s}).stateFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "toolbench.log")
}

// openLog sends the program's own log to its file, which is made when there is
// something to write: on the terminal it would write over the screen.
func openLog(s Streams) (closeLog func()) {
	path := s.logFile()
	if path == "" {
		slog.SetDefault(slog.New(slog.DiscardHandler))
		return func() {}
	}
	to := &logWriter{path: path, failed: func(err error) {
		fmt.Fprintln(s.Err, safetext.Line(fmt.Sprintf("toolbench: the log can not be written: %s", err)))
	}}
	slog.SetDefault(slog.New(slog.NewTextHandler(to, nil)))
	return to.close
}

// A logWriter opens its file when it is first written to.
type logWriter struct {
	path   string
	failed func(error)

	mu   sync.Mutex
	file io.WriteCloser
	err  error
}

// Write implements [io.Writer].
func (w *logWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file == nil && w.err == nil {
		w.file, w.err = openLogFile(w.path)
	}
	if w.err != nil {
		return 0, w.err
	}
	return w.file.Write(p)
}

func (w *logWriter) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil {
		_ = w.file.Close()
	}
	if w.err != nil {
		w.failed(w.err)
	}
}

func openLogFile(path string) (io.WriteCloser, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && info.Size() > largestLog {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

// printLogs prints what the sources log, as it comes, until the toolkit is
// closed.
func (s *session) printLogs(tk *toolkit.Toolkit) {
	tk.Follow(context.WithoutCancel(s.ctx), func(id string, e tool.LogEntry) { s.tell(id + ": " + logLine(e.Time, e.Level, e.Message)) })
}
