package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/players/levels"
	"ludex/internal/roster"
	"ludex/internal/session"
	"ludex/internal/terminal"
	"ludex/internal/terminal/lines"
	"ludex/match"
	"ludex/player"
)

// play lets a person play a turn-based game, on a full screen if there is a terminal.
func (f *playerFlags) play(cmd *cobra.Command, t *openGame) (err error) {
	opt, err := f.session(t)
	if err != nil {
		return err
	}
	if b, err := t.drawn(); err == nil { // without a board moves are written as the rules do
		if opt.Naming, err = lines.NewNaming(cmd.Context(), b, t.game); err != nil {
			return err
		}
	}
	s, err := session.Sit(cmd.Context(), opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Err(), s.Close()) }()
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	if !f.onScreen(cmd) {
		err := lines.Run(cmd.Context(), s, lines.Options{
			In: interruptible{cmd.Context(), in}, Out: out, Color: isTerminal(out), Echo: !isTTY(in),
		})
		t.writeOutcome(out, s, opt.From)
		return err
	}
	err = terminal.Run(cmd.Context(), s, terminal.Options{In: in, Out: out, Color: isTerminal(out)})
	t.writeOutcome(out, s, opt.From)
	if errors.Is(err, terminal.ErrInterrupted) {
		return &exitError{code: exitStopped}
	}
	return err
}

// onScreen reports whether the play is shown on a screen, and not in lines of text.
func (f *playerFlags) onScreen(cmd *cobra.Command) bool {
	return !f.plain && isScreen(cmd.InOrStdin(), cmd.OutOrStdout())
}

// isScreen reports whether input and output are a terminal.
func isScreen(in io.Reader, out io.Writer) bool {
	return isTTY(in) && isTTY(out) && os.Getenv("TERM") != "dumb"
}

func isTTY(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// writeOutcome prints what the screen showed last: the result, and the moves to
// continue from.
func (t *openGame) writeOutcome(out io.Writer, s *session.Seat, from game.State) {
	if s.Steps() == 0 {
		return
	}
	fmt.Fprintf(out, "%s, %s\n", s.Title(), s.Text().Result())
	if from == nil {
		from = t.machine.Initial(nil)
	}
	if joints := s.Joints(); joints != nil {
		fmt.Fprintf(out, "moves: %s\n", t.stepsText(from, joints))
	}
}

// session returns the options of the session.
func (f *playerFlags) session(t *openGame) (session.Options, error) {
	opt := session.Options{
		Config: match.Config{
			Rules: t.Rules, Game: t.game, PlayClock: f.clock, StartClock: f.startClock, Nodes: f.nodes, Seed: f.seed, MaxSteps: f.maxSteps,
		},
		Title:  strings.TrimSuffix(filepath.Base(t.File.Name()), filepath.Ext(t.File.Name())),
		Before: t.joints, Show: t.show, Draw: t.drawPosition,
	}
	if f.state != "" {
		if opt.From = t.start; len(t.before) > 0 {
			opt.From = t.before[0]
		}
	}
	var err error
	if opt.Role, err = f.role(t); err != nil {
		return opt, err
	}
	all := roster.All()
	seats, err := newSeating(t.game, all, f.against)
	if err != nil {
		return opt, fmt.Errorf("--against: %w; human lets people share the keyboard", err)
	}
	opt.People = seats.people
	ladder, err := levels.Find(t.Fingerprint())
	if err != nil {
		return opt, fmt.Errorf("the levels of the game: %w", err)
	}
	for _, name := range seats.names {
		opt.Names = append(opt.Names, ladder.Shown(name))
	}
	opt.Opponent = func(r game.Role) player.Player { return seats.makers[r]() }
	opt.Adviser, err = f.adviser(t.game, all)
	return opt, err
}

// adviser returns the maker of the player that gives hints: the default one, or one that
// knows what positions are worth to who does not see everything.
func (f *playerFlags) adviser(g game.Game, all player.Roster) (player.Maker, error) {
	if g.Hidden() {
		return roster.Analyst(g)
	}
	return all.Maker(all[0].Name)
}

// role returns the person's role.
func (f *playerFlags) role(t *openGame) (game.Role, error) {
	if f.as == "" {
		if t.game.Random() == 0 && len(t.game.Roles()) > 1 {
			return 1, nil
		}
		return 0, nil
	}
	r, err := t.role(f.as)
	if err != nil {
		return 0, fmt.Errorf("--as: %w", err)
	}
	if r == t.game.Random() {
		return 0, fmt.Errorf("--as: %s is played by chance", f.as)
	}
	return r, nil
}

// A seating has the maker of a player for each role.
type seating struct {
	game   game.Game
	all    player.Roster
	names  []string
	makers []player.Maker
	people []bool
}

// human is the word for a person in place of a player.
const human = "human"

// newSeating parses specifications of players, with a default for roles that have none.
func newSeating(g game.Game, all player.Roster, texts []string) (*seating, error) {
	s := &seating{game: g, all: all, names: make([]string, len(g.Roles())), makers: make([]player.Maker, len(g.Roles())), people: make([]bool, len(g.Roles()))}
	for _, text := range append([]string{all[0].Name}, texts...) {
		if err := s.read(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read sets one player for all roles, or players by role: "mcts:threads=2" or
// "white=mcts:threads=2,black=random".
func (s *seating) read(text string) error {
	for _, part := range s.split(text) {
		role, spec, named := strings.Cut(part, "=")
		at := slices.Index(s.game.Roles(), role)
		switch {
		case !named || strings.Contains(role, ":"): // the sign belongs to an option
			spec, named = part, false
		case at < 0:
			return noRole(role, s.game.Roles())
		}
		person := spec == human
		maker, err := s.all.Maker(spec)
		if err != nil && !person {
			return err
		}
		for r := range s.names {
			if !named || r == at {
				s.names[r], s.makers[r], s.people[r] = spec, maker, person && game.Role(r) != s.game.Random()
			}
		}
	}
	return nil
}

// split splits a text at the commas before a role; other commas belong to the options
// of a player.
func (s *seating) split(text string) []string {
	var parts []string
	for piece := range strings.SplitSeq(text, ",") {
		role, _, named := strings.Cut(piece, "=")
		if len(parts) == 0 || named && slices.Contains(s.game.Roles(), role) {
			parts = append(parts, piece)
		} else {
			parts[len(parts)-1] += "," + piece
		}
	}
	return parts
}

// drawPosition draws what the person may see of a position.
func (t *openGame) drawPosition(w io.Writer, p session.Position, color bool) error {
	if !p.Hidden {
		return t.drawText(w, p.State, transition{p.Before, p.Joint}, color)
	}
	b, err := t.drawn()
	if err != nil {
		return err
	}
	return b.Text(w, board.Position{Facts: p.Facts, Possible: p.Possible, Over: p.Over, Hidden: true}, color)
}
