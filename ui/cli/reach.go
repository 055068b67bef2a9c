package cli

import (
	"fmt"
	"os"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tokens"
	"toolbench/toolkit/wire"
)

// prepare says how sources are reached.
func (p *plan) prepare() error {
	s := p.session
	inputs, err := p.pairs("--input", p.flags.Input, "=")
	if err != nil {
		return err
	}
	p.reach = toolkit.Reach{Timeout: p.flags.Timeout, MaxMessage: int(p.flags.MaxMessage), Sampling: true, Inputs: inputs, Roots: []mcp.Root{}}
	for _, folder := range p.flags.Root {
		path := s.absolute(folder)
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return fmt.Errorf("--root takes a folder, and %s is none", folder)
		}
		p.reach.Roots = append(p.reach.Roots, toolkit.Root(path))
	}
	certificates := wire.CertificateFiles(s.Lookup)
	if p.flags.Insecure {
		s.say("WARNING: --insecure accepts any certificate: whoever is on the way can read and change everything")
	}
	if p.flags.Insecure || len(certificates) > 0 {
		p.reach.Through = &wire.Later{Options: wire.Options{Insecure: p.flags.Insecure, Certificates: certificates}}
	}
	if state, err := s.stateFolder(); err == nil {
		p.reach.Tokens = tokens.Open(state)
	}
	return nil
}

func (p *plan) oauth() (*mcp.OAuth, error) {
	if p.flags.ClientID == "" && len(p.flags.Scope) == 0 {
		return nil, nil
	}
	secret, err := p.session.content(p.flags.ClientSecret)
	if err != nil {
		return nil, fmt.Errorf("--client-secret: %w", err)
	}
	o := &mcp.OAuth{ClientID: p.flags.ClientID, ClientSecret: strings.TrimSpace(string(secret)), Scopes: p.flags.Scope}
	p.session.secrets.Add(o.ClientSecret)
	return o, nil
}

// pairs reads NAME=VALUE texts; separators are the characters that may stand
// between the two. Values whose names say so are kept out of what is printed.
func (p *plan) pairs(flag string, texts []string, separators string) (map[string]string, error) {
	pairs := map[string]string{}
	for _, text := range texts {
		at := strings.IndexAny(text, separators)
		if at <= 0 {
			return nil, fmt.Errorf("%s takes NAME%cVALUE, given is %.20q", flag, separators[0], text)
		}
		name, value := strings.TrimSpace(text[:at]), text[at+1:]
		if flag == "--header" {
			value = strings.TrimSpace(value)
		}
		if redact.IsSecretName(name) {
			p.session.secrets.Add(value)
		}
		pairs[name] = value
	}
	return pairs, nil
}
