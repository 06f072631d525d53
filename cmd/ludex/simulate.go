package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/internal/rbgengine/rbgplay"
)

// simulateFlags are the flags of the verb simulate.
type simulateFlags struct {
	playFlags
	seed     uint64
	policy   string
	as       string
	step     bool
	asJSON   bool
	goals    bool
	maxSteps int
	timed    timedFlags
	data     dataFlags
}

func newSimulate() *cobra.Command {
	var f simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate <game>",
		Short: "Play a game through, showing every state",
		Long: `Simulate shows the roles, the declared facts and moves, the initial state and then,
step by step, the legal moves, the joint move and the next state, up to the
goals. Moves come from --moves first, then from the policy: "random" draws them
with --seed, the same on every engine; "first" takes each role's first legal
move. Where chance moves, the probability of the next state is shown as an exact
fraction. With --as it shows what one role sees and nothing more.

A game in real time is shown as a timeline. Steps of --moves are then
"time:role:move"; without any, roles move at random, --rate times a unit of
time. Time is virtual, so that a play takes no longer than to compute it, or
with --wall real, --unit to a unit of game time.

With --count many plays are made, and written as data for learning: --jsonl as JSON
lines, --npz as arrays of numpy. Play i has the seed --seed + i. docs/data.md has
the format.`,
		Example: `  ludex simulate --seed 3 tictactoe
  ludex simulate --policy first --json nim
  ludex simulate --as jane cardgame
  ludex simulate --count 1000 --npz -o plays.npz connectfour
  ludex simulate chicken --moves '0.5:white:swerve'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.policy != "random" && f.policy != "first" {
				return fmt.Errorf("--policy: unknown policy %q: use random or first", f.policy)
			}
			d, err := f.load(cmd, args[0])
			if err != nil {
				return err
			}
			if err := f.data.check(cmd, d); err != nil {
				return err
			}
			if d.IsTimed() {
				if f.goals {
					return errors.New("--goals: in real time, goals are those of the end")
				}
				return simulateTimed(cmd, d, &f)
			}
			t, err := f.openRules(cmd, d)
			if err != nil {
				return err
			}
			if f.data.on() {
				return f.data.write(cmd, t, &f)
			}
			s := &simulation{openGame: t, cmd: cmd, flags: &f, rand: game.NewRand(f.seed), viewer: game.NoRole}
			if f.as != "" {
				if s.viewer, err = t.role(f.as); err != nil {
					return fmt.Errorf("--as: %w", err)
				}
			}
			return s.run()
		},
	}
	f.register(cmd)
	f.registerStart(cmd)
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random moves")
	cmd.Flags().StringVar(&f.policy, "policy", "random", "choose moves by `random|first`")
	cmd.Flags().StringVar(&f.as, "as", "", "show only what this `ROLE` sees")
	cmd.Flags().BoolVar(&f.step, "step", false, "wait for the enter key after each step")
	cmd.Flags().BoolVar(&f.goals, "goals", false, "show the goals of all states, not only of the last one")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per state")
	cmd.Flags().IntVar(&f.maxSteps, "max-steps", 0, maxStepsHelp)
	f.data.register(cmd)
	f.timed.register(cmd)
	cmd.Flags().StringVar(&f.timed.log, "log", "", "in real time: write the record of the match to `FILE`")
	return cmd
}

// A simulation is one play that is printed.
type simulation struct {
	*openGame
	cmd    *cobra.Command
	flags  *simulateFlags
	rand   *game.Rand
	viewer game.Role
	keys   *bufio.Reader
	state  game.State
	from   transition
	number int // of the state, counted from 1
}

func (s *simulation) run() error {
	if !s.flags.asJSON && s.viewer == game.NoRole {
		if err := s.header(); err != nil {
			return err
		}
	}
	if s.flags.maxSteps == 0 {
		s.flags.maxSteps = game.MaxSteps(s.game)
	}
	given := s.joints
	s.state = s.start
	if len(s.before) > 0 {
		s.state = s.before[0]
	}
	for s.number = 1; ; s.number++ {
		over := s.machine.Terminal(s.state)
		if err := s.failure(); err != nil {
			return err
		}
		if over || s.number > s.flags.maxSteps || s.cmd.Context().Err() != nil {
			return s.finish(over)
		}
		joint, err := s.choose(given)
		if err != nil {
			return err
		}
		if len(given) > 0 {
			given = given[1:]
		}
		if err := s.showStep(joint); err != nil {
			return err
		}
		before := s.state
		s.state = s.machine.Next(before, joint, nil)
		s.from = transition{before, joint}
		if err := s.failure(); err != nil {
			return err
		}
		if s.flags.step && !s.wait() {
			return nil
		}
	}
}

// failure returns why the play cannot continue, or nil.
func (s *simulation) failure() error {
	if err := s.machine.Err(); err != nil {
		return fmt.Errorf("state %d: %w", s.number, err)
	}
	return nil
}

// choose returns the joint move of a step: the given one, or the policy's. It draws a
// number for every role and step, as documented.
func (s *simulation) choose(given [][]game.Move) ([]game.Move, error) {
	if len(given) > 0 {
		return given[0], nil
	}
	joint := make([]game.Move, len(s.game.Roles()))
	for r, name := range s.game.Roles() {
		legal := s.machine.Legal(s.state, game.Role(r), nil)
		if err := s.failure(); err != nil {
			return nil, err
		}
		if len(legal) == 0 {
			return nil, fmt.Errorf("state %d: %s: %w", s.number, name, game.ErrStuck)
		}
		draw := s.rand.Choose(len(legal))
		if s.flags.policy == "first" {
			draw = 0
		}
		joint[r] = legal[draw]
	}
	return joint, nil
}

// wait waits for a key before the next step; "q" ends the simulation.
func (s *simulation) wait() bool {
	if s.keys == nil {
		s.keys = bufio.NewReader(s.cmd.InOrStdin())
	}
	fmt.Fprint(s.cmd.ErrOrStderr(), "[enter: go on, q: stop] ")
	line, err := s.keys.ReadString('\n')
	return err == nil && strings.TrimSpace(line) != "q"
}

// header shows roles, base and input.
func (s *simulation) header() error {
	out := s.cmd.OutOrStdout()
	block(out, "roles", s.shown(s.game.Roles()))
	if s.IsRBG() {
		return nil // the board shows everything that is declared
	}
	facts, moves, err := gdlengine.Declared(s.cmd.Context(), s.GDL, s.game.Roles())
	if err != nil {
		return err
	}
	block(out, "base", s.shown(facts))
	for r, name := range s.game.Roles() {
		block(out, "input of "+name, s.shown(moves[r]))
	}
	return nil
}

func (s *simulation) shown(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = s.show(t)
	}
	return out
}

// block writes a titled list, with as many entries per line as fit.
func block(out io.Writer, title string, entries []string) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(out, "%s\n", title)
	line := " "
	for _, e := range entries {
		if len(line)+1+len(e) > 100 && line != " " {
			fmt.Fprintln(out, line)
			line = " "
		}
		line += " " + e
	}
	fmt.Fprintln(out, line)
}

// A stateReport describes one state of the play.
type stateReport struct {
	Step     int                 `json:"step"`
	State    []string            `json:"state,omitempty"`
	Legal    map[string][]string `json:"legal,omitempty"`
	Moves    map[string]string   `json:"moves,omitempty"`
	Percepts map[string][]string `json:"percepts,omitempty"`
	Chance   string              `json:"chance,omitempty"` // probability of the next state, in a game with chance
	Terminal bool                `json:"terminal"`
	Goals    map[string][]int    `json:"goals,omitempty"`
}

// showStep shows a state and its joint move.
func (s *simulation) showStep(joint []game.Move) error {
	r := stateReport{Step: s.number, Moves: map[string]string{}, Percepts: map[string][]string{}}
	for role, name := range s.game.Roles() {
		if s.sees(game.Role(role)) {
			r.Moves[name] = s.show(s.game.MoveText(game.Role(role), joint[role]))
			if game.Role(role) != s.game.Random() {
				r.Percepts[name] = s.percepts(joint, game.Role(role))
			}
		}
	}
	if s.viewer == game.NoRole && s.game.Random() != game.NoRole {
		next := s.machine.Next(s.state, joint, nil)
		r.Chance = game.Chance(s.game, s.machine, s.state, joint, next).RatString()
	}
	if s.viewer == game.NoRole && s.flags.goals {
		r.Goals = s.goals()
	}
	if s.viewer == game.NoRole {
		r.State = s.shown(s.game.Facts(s.state))
		r.Legal = map[string][]string{}
		for role, name := range s.game.Roles() {
			for _, m := range s.machine.Legal(s.state, game.Role(role), nil) {
				r.Legal[name] = append(r.Legal[name], s.show(s.game.MoveText(game.Role(role), m)))
			}
		}
	}
	return s.report(r)
}

// sees reports whether the actions and percepts of a role are shown.
func (s *simulation) sees(r game.Role) bool { return s.viewer == game.NoRole || s.viewer == r }

func (s *simulation) percepts(joint []game.Move, r game.Role) []string {
	list := []string{}
	for _, p := range s.machine.Percepts(s.state, joint, r, nil) {
		list = append(list, s.show(s.game.PerceptText(p)))
	}
	return list
}

// goals returns the goals of the roles that are shown, in the present state.
func (s *simulation) goals() map[string][]int {
	goals := map[string][]int{}
	for role, name := range s.game.Roles() {
		if s.sees(game.Role(role)) && game.Role(role) != s.game.Random() {
			goals[name] = s.machine.Goals(s.state, game.Role(role), []int{})
		}
	}
	return goals
}

// finish shows the last state.
func (s *simulation) finish(over bool) error {
	r := stateReport{Step: s.number, Terminal: over}
	if s.viewer == game.NoRole {
		r.State = s.shown(s.game.Facts(s.state))
	}
	if over || s.flags.goals && s.viewer == game.NoRole {
		r.Goals = s.goals()
	}
	if err := s.report(r); err != nil {
		return err
	}
	if !over && s.cmd.Context().Err() == nil {
		return &exitError{exitUndecided, errors.New("the play is not over; --max-steps lets it go on")}
	}
	return nil
}

// report writes a report, unless the machine failed while it was made.
func (s *simulation) report(r stateReport) error {
	if err := s.failure(); err != nil {
		return err
	}
	out := s.cmd.OutOrStdout()
	if s.flags.asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	fmt.Fprintf(out, "\nstep %d\n", r.Step)
	if err := s.showState(out, r.State); err != nil {
		return err
	}
	for _, name := range s.game.Roles() {
		if !s.idle(r.Legal[name]) {
			block(out, "legal for "+name, once(r.Legal[name]))
		}
	}
	for _, name := range s.game.Roles() {
		if m, ok := r.Moves[name]; ok && !s.idle([]string{m}) {
			fmt.Fprintf(out, "%s does %s\n", name, m)
		}
	}
	if r.Chance != "" && r.Chance != "1" {
		fmt.Fprintf(out, "the next state has the probability %s\n", r.Chance)
	}
	if s.game.Hidden() || s.viewer != game.NoRole {
		for _, name := range s.game.Roles() {
			if p, ok := r.Percepts[name]; ok {
				fmt.Fprintln(out, strings.Join(append([]string{name, "sees"}, orNothing(p)...), " "))
			}
		}
	}
	if r.Terminal {
		fmt.Fprintln(out, "terminal")
	}
	for _, name := range s.game.Roles() {
		if g, ok := r.Goals[name]; ok {
			fmt.Fprintf(out, "goal of %s: %s\n", name, goalText(g, r.Terminal))
		}
	}
	return nil
}

// showState writes the facts of a state, or the board if the game has one.
func (s *simulation) showState(out io.Writer, facts []string) error {
	if s.IsRBG() {
		return s.draw(out, s.state, s.from)
	}
	block(out, "state", facts)
	return nil
}

// idle reports whether a role of a regular boardgame can only wait, which is not shown.
func (s *simulation) idle(moves []string) bool {
	return s.IsRBG() && len(moves) == 1 && moves[0] == rbgplay.Noop
}

// orNothing returns the percepts, or a word for none.
func orNothing(percepts []string) []string {
	if len(percepts) == 0 {
		return []string{"nothing"}
	}
	return percepts
}

// goalText writes goal values; in a terminal state a well-formed game has one.
func goalText(values []int, terminal bool) string {
	switch {
	case len(values) == 0 && !terminal:
		return "none"
	case len(values) == 0:
		return "none (a defect of the description)"
	case !terminal:
		return strings.Trim(fmt.Sprint(values), "[]")
	case len(values) == 1:
		return fmt.Sprint(values[0])
	}
	return fmt.Sprintf("%v (several: a defect of the description)", values)
}

// once returns a list without repetitions: moves with weights are in it several times.
func once(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, text := range list {
		if !seen[text] {
			out = append(out, text)
		}
		seen[text] = true
	}
	return out
}
