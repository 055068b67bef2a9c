package uitest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"io"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// An Option says what kind of terminal the program meets.
type Option func(*setup)

type setup struct {
	environment []string
	profile     colorprofile.Profile
	dark        bool
	graphemes   bool
	kitty       bool
	version     string
}

func defaults() setup {
	return setup{
		environment: []string{"TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"},
		profile:     colorprofile.TrueColor,
		dark:        true,
		graphemes:   true,
		version:     "uitest 1.0",
	}
}

// Light gives the terminal a light background.
func Light() Option { return func(s *setup) { s.dark = false } }

// Env adds variables ("NAME=value") to the program's environment. Of one name
// the last counts.
func Env(variables ...string) Option {
	return func(s *setup) { s.environment = append(s.environment, variables...) }
}

// Profile sets which colours the terminal has.
func Profile(p colorprofile.Profile) Option { return func(s *setup) { s.profile = p } }

// Runes makes a terminal that counts the width of text rune by rune: it does
// not know mode 2027.
func Runes() Option { return func(s *setup) { s.graphemes = false } }

// Kitty makes the terminal answer the query for kitty graphics with yes.
func Kitty() Option { return func(s *setup) { s.kitty = true } }

// Version sets what the terminal answers when asked for its name and version
// (XTVERSION); "" is no answer.
func Version(v string) Option { return func(s *setup) { s.version = v } }

// answer teaches the emulator to answer queries as a terminal of that kind.
// The handlers run inside the emulator's Write, with the lock held.
func (t *Terminal) answer(s setup) {
	e := t.emulator
	if s.dark {
		e.SetDefaultBackgroundColor(color.RGBA{0x1d, 0x1c, 0x24, 0xff})
	} else {
		e.SetDefaultBackgroundColor(color.RGBA{0xfb, 0xfa, 0xfd, 0xff})
	}
	e.SetCallbacks(vt.Callbacks{Title: func(title string) { t.title = title }})
	reply := func(format string, args ...any) { fmt.Fprintf(e.InputPipe(), format, args...) }
	e.RegisterApcHandler(func(data []byte) bool {
		t.apcs = append(t.apcs, string(data))
		if s.kitty && bytes.Contains(data, []byte("a=q")) {
			id, _, _ := bytes.Cut(data[max(0, bytes.Index(data, []byte("i="))):], []byte(","))
			reply("\x1b_G%s;OK\x1b\\", id)
		}
		return true
	})
	e.RegisterCsiHandler(ansi.Command('>', 0, 'q'), func(ansi.Params) bool {
		if s.version != "" {
			reply("\x1bP>|%s\x1b\\", s.version)
		}
		return true
	})
	e.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(params ansi.Params) bool {
		mode, _, _ := params.Param(0, 0)
		if mode != ansi.ModeUnicodeCore.Mode() || !s.graphemes {
			return false
		}
		io.WriteString(e.InputPipe(), ansi.ReportMode(ansi.ModeUnicodeCore, ansi.ModeReset))
		return true
	})
	e.RegisterOscHandler(52, func(data []byte) bool {
		if i := bytes.LastIndexByte(data, ';'); i >= 0 {
			if text, err := base64.StdEncoding.DecodeString(string(data[i+1:])); err == nil {
				t.copied = string(text)
			}
		}
		return true
	})
}
