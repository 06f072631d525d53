package tournament

import "testing"

// BenchmarkSwiss pairs a thousand players ten times.
func BenchmarkSwiss(b *testing.B) {
	c := config(Swiss, 1000, 2)
	results := Results{}
	for {
		s := c.Schedule(results)
		if s.Final {
			break
		}
		for _, f := range s.Fixtures {
			if _, done := results[f.Key]; !done {
				results[f.Key] = c.resultFor(f, len(results)%3*50, 50)
			}
		}
	}
	for b.Loop() {
		c.Schedule(results)
	}
}

// BenchmarkRate rates two hundred players.
func BenchmarkRate(b *testing.B) {
	c := config(RoundRobin, 200, 2)
	var list []Comparison
	for i, f := range c.Schedule(nil).Fixtures {
		list = append(list, Comparison{c.Players[f.Players[0]].Name, c.Players[f.Players[1]].Name, float64(i%5%3) / 2, 1})
	}
	for b.Loop() {
		if _, err := Rate(list, RateOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTable adds up ten thousand matches.
func BenchmarkTable(b *testing.B) {
	c := config(RoundRobin, 100, 2)
	s := c.Schedule(nil)
	results := Results{}
	for i, f := range s.Fixtures {
		results[f.Key] = c.resultFor(f, i%3*50, 50)
	}
	for b.Loop() {
		c.Table(s, results)
	}
}
