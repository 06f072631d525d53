package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/viewtext"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/source"
)

// knowledgeFlags are the flags of verbs about knowledge.
type knowledgeFlags struct {
	playFlags
	limits knowledge.Limits
	view   string
	as     string
}

func (k *knowledgeFlags) register(cmd *cobra.Command) {
	k.playFlags.register(cmd)
	k.registerGrid(cmd)
	cmd.Flags().IntVar(&k.limits.Developments, "max-developments", 1_000_000, "look at this many `developments` at most")
}

func (k *knowledgeFlags) registerView(cmd *cobra.Command) {
	cmd.Flags().StringVar(&k.view, "view", "", "what a role has seen: a `FILE`, -, or text with ; between steps")
	cmd.Flags().StringVar(&k.as, "as", "", "the `ROLE` whose view it is")
}

// model opens a game and returns a new knowledge model of it.
func (k *knowledgeFlags) model(cmd *cobra.Command, arg string) (*openGame, *knowledge.Model, error) {
	if k.state != "" {
		return nil, nil, errors.New("--state: knowledge comes from a whole play; give its --moves")
	}
	t, err := k.open(cmd, arg)
	if err != nil {
		return nil, nil, err
	}
	m, err := knowledge.New(t.game, k.limits)
	return t, m, err
}

// readView reads the view that --view and --as give.
func (k *knowledgeFlags) readView(cmd *cobra.Command, t *openGame) (knowledge.View, error) {
	role, err := k.viewer(t)
	if err != nil {
		return knowledge.View{}, err
	}
	if t.IsRBG() {
		return knowledge.View{}, errors.New("--view: in a regular boardgame nothing is hidden; give the --moves")
	}
	text, err := movesText(k.view, cmd.InOrStdin())
	if err != nil {
		return knowledge.View{}, fmt.Errorf("--view: %w", err)
	}
	v, err := viewtext.Parse(role, text)
	if err != nil {
		return v, fmt.Errorf("--view: %w", err)
	}
	return v, nil
}

// viewer returns the role whose view is given; it need not be named if it is the only
// player.
func (k *knowledgeFlags) viewer(t *openGame) (game.Role, error) {
	if k.as != "" {
		r, err := t.role(k.as)
		if err != nil {
			return r, fmt.Errorf("--as: %w", err)
		}
		return r, nil
	}
	var players []game.Role
	for r := range t.game.Roles() {
		if game.Role(r) != t.game.Random() {
			players = append(players, game.Role(r))
		}
	}
	if len(players) != 1 {
		return 0, errors.New("--as: say whose view it is")
	}
	return players[0], nil
}

func newKnows() *cobra.Command {
	var k knowledgeFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "knows <game> <formula>",
		Short: "Find out who knows what, exactly",
		Long: `Knows answers a question about a play: the one that --moves gives, or all plays that
look like --view to the role --as. The formula is made of facts, "legal",
"goal" and "terminal"; does(r,m) and sees(r,p), what a player did and saw in the
last step; ~ & | =>; knows(r,F), possible(r,F), everyone({r,s},F),
common({r,s},F); next, always, eventually and can, with [n] up to n steps; and
"exists X in true(hasCard(jane,X)): F". After the end of a play nothing comes, so
there "next F" holds whatever F is. The answer is yes, no (exit code 1) or
undecided within the limit (exit code 3), with developments that show it.

In a game in real time players move at multiples of --grid, and --moves are written as
time:role:move, those of random too; a time alone lets the play go on until then.
lasts(T,F) says for how long a fact F will be true.`,
		Example: `  ludex knows cardgame 'knows(jane, next exists C in card(C): knows(jane, hasCard(jane,C)))'
  ludex knows cardgame --moves 'deal(ace,king)' 'knows(jane, ~knows(rick, hasCard(jane,ace)))'
  ludex knows montyhall --view 'noop; choose(1); noop goat(3)' 'car(2)'
  ludex knows duel --moves '0:random:wait(1.5); 1' 'knows(east, ~signal & ~lasts(0.25,quiet))'`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, m, err := k.model(cmd, args[0])
			if err != nil {
				return err
			}
			q, err := t.query(cmd, args[1])
			if err != nil {
				return err
			}
			stop := progressOf(cmd, lookingAt(m))
			answer, err := k.ask(cmd, t, m, q)
			stop()
			if err != nil && (answer == nil || !stopped(err)) {
				return err
			}
			return writeAnswer(cmd, answer, asJSON)
		},
	}
	k.register(cmd)
	k.registerStart(cmd)
	k.registerView(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// lookingAt returns what the progress of a question says: how many states were visited of
// how many that may be.
func lookingAt(m *knowledge.Model) func() string {
	return func() string {
		return fmt.Sprintf("looking at developments, %d states of at most %d", m.States(), m.Limits().States)
	}
}

// query parses a formula about the game.
func (t *openGame) query(cmd *cobra.Command, text string) (*formula.Query, error) {
	f, list := formula.Read(source.NewFile("<formula>", []byte(text)))
	var q *formula.Query
	if !list.HasErrors() {
		q = formula.Bind(f, t.game, t.formulaOptions(), list)
	}
	if err := render(cmd.ErrOrStderr(), list); err != nil {
		return nil, err
	}
	if q == nil {
		return nil, &exitError{code: exitUsage}
	}
	return q, nil
}

func (t *openGame) formulaOptions() formula.Options {
	if t.IsRBG() {
		return formula.Options{}
	}
	return formula.Options{
		Relations: relations.Of(t.GDL),
		FoldCase:  t.GDL.Syntax == gdl.Prefix && !t.GDL.CaseSensitive,
	}
}

// ask evaluates a query at the development or the view that the flags give.
func (k *knowledgeFlags) ask(cmd *cobra.Command, t *openGame, m *knowledge.Model, q *formula.Query) (*formula.Answer, error) {
	if k.view == "" {
		return q.At(cmd.Context(), m, knowledge.Development{Joints: t.joints})
	}
	if k.moves != "" {
		return nil, errors.New("give either --moves or --view")
	}
	v, err := k.readView(cmd, t)
	if err != nil {
		return nil, err
	}
	return q.InView(cmd.Context(), m, v)
}

func writeAnswer(cmd *cobra.Command, a *formula.Answer, asJSON bool) error {
	var err error
	if asJSON {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(a)
	} else {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(a.String(), "\n"))
	}
	switch {
	case err != nil:
		return err
	case a.Verdict == formula.No:
		return answerNo
	case a.Verdict == formula.Undecided:
		return &exitError{code: exitUndecided}
	}
	return nil
}
