package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/printable"
	"ludex/internal/protocols"
	"ludex/internal/protocols/subprocess"
	"ludex/match"
	"ludex/player"
)

// programFlags are the limits of players that are programs.
type programFlags struct {
	memory  int64
	startUp time.Duration
}

func (f *programFlags) register(cmd *cobra.Command) {
	cmd.Flags().Int64Var(&f.memory, "program-memory", subprocess.DefaultMemory>>20, "let a program that plays use this many `MB` of memory, on Linux; 0 is no limit")
	cmd.Flags().DurationVar(&f.startUp, "program-start", protocols.DefaultStartUp, "the `time` that a program has for starting, besides the start clock of its first match")
}

// limits returns the limits that the flags say.
func (f *programFlags) limits() (protocols.ProgramLimits, error) {
	switch {
	case f.memory < 0 || f.memory > maxMemory:
		return protocols.ProgramLimits{}, errors.New("--program-memory must be a number of megabytes, or 0 for no limit")
	case f.startUp < 0 || f.startUp > maxClock:
		return protocols.ProgramLimits{}, fmt.Errorf("--program-start: from 0 to %v", maxClock)
	case f.memory == 0:
		return protocols.ProgramLimits{Memory: -1, StartUp: f.startUp}, nil
	}
	return protocols.ProgramLimits{Memory: f.memory << 20, StartUp: f.startUp}, nil
}

// A failure is the first fault of a kind that an entrant of a series made.
type failure struct {
	player.Fault
	game int    // counted from 1
	note string // what the player says about it
}

// failures are what the entrants of a series did wrong, by entrant.
type failures []entrantFailures

type entrantFailures struct {
	first    []failure // one of each kind
	matches  int
	failed   int // matches in which it failed
	answered int // questions in turn-based matches
	late     int // of them, with an answer that came too late, or not at all
}

func (f failures) add(p *player.SeriesMatch) {
	for role, i := range p.Seats {
		if i < 0 {
			continue
		}
		e := &f[i]
		e.matches++
		failed := 0
		for _, fault := range p.Result.Faults {
			if int(fault.Role) != role {
				continue
			}
			if fault.Kind == player.Failed && fault.Step != player.StartStep && fault.Step < len(p.Result.Moves) {
				failed++
			}
			if fault.Kind == player.Late && fault.Step != player.StartStep {
				e.late++
			}
			e.note(p, fault)
		}
		if slices.ContainsFunc(p.Result.Faults, func(f player.Fault) bool { return int(f.Role) == role && f.Kind == player.Failed }) {
			e.failed++
		}
		if t := p.Result.Thinking; role < len(t) {
			e.answered += t[role].Moves - failed
		}
	}
}

// note notes a fault, if it is the first one of its kind.
func (e *entrantFailures) note(p *player.SeriesMatch, fault player.Fault) {
	if slices.ContainsFunc(e.first, func(f failure) bool { return f.Kind == fault.Kind }) {
		return
	}
	f := failure{Fault: fault, game: p.Number + 1}
	if int(fault.Role) < len(p.Result.Notes) {
		f.note = p.Result.Notes[fault.Role]
	}
	e.first = append(e.first, f)
}

// text says what is wrong, without the name of the player.
func (f *failure) text(timed bool) string {
	text := "failed"
	switch f.Kind {
	case player.Late:
		text = "was late"
	case player.Illegal:
		text = "made a move that is not legal"
	}
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	if over := f.Over.Round(time.Millisecond); over > 0 {
		text += " by " + over.String()
	}
	step := fmt.Sprintf(", step %d", f.Step+1)
	switch {
	case timed:
		step = ""
	case f.Step == player.StartStep:
		step = ", while preparing"
	}
	text += fmt.Sprintf(" (game %d%s)", f.game, step)
	if f.note != "" && (f.Err == nil || f.Kind == player.Illegal) {
		text += "; " + f.note
	}
	return text
}

// write writes a line for each failure.
func (f failures) write(out io.Writer, s *match.Series) {
	for i := range f {
		for _, one := range f[i].first {
			fmt.Fprintf(out, "ludex: the player %s %s\n", printable.Line(s.Entrants[i].Name), printable.Lines(one.text(s.Config.Rules.IsTimed())))
		}
	}
}

// mute returns an error that names the players that took no part: who never answered
// or, in real time, failed in every match.
func (f failures) mute(s *match.Series) error {
	var errs []error
	timed := s.Config.Rules.IsTimed()
	for i := range f {
		switch e := &f[i]; {
		case len(e.first) == 0:
		case !timed && e.answered == 0:
			errs = append(errs, fmt.Errorf("the player %s never answered", s.Entrants[i].Name))
		case !timed && e.late >= e.answered && protocols.IsRemote(s.Entrants[i].Name):
			errs = append(errs, fmt.Errorf("the player %s never answered in time", s.Entrants[i].Name))
		case timed && e.failed == e.matches:
			errs = append(errs, fmt.Errorf("the player %s failed in every match", s.Entrants[i].Name))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &exitError{exitNo, errors.Join(errs...)}
}
