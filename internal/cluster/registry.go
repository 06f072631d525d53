package cluster

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"time"
)

// A Presence is a worker's announcement of itself.
type Presence struct {
	ID      string    `json:"id"` // unique
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

// A registry has the workers that are present.
type registry struct {
	mu   sync.Mutex
	seen map[string]Presence
	at   map[string]time.Time
}

// update handles an announcement of a worker.
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

// present returns the workers with a recent announcement, by name.
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
