package benchtable

import (
	"math"
	"strconv"

	"ludex/internal/benchmark"
)

// maxRatio caps a ratio, so that no single game dominates a mean.
const maxRatio = 100

// A Comparison compares the boardgames of a table with speeds measured elsewhere.
type Comparison struct {
	Source  string          `json:"source"`
	Engines []string        `json:"engines"`
	Games   []ComparedGame  `json:"games"`
	Means   []GeometricMean `json:"geometric_means"`
}

// A ComparedGame is a game with a known speed elsewhere.
type ComparedGame struct {
	Game  string `json:"game"`
	Paper bool   `json:"paper"`
	Perft Ratios `json:"perft"`
	Flat  Ratios `json:"flat"`
}

// Ratios are the speeds of a table's engines relative to a given speed, each at most
// 100.
type Ratios struct {
	Given      float64   `json:"given,omitempty"` // 0 is not known
	Ratios     []float64 `json:"ratios"`          // by engine; 0 is not known
	Best       float64   `json:"best,omitempty"`
	BestEngine string    `json:"best_engine,omitempty"`
}

// A GeometricMean is the geometric mean of several games' ratios.
type GeometricMean struct {
	Of    string     `json:"of"`
	Perft MeanRatios `json:"perft"`
	Flat  MeanRatios `json:"flat"`
}

// MeanRatios are the means by engine, and with the best engine per game. Each is
// over the games that have it.
type MeanRatios struct {
	Ratios []float64 `json:"ratios"`
	Counts []int     `json:"counts"` // of the games, by engine
	Best   float64   `json:"best,omitempty"`
	Count  int       `json:"count"`
}

// Compare compares the boardgames of the table with speeds from a source.
func (t *Table) Compare(source string, given Speeds) *Comparison {
	c := &Comparison{Source: source, Engines: []string{}, Games: []ComparedGame{}}
	var columns []int
	for k, column := range t.Columns {
		if column.Language == RBG {
			c.Engines = append(c.Engines, column.Engine)
			columns = append(columns, k)
		}
	}
	extras := false
	for i := range t.Rows {
		r := &t.Rows[i]
		s := given.of(r)
		if s == nil {
			continue
		}
		g := ComparedGame{Game: r.Game, Paper: r.Paper}
		g.Perft = c.ratios(r, columns, s.Perft, (*Cell).perftRate)
		g.Flat = c.ratios(r, columns, s.Flat, (*Cell).flatRate)
		c.Games = append(c.Games, g)
		extras = extras || !r.Paper
	}
	c.Means = append(c.Means, c.mean("the paper's games", func(g *ComparedGame) bool { return g.Paper }))
	if extras {
		c.Means = append(c.Means, c.mean("all games", func(*ComparedGame) bool { return true }))
	}
	return c
}

// of returns the speed of a row's game, or nil. Its title takes precedence over the
// names of its descriptions, which another game may share.
func (s Speeds) of(r *Row) *Speed {
	if found := s.find(func(word string) bool { return word == plain(r.Game) }); found != nil || r.entry == nil {
		return found
	}
	if found := s.find(func(word string) bool { return rank(r.entry.rbg.public, word) >= 0 }); found != nil {
		return found
	}
	return s.find(r.entry.called)
}

// ratios compares the cells of a row with a speed.
func (c *Comparison) ratios(r *Row, columns []int, given float64, rate func(*Cell) (float64, bool)) Ratios {
	out := Ratios{Given: given, Ratios: make([]float64, len(columns))}
	fastest := 0.0
	for i, k := range columns {
		v, ok := rate(r.Cells[k])
		if !ok || given == 0 {
			continue
		}
		out.Ratios[i] = min(v/given, maxRatio)
		if v > fastest {
			fastest = v
			out.Best, out.BestEngine = out.Ratios[i], c.Engines[i]
		}
	}
	return out
}

// mean returns the geometric means over some of the games.
func (c *Comparison) mean(of string, in func(*ComparedGame) bool) GeometricMean {
	m := GeometricMean{Of: of}
	for _, part := range []struct {
		from func(*ComparedGame) *Ratios
		to   *MeanRatios
	}{
		{func(g *ComparedGame) *Ratios { return &g.Perft }, &m.Perft},
		{func(g *ComparedGame) *Ratios { return &g.Flat }, &m.Flat},
	} {
		sums := make([]logSum, len(c.Engines)+1)
		for i := range c.Games {
			if g := &c.Games[i]; in(g) {
				r := part.from(g)
				for k, x := range r.Ratios {
					sums[k].add(x)
				}
				sums[len(c.Engines)].add(r.Best)
			}
		}
		for k := range c.Engines {
			part.to.Ratios = append(part.to.Ratios, sums[k].mean())
			part.to.Counts = append(part.to.Counts, sums[k].n)
		}
		part.to.Best, part.to.Count = sums[len(c.Engines)].mean(), sums[len(c.Engines)].n
	}
	return m
}

// A logSum adds up the logarithms of ratios.
type logSum struct {
	sum float64
	n   int
}

func (s *logSum) add(ratio float64) {
	if ratio > 0 {
		s.sum += math.Log(ratio)
		s.n++
	}
}

// mean returns the geometric mean, or 0 of nothing.
func (s *logSum) mean() float64 {
	if s.n == 0 {
		return 0
	}
	return math.Exp(s.sum / float64(s.n))
}

// grid lays out the comparison.
func (c *Comparison) grid() *grid {
	n := len(c.Engines)
	g := &grid{groups: []group{{"", 1}, {"perft", n + 2}, {"flat MC", n + 2}}, heads: []string{"game"}}
	for range 2 {
		g.heads = append(g.heads, "given")
		g.heads = append(g.heads, c.Engines...)
		g.heads = append(g.heads, "best")
	}
	for i := range c.Games {
		game := &c.Games[i]
		row := []text{{game.Game, 1}}
		for _, r := range []*Ratios{&game.Perft, &game.Flat} {
			given := nothing
			if r.Given > 0 {
				given = benchmark.Quantity(r.Given)
			}
			row = append(row, text{given, 1})
			for _, x := range append(append([]float64{}, r.Ratios...), r.Best) {
				row = append(row, text{ratio(x), 1})
			}
		}
		g.rows = append(g.rows, row)
	}
	for i := range c.Means {
		m := &c.Means[i]
		row, games := []text{{"mean of " + m.Of, 1}}, []text{{"number of games", 1}}
		for _, r := range []*MeanRatios{&m.Perft, &m.Flat} {
			row, games = append(row, text{}), append(games, text{})
			for k, x := range append(append([]float64{}, r.Ratios...), r.Best) {
				row = append(row, text{ratio(x), 1})
				games = append(games, text{strconv.Itoa(append(append([]int{}, r.Counts...), r.Count)[k]), 1})
			}
		}
		g.rows = append(g.rows, row, games)
	}
	return g
}

// ratio writes a ratio.
func ratio(x float64) string {
	if x == 0 {
		return nothing
	}
	return benchmark.Digits(x) + "×"
}
