package evolution

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/mapelites"
	"ludex/internal/mutation"
	"ludex/internal/report"
	"ludex/internal/trial"
	"ludex/player"
	"ludex/rules"
	"ludex/source"
)

// Settings determine a run.
type Settings struct {
	Seed    uint64 `json:"seed"`
	Mutants int    `json:"mutants"` // that are made; 0 is no limit
	Batch   int    `json:"batch"`
	// X and Y are the measures of the map, and Size the number of its columns and rows.
	X    string        `json:"x"`
	Y    string        `json:"y"`
	Size int           `json:"size"`
	Most int           `json:"most"` // changes in one step
	Try  trial.Options `json:"try"`
}

// Check returns what is wrong with settings.
func (s *Settings) Check() error {
	ranked := report.RankedMeasures()
	for _, name := range []string{s.X, s.Y} {
		if !slices.Contains(ranked, name) {
			return fmt.Errorf("the library has no values of %q; it has those of %v", name, ranked)
		}
	}
	if s.X == s.Y {
		return errors.New("the two measures of the map must differ")
	}
	return nil
}

// A Candidate is a game with which a run began, or a mutant.
type Candidate struct {
	Number int `json:"number"`
	Parent int `json:"parent"` // -1 for a game with which the run began
	// Name is that of the first ancestor, and Changes say how the game came from its parent.
	Name    string       `json:"name"`
	Changes []string     `json:"changes,omitempty"`
	Text    string       `json:"text,omitempty"`
	Result  trial.Result `json:"result"`
	// Cell is where the game was put on the map, nil if it does not belong there.
	Cell *mapelites.Cell `json:"cell,omitempty"`
	// Copy says that the rules are those of an earlier candidate, so that nothing was tried.
	Copy bool `json:"copy,omitempty"`
	// Kept says that it was the best of its cell when it came.
	Kept bool `json:"kept,omitempty"`
	// Again is the result of a second trial, see [Run.Confirm]; nil if there was none.
	Again *trial.Result `json:"again,omitempty"`

	rules *rules.Rules
	file  string
}

// File returns the text of the rules under a name with the right extension.
func (c *Candidate) File() *source.File { return source.NewFile(c.file, []byte(c.Text)) }

// Rules returns the rules.
func (c *Candidate) Rules() *rules.Rules { return c.rules }

// A Run is an evolution that is going on.
type Run struct {
	Settings Settings
	// Seeds are the games with which it begins, and All the candidates in their order.
	Seeds   []*Candidate
	All     []*Candidate
	Archive *mapelites.Archive[*Candidate]
	seen    map[string]bool      // fingerprints
	again   map[int]trial.Result // second trials that the log has, by number
}

// New prepares a run that begins with some games, which must be without errors and not in
// real time.
func New(s Settings, games []*rules.Rules) (*Run, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := &Run{Settings: s, Archive: mapelites.New[*Candidate](s.Size), seen: map[string]bool{}, again: map[int]trial.Result{}}
	for _, g := range games {
		if g.IsTimed() {
			return nil, fmt.Errorf("%s is a game in real time, and games are invented from those in turns, whose plays are compared by their moves", g.Name())
		}
		if r.seen[g.Fingerprint()] {
			return nil, fmt.Errorf("%s is there twice", g.Name())
		}
		r.seen[g.Fingerprint()] = true
		r.Seeds = append(r.Seeds, &Candidate{Number: len(r.Seeds), Parent: -1, Name: g.Name(), Text: g.Text(), rules: g, file: g.File.Name()})
	}
	return r, nil
}

// A Trier tries a description, see [trial.Run]. It is called for several at a time, and may let
// some of them wait.
type Trier func(ctx context.Context, item trial.Item) (trial.Result, error)

// Go runs the evolution until there are enough mutants, or until the context ends, whose
// error it returns. Results that are known already are not found again; keep is called with
// each candidate that is finished, in order, with those that were known too.
//
// Up to Batch mutants are tried at a time. Which candidates are on the map when a mutant is made
// depends on its number alone, and not on how long trials take: the games with which the run began, and all
// mutants that are at least Batch numbers before it.
func (r *Run) Go(ctx context.Context, known map[int]trial.Result, try Trier, keep func(*Candidate) error) error {
	w := r.newWindow(ctx, known, try, keep)
	for _, c := range r.Seeds {
		w.add(c)
	}
	number, batch := len(r.Seeds), max(r.Settings.Batch, 1)
	wanted := func() bool { return r.Settings.Mutants == 0 || number-len(r.Seeds) < r.Settings.Mutants }
	for wanted() && w.takeUpTo(max(len(r.Seeds), number-batch+1)) {
		w.add(r.mutant(number))
		number++
	}
	if complete, err := w.close(); err != nil || complete && !wanted() {
		return err
	}
	return ctx.Err()
}

// options returns how a candidate is tried: a mutant must differ from its parent. All are
// tried with the same seed, so that games that are played alike have the same plays.
func (r *Run) options(c *Candidate) trial.Options {
	opt := r.Settings.Try
	opt.Seed = r.Settings.Seed
	if c.Parent >= 0 {
		opt.Unlike = r.All[c.Parent].Result.Signature
	}
	return opt
}

// place puts a candidate that has passed on the map.
func (r *Run) place(c *Candidate) {
	if c.Result.Tier != trial.Passed || c.Copy {
		return
	}
	x, y := c.Result.Figure(r.Settings.X), c.Result.Figure(r.Settings.Y)
	if x == nil || y == nil || x.Value.N == 0 || y.Value.N == 0 {
		return
	}
	cell := r.Archive.CellOf(share(r.Settings.X, x), share(r.Settings.Y, y))
	c.Cell = &cell
	c.Kept = r.Archive.Add(cell, c, c.Result.Quality)
}

// share returns the part of the games of the library with a smaller value.
func share(measure string, f *trial.Figure) float64 {
	return float64(report.RankOf(measure, f.Value.Mean).Percentile) / 100
}

// Seeds are derived for these uses.
const useMutant = 1

// attempts is how often a mutant that is known already is made anew.
const attempts = 20

// mutant makes a candidate of a random parent: an elite, or a game with which the run began.
func (r *Run) mutant(number int) *Candidate {
	random := game.NewRand(player.DeriveSeed(r.Settings.Seed, useMutant, uint64(number)))
	parents := slices.Clone(r.Seeds)
	for _, c := range r.Archive.All() {
		if c.Parent >= 0 {
			parents = append(parents, c)
		}
	}
	var c *Candidate
	for range attempts {
		parent := parents[random.Choose(len(parents))]
		c = r.changed(parent, number, random)
		if print := c.rules.Fingerprint(); !r.seen[print] {
			r.seen[print] = true
			return c
		}
	}
	c.Copy = true
	c.Result = trial.Result{Tier: trial.Check, Failed: "the rules are those of an earlier one"}
	return c
}

// changed returns a candidate with one or more changes of its parent.
func (r *Run) changed(parent *Candidate, number int, random *game.Rand) *Candidate {
	c := &Candidate{Number: number, Parent: parent.Number, Name: parent.Name, Text: parent.Text, rules: parent.rules, file: parent.file}
	for range 1 + random.Choose(max(r.Settings.Most, 1)) {
		text, change, ok := mutation.Mutate(c.rules, random)
		if !ok {
			break
		}
		c.Text = text
		c.rules = rules.Read(c.File(), parent.rules.Options())
		c.Changes = append(c.Changes, change.Text())
		if c.rules.Problems.HasErrors() {
			break // what cannot be read cannot be changed further
		}
	}
	return c
}
