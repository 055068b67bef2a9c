package toolkit

// A ring keeps the newest of what is added to it.
type ring[T any] struct {
	items []T
	bytes int
	// size is how many bytes an item holds; nil when they need not be counted.
	size func(T) int
}

// ringSize is how much a ring keeps, ringSlack how much more it holds before it
// moves what it keeps, and ringBytes how many bytes its items hold at the most.
const ringSize, ringSlack, ringBytes = 1000, 250, 4 << 20

func (r *ring[T]) add(v T) {
	drop := 0
	if len(r.items) >= ringSize+ringSlack {
		drop = len(r.items) - ringSize + 1
	}
	if r.size != nil {
		r.bytes += r.size(v)
		for i := range drop {
			r.bytes -= r.size(r.items[i])
		}
		for ; r.bytes > ringBytes && drop < len(r.items); drop++ {
			r.bytes -= r.size(r.items[drop])
		}
	}
	if drop > 0 {
		kept := copy(r.items, r.items[drop:])
		clear(r.items[kept:])
		r.items = r.items[:kept]
	}
	r.items = append(r.items, v)
}

func (r *ring[T]) list() []T { return r.items[max(0, len(r.items)-ringSize):] }
