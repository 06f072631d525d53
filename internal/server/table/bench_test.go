package table

import (
	"bytes"
	"testing"
)

// BenchmarkMove measures a move between two people, with streams to both of them and to
// those who look on.
func BenchmarkMove(b *testing.B) {
	h := newHouse(b, func(c *Config) { c.People, c.PeoplePerClient, c.Save = 1_000_000, 1_000_000, nil })
	people := []string{"anna", "ben", "carl"}
	var t *Table
	seat := func() {
		t = h.friends("breakthrough", Request{})
		for _, holder := range people {
			if _, _, _, err := t.Attach(b.Context(), holder); err != nil {
				b.Fatal(err)
			}
		}
	}
	seat()
	step := 0
	for b.Loop() {
		data, err := t.Do(b.Context(), people[step%2], action{Kind: "move", Number: 1})
		if err != nil {
			b.Fatal(err)
		}
		if step++; bytes.Contains(data, []byte(`"phase":"over"`)) {
			b.StopTimer()
			seat()
			step = 0
			b.StartTimer()
		}
	}
}
