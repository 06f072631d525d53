package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/spelling"
	"ludex/knowledge"
	"ludex/timed"
)

func newViews() *cobra.Command {
	var k knowledgeFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "views --moves STEPS <game>",
		Short: "Show what each role has seen, and how much that leaves open",
		Long: `Views follows a play and shows, after each step, what every role has done and
perceived, and how large its information set is: how many developments it cannot
tell from the one that was played, and how many states they lead to. If one is
larger than the limit, the exit code is 3.

In a game in real time players move at multiples of --grid, and --moves are written as
time:role:move, those of random too; a time alone lets the play go on until then. Steps in which
nobody moves and nothing is seen are left out, except the last.`,
		Example: `  ludex views cardgame --moves 'deal(ace,king); allIn fold'
  ludex views duel --moves '0:random:wait(1.5); 1.75:east:shoot'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, m, err := k.model(cmd, args[0])
			if err != nil {
				return err
			}
			trace, err := m.Follow(knowledge.Development{Joints: t.joints})
			if err != nil {
				return err
			}
			v := &viewer{openGame: t, model: m, trace: trace}
			stop := progressOf(cmd, lookingAt(m))
			report, err := v.report(cmd)
			stop()
			if err != nil && !stopped(err) {
				return err
			}
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "ludex: stopped at step %d of %d\n", len(report)+1, len(trace.States))
			}
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(report)
			} else {
				err = v.write(cmd.OutOrStdout(), report)
			}
			if err == nil && v.limited {
				return &exitError{code: exitUndecided}
			}
			return err
		},
	}
	k.register(cmd)
	k.registerStart(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// A viewer shows the views of the roles of a play.
type viewer struct {
	*openGame
	model   *knowledge.Model
	trace   *knowledge.Trace
	limited bool // an information set is larger than the limit
}

type stepViews struct {
	Step  int                  `json:"step"`
	Time  *timed.Time          `json:"time,omitempty"`  // in real time
	Moves string               `json:"moves,omitempty"` // that led to it
	Roles map[string]*roleView `json:"roles"`
}

type roleView struct {
	Move         string   `json:"move,omitempty"`
	Percepts     []string `json:"percepts,omitempty"`
	Developments string   `json:"developments"` // a number, or "more than N"
	States       int      `json:"states,omitempty"`
}

// report collects the views of all steps; after an error it has the steps before.
func (v *viewer) report(cmd *cobra.Command) ([]stepViews, error) {
	steps := []stepViews{}
	for i := range v.trace.States {
		if v.isQuiet(i) {
			continue
		}
		s := stepViews{Step: i + 1, Roles: map[string]*roleView{}}
		if v.grid != nil {
			s.Time = &v.times[i]
		}
		if i > 0 {
			s.Moves = game.JointText(v.game, v.joints[i-1])
		}
		for _, r := range v.model.Players() {
			rv, err := v.role(cmd, i, r)
			if err != nil {
				return steps, err
			}
			s.Roles[v.game.Roles()[r]] = rv
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// isQuiet reports whether nothing happened in the step to a state of a game in real time,
// which is not the last.
func (v *viewer) isQuiet(i int) bool {
	if v.grid == nil || i == 0 || i == len(v.trace.States)-1 {
		return false
	}
	for r, m := range v.joints[i-1] {
		if v.game.MoveText(game.Role(r), m) != v.grid.Wait() || len(v.machine.Percepts(v.before[i-1], v.joints[i-1], game.Role(r), nil)) > 0 {
			return false
		}
	}
	return true
}

// role returns what a role perceived in the last step and considers possible now.
func (v *viewer) role(cmd *cobra.Command, step int, r game.Role) (*roleView, error) {
	id := v.trace.Views[step][r]
	rv := new(roleView)
	if seen := v.model.View(r, id).Steps; len(seen) > 0 {
		last := seen[len(seen)-1]
		rv.Move = v.show(last.Move)
		for _, p := range last.Percepts {
			rv.Percepts = append(rv.Percepts, v.show(p))
		}
	}
	set, err := v.model.Possible(cmd.Context(), r, id, 0)
	var limit *knowledge.LimitError
	switch {
	case errors.As(err, &limit):
		rv.Developments, v.limited = fmt.Sprintf("more than %d", limit.Limit), true
		return rv, nil
	case err != nil:
		return nil, err
	}
	rv.Developments, rv.States = set.Developments().String(), set.States()
	return rv, nil
}

func (v *viewer) write(out io.Writer, steps []stepViews) error {
	for _, s := range steps {
		fmt.Fprintf(out, "step %d", s.Step)
		if s.Time != nil {
			fmt.Fprintf(out, ", at %v", *s.Time)
		}
		if s.Moves != "" {
			fmt.Fprintf(out, ", after %s", s.Moves)
		}
		fmt.Fprintln(out)
		for _, name := range v.game.Roles() {
			rv := s.Roles[name]
			if rv == nil {
				continue // random has no view
			}
			if rv.Move != "" {
				fmt.Fprintf(out, "  %s does %s and sees %s\n", name, rv.Move, strings.Join(orNothing(rv.Percepts), " "))
			}
			fmt.Fprintf(out, "  %s thinks possible: %s\n", name, rv.size())
		}
	}
	return nil
}

// size describes the size of an information set.
func (rv *roleView) size() string {
	if rv.States == 0 {
		return rv.Developments + " developments"
	}
	return fmt.Sprintf("%s, %s", spelling.CountText(rv.Developments, "development"), spelling.Count(rv.States, "state"))
}
