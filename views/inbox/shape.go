package inbox

// A shape is how many lines each part of the prompt takes.
type shape struct{ text, form, foot int }

// divide shares out the height: the choices first, then the text, then the form,
// which has that many lines, -1 for none. A text that is long leaves the form what
// it needs, but takes half.
func divide(height, text, form int) shape {
	s := shape{foot: min(1, height)}
	rest := height - s.foot
	if form < 0 {
		s.text = rest
		return s
	}
	s.text = min(text, max(0, min(rest/2, rest-leastForm), rest-max(form, leastForm)))
	if text > 0 && s.text == 0 && rest > 1 {
		s.text = 1
	}
	if s.text == text && text > 0 && rest-text > form {
		s.text++ // a blank line between the two
	}
	s.form = rest - s.text
	return s
}

// leastForm is how many lines a form keeps beside a long text.
const leastForm = 4

// scrolls tells whether the text is longer than what shows of it.
func (p *prompt) scrolls() bool { return p.wrapped > p.shape.text }
