package theme

// A palette is a colour for each role, as #rrggbb or as the number of one of
// the terminal's own sixteen. Empty means the terminal's own text colour, or
// reverse for a ground.
type palette struct {
	ground                    string
	text, quiet, faint, line  string
	accent, key, code         string
	ok, failed, warn, removed string
	selected, resting         string
}

// The two full palettes keep a contrast of at least 4.5 to 1 on any ground
// as dark, or as light, as the one named here (WCAG 2.2, 1.4.3); faint and the
// lines, which carry no words of their own, less.
var (
	dark = palette{
		ground: "#1d1c24",
		text:   "#e4e1ea", quiet: "#a8a4b4", faint: "#8d8999", line: "#565263",
		accent: "#b09cff", key: "#79c3f5", code: "#e3b28f",
		ok: "#54c991", failed: "#ff6f86", warn: "#f0c24f", removed: "#d996bd",
		selected: "#362f58", resting: "#2d2a3a",
	}
	light = palette{
		ground: "#fbfafd",
		text:   "#25232c", quiet: "#5c5868", faint: "#74707f", line: "#bfbbc9",
		accent: "#5a3ed0", key: "#0a62a3", code: "#8f4510",
		ok: "#066b44", failed: "#b81c38", warn: "#7d5800", removed: "#983066",
		selected: "#dfd7fb", resting: "#eeebf6",
	}
	basicDark = palette{
		quiet: "7", faint: "8", line: "8",
		accent: "13", key: "14",
		ok: "10", failed: "9", warn: "11", removed: "5",
	}
	basicLight = palette{
		quiet: "8", faint: "8", line: "8",
		accent: "5", key: "4",
		ok: "2", failed: "1", warn: "3", removed: "5",
	}
)

// palette returns the colours that fit the terminal.
func (o Options) palette() palette {
	switch {
	case o.Basic && o.Dark:
		return basicDark
	case o.Basic:
		return basicLight
	case o.Dark:
		return dark
	}
	return light
}
