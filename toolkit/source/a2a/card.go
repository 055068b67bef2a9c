package a2a

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

// A card is what an agent says of itself, in version 1.0 or 0.3. It is read
// leniently: a member of the wrong type is left out.
type card struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Version     string `json:"version"`
	Icon        string `json:"iconUrl"`

	Interfaces []place `json:"supportedInterfaces"` // 1.0

	URL             string `json:"url"` // 0.3, and what follows
	Transport       string `json:"preferredTransport"`
	ProtocolVersion string `json:"protocolVersion"`
	Additional      []struct {
		URL       string `json:"url"`
		Transport string `json:"transport"`
	} `json:"additionalInterfaces"`

	Capabilities struct {
		Streaming         bool `json:"streaming"`
		PushNotifications bool `json:"pushNotifications"`
		ExtendedCard      bool `json:"extendedAgentCard"` // 1.0
		Extensions        []struct {
			URI      string `json:"uri"`
			Required bool   `json:"required"`
		} `json:"extensions"`
	} `json:"capabilities"`
	ExtendedCard bool `json:"supportsAuthenticatedExtendedCard"` // 0.3

	InputModes  []string           `json:"defaultInputModes"`
	OutputModes []string           `json:"defaultOutputModes"`
	Schemes     map[string]*scheme `json:"securitySchemes"`
	Skills      json.RawMessage    `json:"skills"`
}

// A place is where an agent is reached, and how.
type place struct {
	URL     string `json:"url"`
	Binding string `json:"protocolBinding"`
	Version string `json:"protocolVersion"`
	Tenant  string `json:"tenant"`
}

// rest tells whether the binding is HTTP+JSON.
func (p place) rest() bool { return p.Binding == string(protocol.TransportProtocolHTTPJSON) }

// older tells whether 0.3 is spoken.
func (p place) older() bool { return p.major() == "0" }

func (p place) major() string {
	major, _, _ := strings.Cut(strings.TrimPrefix(p.Version, "v"), ".")
	return major
}

// IsCard tells whether data is an agent's card, of A2A 1.0 or 0.3, by its keys.
func IsCard(data []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || !begins(members["name"], '"') {
		return false
	}
	if begins(members["supportedInterfaces"], '[') {
		return true
	}
	return begins(members["url"], '"') && begins(members["capabilities"], '{') &&
		(begins(members["skills"], '[') || begins(members["defaultInputModes"], '['))
}

// begins tells whether a JSON value is of the kind that begins with first.
func begins(raw json.RawMessage, first byte) bool { return len(raw) > 0 && raw[0] == first }

// readCard reads a card; an error says why it is none.
func readCard(data []byte) (card, error) {
	var c card
	if err := decode(data, &c); err != nil {
		return c, fmt.Errorf("it is not JSON: %w", err)
	}
	if !IsCard(data) {
		return c, errors.New("it has not the members of an agent card: a name, supportedInterfaces or a url, and skills")
	}
	return c, nil
}

// decode reads JSON and leaves out members of the wrong type.
func decode(data []byte, into any) error {
	var mismatch *json.UnmarshalTypeError
	if err := json.Unmarshal(data, into); err != nil && !errors.As(err, &mismatch) {
		return err
	}
	return nil
}

// places are where the agent says that it is reached, 1.0 before 0.3.
func (c card) places() []place {
	all := c.Interfaces
	for i := range all {
		if all[i].Version == "" {
			all[i].Version = string(protocol.Version)
		}
	}
	version := c.ProtocolVersion
	if version == "" {
		version = olderVersion
	}
	if c.URL != "" {
		all = append(all, place{URL: c.URL, Binding: c.Transport, Version: version})
	}
	for _, other := range c.Additional {
		all = append(all, place{URL: other.URL, Binding: other.Transport, Version: version})
	}
	for i := range all {
		all[i].Binding = strings.ToUpper(all[i].Binding)
		if all[i].Binding == "" {
			all[i].Binding = string(protocol.TransportProtocolJSONRPC)
		}
	}
	return all
}

// place is the first URL of the card, for people.
func (c card) place() string {
	for _, p := range c.places() {
		return p.URL
	}
	return "an agent card"
}

// reachedBy are the ways in which this program speaks to an agent, best first.
var reachedBy = []struct {
	major   string
	binding protocol.TransportProtocol
}{
	{"1", protocol.TransportProtocolJSONRPC},
	{"1", protocol.TransportProtocolHTTPJSON},
	{"0", protocol.TransportProtocolJSONRPC},
}

// choose is the place at which to reach the agent. A URL that is not absolute is
// one beside the card.
func (c card) choose(from *url.URL) (place, error) {
	places := c.places()
	for _, way := range reachedBy {
		for _, p := range places {
			if p.major() != way.major || p.Binding != string(way.binding) {
				continue
			}
			if u, err := url.Parse(p.URL); err == nil && from != nil {
				p.URL = from.ResolveReference(u).String()
			}
			if _, ok := webURL(p.URL); ok {
				return p, nil
			}
		}
	}
	if len(places) == 0 {
		return place{}, errors.New("its card names no place to reach it at")
	}
	var offered []string
	for _, p := range places {
		offered = append(offered, fmt.Sprintf("%s %s at %q", p.Binding, p.Version, p.URL))
	}
	return place{}, fmt.Errorf("its card offers only %s; this program speaks JSON-RPC and HTTP+JSON of A2A 1.0, and JSON-RPC of 0.3, over http and https",
		strings.Join(offered, ", "))
}
