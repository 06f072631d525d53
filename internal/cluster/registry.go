package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// A Presence is what a worker tells about itself.
type Presence struct {
	ID      string    `json:"id"` // unlike any other
	Name    string    `json:"name"`
	Version string    `json:"version,omitempty"` // of the program
	Threads int       `json:"threads"`
	Busy    int       `json:"busy"`   // items it works on
	Done    uint64    `json:"done"`   // items it has done
	Failed  uint64    `json:"failed"` // and could not do
	Started time.Time `json:"started"`
	Leaving bool      `json:"leaving,omitempty"`
}

const (
	presentEvery = time.Second
	absentAfter  = 10 * time.Second // of silence
)

// A roll knows who is there.
type registry struct {
	mu   sync.Mutex
	seen map[string]Presence
	at   map[string]time.Time
}

// note takes what a worker said.
func (r *registry) update(data []byte, now time.Time) {
	var p Presence
	if json.Unmarshal(data, &p) != nil || p.ID == "" || p.Threads < 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen, r.at = map[string]Presence{}, map[string]time.Time{}
	}
	if p.Leaving {
		delete(r.seen, p.ID)
		delete(r.at, p.ID)
		return
	}
	r.seen[p.ID], r.at[p.ID] = p, now
}

// list returns who was heard of lately, by name.
func (r *registry) present(now time.Time) []Presence {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []Presence
	for id, p := range r.seen {
		if now.Sub(r.at[id]) > absentAfter {
			delete(r.seen, id)
			delete(r.at, id)
			continue
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Presence) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return list
}
