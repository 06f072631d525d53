package benchtable

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/gdlengine"
	"ludex/internal/rbgengine"
	"ludex/rbg/rbgcheck"
	"ludex/rules"
)

// Options configure the measurements.
type Options struct {
	Time     time.Duration // about how long each measurement takes
	Setup    time.Duration // for preparing an engine; 0 is the engine's default
	Engine   string        // the only one; "" and "auto" are all
	Seed     uint64
	MaxSteps int // where playouts are cut off; 0 is the game's default
	// Progress, if it is not nil, is called with what is measured next, the number
	// of measurements made, and their total.
	Progress func(what string, done, all int)
}

// Columns returns all engines, or the one with a name in each language that has it.
func Columns(engine string) ([]Column, error) {
	var all []Column
	for _, l := range []struct {
		language Language
		engines  []string
	}{{RBG, rbgengine.Names()}, {GDL, gdlengine.Names()}} {
		for _, name := range l.engines {
			if engine == "" || engine == rbgengine.Auto || engine == name {
				all = append(all, Column{l.language, name})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("unknown engine %q", engine)
	}
	return all, nil
}

// Run measures games on all engines, on one thread. If the context ends, the table
// holds what was finished.
func Run(ctx context.Context, subjects []*Subject, opt Options) (*Table, error) {
	columns, err := Columns(opt.Engine)
	if err != nil {
		return nil, err
	}
	if opt.Time <= 0 {
		return nil, fmt.Errorf("a measurement needs some time, not %v", opt.Time)
	}
	t := &Table{Machine: ThisMachine(), Seconds: opt.Time.Seconds(), Columns: columns}
	r := runner{Options: opt, meter: stopwatch{time: opt.Time, seed: opt.Seed, maxSteps: opt.MaxSteps, watch: benchmark.Measure}}
	for _, s := range subjects {
		t.Rows = append(t.Rows, newRow(s, len(columns)))
		for _, c := range columns {
			if s.found[slotOf(c.Language)].rules != nil {
				r.all++
			}
		}
	}
	for i, s := range subjects {
		for k, c := range columns {
			if s.found[slotOf(c.Language)].rules == nil {
				continue
			}
			if ctx.Err() == nil {
				t.Rows[i].Cells[k] = r.cell(ctx, s, c)
			}
		}
	}
	t.Complete = ctx.Err() == nil
	return t, nil
}

// newRow returns the row of a subject, without measurements.
func newRow(s *Subject, columns int) Row {
	row := Row{Game: s.Title, Paper: s.Paper, entry: s.entry, Cells: make([]*Cell, columns)}
	if r := s.found[slotRBG].rules; r != nil {
		row.RBG = r.Name()
		form, most := rbgcheck.Straightness(r.RBG), rbgcheck.AtMost(r.RBG)
		row.Straightness, row.AtMost = &form, &most
	}
	if r := s.found[slotGDL].rules; r != nil {
		row.GDL = r.Name()
	}
	if r := s.found[slotPerft].rules; r != nil {
		row.Perft = r.Name()
	}
	return row
}

// A runner makes the measurements of a table.
type runner struct {
	Options
	meter     stopwatch
	done, all int
}

// cell measures a game on an engine. It returns nil if the context ended before
// anything was measured.
func (r *runner) cell(ctx context.Context, s *Subject, c Column) *Cell {
	defer func() { r.done++ }()
	if r.Progress != nil {
		r.Progress(fmt.Sprintf("%s, %s", s.Title, c), r.done, r.all)
	}
	cell := &Cell{Column: c}
	g, setup, err := r.open(ctx, s.found[slotOf(c.Language)].rules, c)
	if err != nil {
		return cell.noted(ctx, "", err)
	}
	defer benchmark.EndProcesses(g)
	cell.SetupSeconds = setup.Seconds()
	cell.Flat, err = r.meter.flat(ctx, g)
	if err != nil && cell.noted(ctx, "flat Monte Carlo: ", err) == nil {
		return nil
	}
	cell.Notes = append(cell.Notes, cell.Flat.doubts()...)
	cell.Perft, err = r.perft(ctx, s, c, g)
	if err != nil && cell.noted(ctx, "perft: ", err) == nil && cell.Flat == nil {
		return nil
	}
	return cell
}

// perft counts the tree of a game, or of the description that replaces it.
func (r *runner) perft(ctx context.Context, s *Subject, c Column, g game.Game) (*Perft, error) {
	if c.Language == RBG && s.entry != nil && len(s.entry.rbg.perft) > 0 {
		other := s.found[slotPerft].rules
		if other == nil {
			return nil, fmt.Errorf("no description called %s", s.entry.rbg.perft[0])
		}
		var err error
		if g, _, err = r.open(ctx, other, c); err != nil {
			return nil, err
		}
		defer benchmark.EndProcesses(g)
	}
	return r.meter.perft(ctx, g)
}

// open prepares an engine, including what it prepares on first use.
func (r *runner) open(ctx context.Context, rs *rules.Rules, c Column) (game.Game, time.Duration, error) {
	start := time.Now()
	g, note, err := rs.Open(ctx, rules.Opening{Engine: c.Engine, Time: r.Setup})
	if err != nil {
		return nil, 0, err
	}
	if g.Engine() != c.Engine {
		benchmark.EndProcesses(g)
		if note == "" {
			note = "the engine is not available"
		}
		return nil, 0, fmt.Errorf("%s", note)
	}
	if err := r.meter.warmUp(ctx, g); err != nil {
		benchmark.EndProcesses(g)
		return nil, 0, err
	}
	return g, time.Since(start), nil
}

// noted records why something was not measured. If the context has ended, it returns
// nil.
func (c *Cell) noted(ctx context.Context, what string, err error) *Cell {
	if ctx.Err() != nil {
		return nil
	}
	c.Notes = append(c.Notes, what+err.Error())
	return c
}
