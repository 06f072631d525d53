package table

import (
	"maps"
	"slices"
	"time"
)

// A presence is whether a person is connected to this server.
type presence struct {
	streams int
	left    time.Time // when the last stream ended
}

// A remotePresence has the people who are connected to another server.
type remotePresence struct {
	holders []string
	until   time.Time
}

// A person who was connected a moment ago is still shown as present. What another server
// says about people counts for a while.
const (
	presenceGrace = 3 * time.Second
	presenceEvery = 10 * time.Second
	presenceTime  = 25 * time.Second
)

// arrive says that somebody has connected. It reports false for those who look on, who are
// not counted.
func (t *Table) arrive(holder string) bool {
	if len(t.fold.roles(holder)) == 0 {
		return false
	}
	p := t.here[holder]
	p.streams++
	if t.here[holder] = p; p.streams == 1 {
		t.tellPresence()
	}
	return true
}

// depart says that a connection of somebody has ended who had arrived.
func (t *Table) depart(holder string) {
	p := t.here[holder]
	p.streams--
	p.left = t.manager.now()
	if t.here[holder] = p; p.streams == 0 {
		t.tellPresence()
	}
}

// tellPresence tells other servers who is connected here.
func (t *Table) tellPresence() {
	list := []string{}
	for holder, p := range t.here {
		if p.streams > 0 {
			list = append(list, holder)
		}
	}
	slices.Sort(list)
	t.manager.tell(Notice{Table: t.id, Here: list})
}

// isHere reports whether a person is connected to any server.
func (t *Table) isHere(holder string) bool {
	now := t.manager.now()
	maps.DeleteFunc(t.here, func(_ string, p presence) bool { return p.streams == 0 && !now.Before(p.left.Add(presenceGrace)) })
	maps.DeleteFunc(t.remote, func(_ string, p remotePresence) bool { return !now.Before(p.until) })
	if _, ok := t.here[holder]; ok {
		return true
	}
	for _, p := range t.remote {
		if slices.Contains(p.holders, holder) {
			return true
		}
	}
	return false
}
