package tournament

import (
	"cmp"
	"math"
	"slices"

	"ludex/internal/intervals"
	"ludex/internal/store"
)

// A Row is how a player of a tournament did.
type Row struct {
	Rank   int    `json:"rank"`
	Number int    `json:"-"` // in the configuration
	Name   string `json:"name"`

	Played int     `json:"played"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	CutOff int     `json:"cut_off"` // matches that did not end, and are worth nothing
	Byes   int     `json:"byes,omitempty"`
	Points float64 `json:"points"` // with those of byes
	// Score is the mean of the points, without byes and what was cut off, and
	// Interval where the true one lies with 95 per cent confidence.
	Score    float64    `json:"score"`
	Interval [2]float64 `json:"interval"`
	// Tie breaks ties of points. In a Swiss tournament it is the sum of what the
	// opponents have (Buchholz); otherwise the points of those beaten and half the
	// points of those drawn with (Sonneborn-Berger).
	Tie    float64 `json:"tiebreak"`
	Faults int     `json:"faults"`
	// Reached is the round of a knockout that the player has reached; the winner
	// has one more than the number of rounds.
	Reached int         `json:"reached,omitempty"`
	Games   []GameScore `json:"games"` // in the order of the configuration
}

// A GameScore is how a player did in one game.
type GameScore struct {
	Game   string  `json:"game"`
	Played int     `json:"played"`
	Points float64 `json:"points"`
}

// A Cell says how a player did against another.
type Cell struct {
	Played int     `json:"played"`
	Points float64 `json:"points"` // 1 for a win, ½ for a draw
}

// A Table is the state of a tournament.
type Table struct {
	Rows []Row `json:"rows"` // the best first
	// Cross has a row and a column for each player in the order of Rows.
	Cross [][]Cell `json:"cross"`
}

// Table adds the results of a schedule up.
func (c *Config) Table(sched Schedule, results Results) Table {
	t := &tableBuilder{Config: c, rows: make([]Row, len(c.Players)), cross: make([][]Cell, len(c.Players))}
	for i, p := range c.Players {
		t.rows[i] = Row{Number: i, Name: p.Name}
		for _, g := range c.Games {
			t.rows[i].Games = append(t.rows[i].Games, GameScore{Game: g.Name})
		}
		t.cross[i] = make([]Cell, len(c.Players))
	}
	for _, f := range sched.Fixtures {
		if res, ok := results[f.Key]; ok {
			t.add(f, res)
		}
	}
	t.addPairings(sched.Pairings)
	t.ties()
	return t.rank()
}

// A tableBuilder adds up results, by the numbers of the players.
type tableBuilder struct {
	*Config
	rows  []Row
	cross [][]Cell
}

// add adds a match.
func (t *tableBuilder) add(f Fixture, res store.Result) {
	points := t.points(f, res)
	for seat, p := range f.Players {
		row := &t.rows[p]
		row.Played++
		row.Points += points[seat]
		row.Games[f.Game].Played++
		row.Games[f.Game].Points += points[seat]
		switch {
		case !res.Over:
			row.CutOff++
		case points[seat] == 1:
			row.Wins++
		case points[seat] == 0:
			row.Losses++
		default:
			row.Draws++
		}
		if role := t.Games[f.Game].Seats[seat]; role < len(res.Faults) {
			row.Faults += res.Faults[role]
		}
		for other, q := range f.Players {
			if other != seat && res.Over {
				t.cross[p][q].Played++
				t.cross[p][q].Points += t.better(f, res, seat, other)
			}
		}
	}
}

// better compares two players of a match that is over by their goals, or by their
// points if the goals are not known.
func (t *tableBuilder) better(f Fixture, res store.Result, seat, other int) float64 {
	seats := t.Games[f.Game].Seats
	a, b := res.Points[seats[seat]], res.Points[seats[other]]
	if len(res.Goals) > 0 {
		a, b = float64(res.Goals[seats[seat]]), float64(res.Goals[seats[other]])
	}
	switch {
	case a > b:
		return 1
	case a < b:
		return 0
	}
	return 0.5
}

// addPairings counts byes and the winners of knockout rounds.
func (t *tableBuilder) addPairings(list []Pairing) {
	for _, m := range list {
		if len(m.Players) == 1 {
			t.rows[m.Players[0]].Byes++
			t.rows[m.Players[0]].Points += m.Points[0]
		}
		if t.Kind != Knockout {
			continue
		}
		for _, p := range m.Players {
			t.rows[p].Reached = max(t.rows[p].Reached, m.Round)
		}
		if m.Winner >= 0 {
			t.rows[m.Winner].Reached = m.Round + 1
		}
	}
}

// ties computes the tie-breaks and the means.
func (t *tableBuilder) ties() {
	for i := range t.rows {
		row := &t.rows[i]
		sum := 0.0
		for _, g := range row.Games {
			sum += g.Points
		}
		ended := row.Played - row.CutOff
		if ended > 0 {
			row.Score = sum / float64(ended)
		}
		within := intervals.Wilson(row.Score, ended)
		row.Interval = [2]float64{within.Low, within.High}
		for j, cell := range t.cross[i] {
			if t.Kind == Swiss {
				row.Tie += t.rows[j].Points * float64(cell.Played) / float64(max(t.pairing(), 1))
			} else {
				row.Tie += t.rows[j].Points * cell.Points
			}
		}
	}
}

// rank orders the rows. Players equal in everything have the same rank.
func (t *tableBuilder) rank() Table {
	rows := slices.Clone(t.rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return t.compare(&a, &b) })
	table := Table{Rows: rows}
	for i := range rows {
		rows[i].Rank = i + 1
		if i > 0 && t.compare(&rows[i-1], &rows[i]) == 0 {
			rows[i].Rank = rows[i-1].Rank
		}
		line := make([]Cell, len(rows))
		for j := range rows {
			line[j] = t.cross[rows[i].Number][rows[j].Number]
		}
		table.Cross = append(table.Cross, line)
	}
	return table
}

// compare orders two rows. In a gauntlet challengers play more than others, so only
// the mean counts.
func (t *tableBuilder) compare(a, b *Row) int {
	first := cmp.Compare(rounded(b.Points), rounded(a.Points))
	switch t.Kind {
	case Gauntlet:
		first = cmp.Compare(rounded(b.Score), rounded(a.Score))
	case Knockout:
		first = cmp.Or(cmp.Compare(b.Reached, a.Reached), first)
	}
	return cmp.Or(first, cmp.Compare(rounded(b.Tie), rounded(a.Tie)), cmp.Compare(b.Wins, a.Wins))
}

// rounded removes the rounding errors of sums of thirds.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }
