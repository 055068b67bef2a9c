package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/tailscale/hujson"
)

// listSections are the sections that are lists of texts: what is added to them
// has no name.
var listSections = []string{"skills", "roots", "disabled"}

// Add is the configuration data with one more entry: declaration, as
// [encoding/json] writes it, under name in the section (mcpServers, openapi,
// agents, …), or behind the others of the sections skills, roots and disabled,
// which take a text and no name. Everything else stays as it is, byte by byte.
// A section that is missing is made. A name that is taken is refused, and so
// is data that is not a configuration; the error is a sentence.
func Add(data []byte, section, name string, declaration any) ([]byte, error) {
	body, marked := bytes.CutPrefix(data, []byte(byteOrderMark))
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}\n")
	}
	p := Reader{}.parser("", body)
	root, err := p.document()
	if err != nil {
		return nil, err
	}
	object, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, p.errorAt(root.StartOffset, "a configuration is a JSON object, this is %s", kindOf(root))
	}
	value, err := encode(declaration)
	if err != nil {
		return nil, fmt.Errorf("the entry can not be written as JSON: %w", err)
	}
	into, e, err := p.place(root, object, section, addition{name, value})
	if err != nil {
		return nil, err
	}
	added := insert(body, object, into, e)
	if _, err := hujson.Parse(added); err != nil {
		return nil, fmt.Errorf("the entry can not be added to this file: %w", err)
	}
	if marked {
		added = slices.Concat([]byte(byteOrderMark), added)
	}
	return added, nil
}

// AddToFile is [Add] for the file at path, which is replaced as a whole or not
// at all. A file that is missing is made, and so is its folder; both are the
// person's alone.
func AddToFile(path, section, name string, declaration any) error {
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	added, err := Add(data, section, name, declaration)
	if err != nil {
		if at := (*Error)(nil); errors.As(err, &at) {
			at.Path = path
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return WriteFile(path, added, 0o600)
}

// An addition is a value to add, with a name where it goes into an object.
type addition struct {
	name  string
	value json.RawMessage
}

// place is where the addition goes, and what goes there.
func (p *parser) place(root hujson.Value, object *hujson.Object, section string, a addition) (hujson.Value, addition, error) {
	isList := slices.Contains(listSections, section)
	switch {
	case isList:
		a.name = ""
	case a.name == "":
		return root, a, p.errorAt(root.StartOffset, "what is added to %s needs a name", section)
	}
	value, found := member(object, section)
	switch v := value.Value.(type) {
	case *hujson.Object:
		if isList {
			break
		}
		for _, m := range v.Members {
			if textOf(m.Name) == a.name {
				return value, a, p.errorAt(m.Name.StartOffset, "%s holds %q already; another name would do", section, a.name)
			}
		}
		return value, a, nil
	case *hujson.Array:
		for i, m := range listed(v).Members {
			same := isList && textOf(v.Elements[i]) == textOf(hujson.Value{Value: hujson.Literal(a.value)})
			if same || !isList && textOf(m.Name) == a.name {
				return value, a, p.errorAt(m.Value.StartOffset, "%s holds this already", section)
			}
		}
		if !isList {
			return value, a.inList(), nil
		}
		return value, a, nil
	}
	if found {
		return value, a, p.errorAt(value.StartOffset, "%s is %s; nothing can be added to it", section, kindOf(value))
	}
	return root, a.inSection(section), nil
}

// inList is a declaration for a list, which carries its name itself.
func (a addition) inList() addition {
	rest := bytes.TrimPrefix(a.value, []byte("{"))
	comma := ","
	if bytes.Equal(rest, []byte("}")) {
		comma = ""
	}
	return addition{value: slices.Concat([]byte(`{"name":`), quoted(a.name), []byte(comma), rest)}
}

// inSection is a section that holds the one entry.
func (a addition) inSection(section string) addition {
	if a.name == "" {
		return addition{section, slices.Concat([]byte("["), a.value, []byte("]"))}
	}
	return addition{section, slices.Concat([]byte("{"), quoted(a.name), []byte(":"), a.value, []byte("}"))}
}

func encode(value any) (json.RawMessage, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

// quoted is a name as JSON, which every text can be.
func quoted(name string) []byte {
	text, _ := encode(name)
	return text
}
