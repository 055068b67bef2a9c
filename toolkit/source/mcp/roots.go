package mcp

//lint:file-ignore SA1019 roots are deprecated, and servers go on asking for them

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Root is a folder that the server is told it may work in.
type Root struct {
	// URI is the folder's address; MCP wants it to begin with file://.
	URI string
	// Name is for people; it may be empty.
	Name string
}

const methodRoots = "roots/list"

// SetRoots replaces the roots, and tells the server that they changed where the
// protocol has a way to. It has no effect on a source whose Config.Roots are
// nil.
func (s *Source) SetRoots(roots []Root) {
	s.mu.Lock()
	s.roots = slices.Clone(roots)
	s.mu.Unlock()
	if n := s.sessions.Current(); n != nil {
		n.rootsChanged.ring()
	}
}

// listRoots is the answer to roots/list.
func (s *Source) listRoots() (*sdk.ListRootsResult, error) {
	if s.config.Roots == nil {
		return nil, notDeclared(methodRoots)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	result := &sdk.ListRootsResult{Roots: []*sdk.Root{}}
	for _, root := range s.roots {
		result.Roots = append(result.Roots, &sdk.Root{URI: root.URI, Name: root.Name})
	}
	return result, nil
}

// notDeclared refuses a request that the server knew it must not make.
func notDeclared(method string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this client did not declare that it answers " + method}
}

// tellRoots tells the server of changed roots. The SDK has no other way to be
// made to than a change of the roots that it keeps; what the server is answered
// is [Source.listRoots].
func (n *session) tellRoots() {
	for n.rootsChanged.await(n.alive) {
		n.client.AddRoots(&sdk.Root{})
	}
}
