package httptool

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// A node is a part of a document, and the file that it stands in: references in
// it are read from there.
type node struct {
	*schema.Value
	file *file
}

func (n node) get(name string) node { return node{n.Get(name), n.file} }

func (n node) items() []node {
	items := make([]node, len(n.Items()))
	for i, item := range n.Items() {
		items[i] = node{item, n.file}
	}
	return items
}

// A file is one of those that a document is made of.
type file struct {
	files  *files
	path   string // as a reference from elsewhere finds it; "" when there is none
	root   *schema.Value
	lookup *schema.Document
	found  map[string]*schema.Value
}

// files are the document's own, and those next to it that it refers to.
type files struct {
	ctx  context.Context // of the opening
	byID map[string]*file
}

// newFiles begins with the document's own file. Location is the path that it was
// read from; references to other files are followed when there is one.
func newFiles(ctx context.Context, location string, root *schema.Value) *file {
	fs := &files{ctx: ctx, byID: map[string]*file{}}
	if location != "" && !isURL(location) {
		if whole, err := filepath.Abs(location); err == nil {
			location = whole
		}
	}
	return fs.add(location, root)
}

func (fs *files) add(path string, root *schema.Value) *file {
	f := &file{files: fs, path: path, root: root, lookup: schema.NewDocument(root), found: map[string]*schema.Value{}}
	fs.byID[path] = f
	return f
}

// maxHops is how often a reference may lead to another one.
const maxHops = 50

// resolved is what the node is once references are followed.
func (n node) resolved() (node, error) {
	for range maxHops {
		ref := n.Get("$ref")
		if ref.Kind() != schema.String {
			return n, nil
		}
		found, _, err := n.file.resolve(ref.Text())
		if err != nil {
			return node{}, err
		}
		n = found
	}
	return node{}, fmt.Errorf("the reference %s leads in a circle", n.Get("$ref").Text())
}

// resolve is what a reference in this file leads to, and a key by which the
// same place is known again. The error is a sentence.
func (f *file) resolve(ref string) (node, string, error) {
	base, fragment, _ := strings.Cut(ref, "#")
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	to := f
	if base != "" {
		var err error
		if to, err = f.files.open(f, base); err != nil {
			return node{}, "", fmt.Errorf("the reference %s %w", ref, err)
		}
	}
	key := to.path + "#" + fragment
	if found, ok := to.found[fragment]; ok {
		return node{found, to}, key, nil
	}
	found, err := to.lookup.Resolve("#" + url.PathEscape(fragment))
	if err != nil {
		return node{}, "", fmt.Errorf("the reference %s leads nowhere in the document", ref)
	}
	to.found[fragment] = found
	return node{found, to}, key, nil
}

// open is the file that a reference names, relative to the one it stands in.
// Its error goes on after the words "the reference X".
func (fs *files) open(from *file, name string) (*file, error) {
	switch {
	case isURL(name):
		return nil, fmt.Errorf("is elsewhere, and nothing is fetched unasked; put what it names into the document")
	case isURL(from.path):
		return nil, fmt.Errorf("is to another file, and nothing is fetched unasked; put what it names into the document")
	case from.path == "":
		return nil, fmt.Errorf("is to another file, and it is not known where the document lies")
	}
	plain, err := url.PathUnescape(name)
	if err != nil || strings.Contains(plain, ":") || filepath.IsAbs(plain) {
		return nil, fmt.Errorf("is not to a file beside the document, given by its relative path")
	}
	if !slices.Contains([]string{".json", ".yaml", ".yml"}, strings.ToLower(filepath.Ext(plain))) {
		return nil, fmt.Errorf("is not to a file that ends in .json, .yaml or .yml")
	}
	if isHidden(plain) {
		return nil, fmt.Errorf("is to a hidden file, where programs keep what is nobody else's")
	}
	path := filepath.Join(filepath.Dir(from.path), filepath.FromSlash(plain))
	if known, ok := fs.byID[path]; ok {
		return known, nil
	}
	if err := fs.ctx.Err(); err != nil {
		return nil, fmt.Errorf("was not followed: %w", err)
	}
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("can not be followed: %w", err)
	}
	root, err := parseDocument(fs.ctx, data, true)
	if err != nil {
		return nil, fmt.Errorf("can not be followed: %s: %w", path, err)
	}
	return fs.add(path, root), nil
}

// isHidden tells of a path through a name that begins with a dot. Documents often
// refer to what lies above them, but not to ../../.docker/config.json.
func isHidden(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool {
		return strings.HasPrefix(name, ".") && name != "." && name != ".."
	})
}
