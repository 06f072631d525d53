package analysis

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/internal/rbgtest"
)

// decided follows a decision.
func decided(d *ir.Decide, pieces []uint8, bit int32) bool {
	k := d.Start[bit]
	for k >= 0 {
		k = d.Rows[k+1+int32(pieces[d.Rows[k]])]
	}
	return k == ir.True
}

// holds follows the parts of one.
func (q *Partition) holds(pieces []uint8, bit int32) bool {
	for _, k := range q.Starts[bit] {
		for k >= 0 {
			k = q.Rows[k+1+int32(pieces[bit+q.Rows[k]])]
		}
		if k == ir.True {
			return true
		}
	}
	return false
}

// TestParts compares decisions in parts with the whole, on random boards.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := lower.Program(context.Background(), rbgtest.Game(t), lower.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sameParts(t, p, partitions(p))
	})
}

func partitions(p *ir.Program) []*Partition {
	var list []*Partition
	for k := range p.Decides {
		list = append(list, newPartition(p, &p.Decides[k]))
	}
	return list
}

// TestPartsOfLines checks that rows in four directions become four parts, most of them
// equal.
func TestPartsOfLines(t *testing.T) {
	p, err := lower.Program(context.Background(), rbgenginetest.Read(t, "gomoku_standard"), lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, parts := &p.Decides[0], partitions(p)
	if q := parts[0]; q.Most != 4 || len(q.Rows) > len(d.Rows)/10 {
		t.Errorf("there are %d parts and %d numbers, of %d", q.Most, len(q.Rows), len(d.Rows))
	}
	rapid.Check(t, func(t *rapid.T) { sameParts(t, p, parts) })
}

func sameParts(t *rapid.T, p *ir.Program, parts []*Partition) {
	pieces := make([]uint8, p.Words*64)
	for k, q := range parts {
		for _, b := range p.BitOf {
			pieces[b] = rapid.Uint8Range(0, uint8(p.Pieces-1)).Draw(t, "piece")
		}
		for _, b := range p.BitOf {
			if want := decided(&p.Decides[k], pieces, b); q.holds(pieces, b) != want {
				t.Fatalf("decision %d about bit %d is %v, want %v, with %v", k, b, !want, want, pieces)
			}
		}
	}
}
