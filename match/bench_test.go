package match_test

import (
	"context"
	"encoding/json"
	"testing"

	"ludex/internal/players/basic"
	"ludex/internal/rulestest"
	"ludex/match"
)

// BenchmarkCheck measures what a manager pays for a record that a worker sends: to
// read it strictly, to prove it and to sign it.
func BenchmarkCheck(b *testing.B) {
	for _, name := range []string{"tictactoe", "chess", "breakthrough", "reversi-4x4"} {
		rs, g := rulestest.Open(b, name)
		c := config(rs, g, 1)
		c.MaxSteps, c.Allowance = 0, 0
		for i := range c.Seats {
			c.Seats[i].Player = new(basic.Random)
		}
		r, err := match.Run(context.Background(), c)
		if err != nil {
			b.Fatal(err)
		}
		file, err := json.Marshal(r)
		if err != nil {
			b.Fatal(err)
		}
		key, _ := newKey(b)
		report := func(b *testing.B) {
			b.ReportMetric(float64(len(r.Moves)), "steps")
			b.ReportMetric(float64(len(file))/1024, "kB")
		}
		b.Run(name+"/read", func(b *testing.B) {
			for b.Loop() {
				if _, err := match.Decode(file); err != nil {
					b.Fatal(err)
				}
			}
			report(b)
		})
		b.Run(name+"/check", func(b *testing.B) {
			for b.Loop() {
				if err := r.Check(context.Background(), rs, g); err != nil {
					b.Fatal(err)
				}
			}
			report(b)
		})
		b.Run(name+"/sign", func(b *testing.B) {
			for b.Loop() {
				if err := r.Sign(key); err != nil {
					b.Fatal(err)
				}
			}
			report(b)
		})
	}
}
