package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"toolbench/toolkit/source"
)

// breath is how long after its opening a server is asked for what it has beside
// tools: who only came for a tool is gone by then.
const breath = 25 * time.Millisecond

// A catalogue is what a server has, put together from lists that are read at
// different times.
type catalogue struct {
	mu       sync.Mutex
	tools    source.Listing
	stocks   [len(shelves)]stock
	more     bool // the shelves were not read yet
	followed map[string]bool
	updated  map[string]time.Time
}

// change changes the catalogue, and tells the host while the session is alive.
func (n *session) change(how func(*catalogue)) {
	c := &n.catalogue
	c.mu.Lock()
	defer c.mu.Unlock()
	how(c)
	if n.alive.Err() == nil {
		n.tap.host.Changed(c.listing())
	}
}

// listing is the whole. The lock is held.
func (c *catalogue) listing() source.Listing {
	l := c.tools
	l.More = c.more
	l.Problems = slices.Clone(l.Problems)
	for _, s := range c.stocks {
		l.Problems = append(l.Problems, s.problems...)
		for _, o := range s.offers {
			o.Followed, o.Updated = c.followed[o.URI], c.updated[o.URI]
			l.Offers = append(l.Offers, o)
		}
	}
	return l
}

// keepTools lists the tools anew when the server said that they changed.
func (n *session) keepTools() {
	for n.toolsChanged.await(n.alive) {
		ctx, cancel := context.WithTimeout(n.alive, n.source.config.timeout())
		listing, err := n.list(ctx)
		cancel()
		switch {
		case err == nil:
			n.change(func(c *catalogue) { c.tools = listing })
		case n.alive.Err() == nil:
			n.tap.log("error", "the list of tools changed but could not be read again: "+err.Error())
		}
	}
}

// keepOffers lists what the server has beside tools, once and then each time
// that it said that this changed.
func (n *session) keepOffers() {
	wait := time.NewTimer(breath)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-n.alive.Done():
		return
	}
	n.readShelves()
	n.followAgain()
	for n.offersChanged.await(n.alive) {
		n.readShelves()
	}
}

// A reading is what came of reading a shelf.
type reading struct {
	place  int
	stock  stock
	failed string
}

// readShelf reads a shelf through.
func (n *session) readShelf(ctx context.Context, place int) reading {
	s, err := n.stock(ctx, shelves[place])
	if err == nil {
		return reading{place: place, stock: s}
	}
	r := reading{place: place, failed: fmt.Sprintf("the answer to %s could not be read: %v", shelves[place].method, err)}
	if n.alive.Err() == nil {
		n.tap.log("error", r.failed)
	}
	return r
}

// readShelves reads the lists side by side. One that can not be read stays as it
// was, with the reason; one that takes its time does not hold up the others.
func (n *session) readShelves() {
	ctx, cancel := context.WithTimeout(n.alive, n.source.config.timeout())
	defer cancel()
	read := make(chan reading, len(shelves))
	open := 0
	for i, shelf := range shelves {
		if !shelf.has(n.sdk.InitializeResult().Capabilities) {
			continue
		}
		open++
		go func() { read <- n.readShelf(ctx, i) }()
	}
	late := time.NewTimer(mostQuiet)
	defer late.Stop()
	var found []reading
	for slow := false; open > 0; {
		select {
		case r := <-read:
			found = append(found, r)
			open--
		case <-late.C:
			slow = true
		}
		if slow && open > 0 && len(found) > 0 {
			n.shelve(found, true)
			found = nil
		}
	}
	n.shelve(found, false)
}

// shelve hands on what was found, and whether there is more to come.
func (n *session) shelve(found []reading, more bool) {
	n.change(func(c *catalogue) {
		c.more = c.more && more
		for _, r := range found {
			if r.failed == "" {
				c.stocks[r.place] = r.stock
				continue
			}
			c.stocks[r.place].problems = []source.Problem{{Name: shelves[r.place].member, Reason: r.failed}}
		}
	})
}

// hasShelves tells whether the server has anything beside tools.
func (n *session) hasShelves() bool {
	caps := n.sdk.InitializeResult().Capabilities
	return slices.ContainsFunc(shelves[:], func(s shelf) bool { return s.has(caps) })
}

// canFollow tells whether the server tells of changes of its resources.
func (n *session) canFollow() bool {
	caps := n.sdk.InitializeResult().Capabilities
	return hasResources(caps) && caps.Resources.Subscribe
}

// tellUpdates hands on that resources changed, once the server has been quiet.
func (n *session) tellUpdates() {
	for n.tap.updates.bell.await(n.alive) {
		news := n.tap.updates.take()
		for _, u := range news {
			n.tap.log("info", "the resource "+u.uri+" changed"+times(u.count))
		}
		n.change(func(c *catalogue) { c.update(news) })
	}
}

// update notes when resources changed, or what lies below them: servers may tell
// of parts of what is followed.
func (c *catalogue) update(news []update) {
	at := map[string]time.Time{}
	for _, u := range news {
		at[u.uri] = u.at
		for uri, on := range c.followed {
			if on && strings.HasPrefix(u.uri, strings.TrimSuffix(uri, "/")+"/") {
				at[uri] = u.at
			}
		}
	}
	if c.updated == nil {
		c.updated = map[string]time.Time{}
	}
	for _, s := range c.stocks {
		for _, o := range s.offers {
			if when, ok := at[o.URI]; ok {
				c.updated[o.URI] = when
			}
		}
	}
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" %d times", n)
}

// updates are the changes of resources that a server told of and that were not
// handed on.
type updates struct {
	bell bell

	mu   sync.Mutex
	news []update
}

// An update is that a resource changed, at last at a time.
type update struct {
	uri   string
	count int
	at    time.Time
}

func (u *updates) add(uri string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	i := slices.IndexFunc(u.news, func(known update) bool { return known.uri == uri })
	if i < 0 {
		u.news = append(u.news, update{uri: uri})
		i = len(u.news) - 1
	}
	u.news[i].count++
	u.news[i].at = time.Now()
	u.bell.ring()
}

func (u *updates) take() []update {
	u.mu.Lock()
	defer u.mu.Unlock()
	news := u.news
	u.news = nil
	return news
}
