package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlparse"
	"ludex/internal/whylegal"
	"ludex/library"
)

func newWhy() *cobra.Command {
	var play playFlags
	cmd := &cobra.Command{
		Use:   "why <game> <query>",
		Short: "Explain why something holds in a state, or why not",
		Long: `Why prints the derivation of an atom in a state of the game, or, if it does not hold,
the rules that could have derived it and the first condition of each that fails.
The state is the initial one, or the one after --moves. The joint move of
"does", "next" and "sees" is the last one of --moves: then the query is about
the step that it made. For a regular boardgame the query is a move, and the
answer the way through the rules that makes it legal, or where the ways end that
come closest to it.`,
		Example: `  ludex why tictactoe '(legal white (mark 1 1))'
  ludex why tictactoe --moves '((mark 1 1) noop)' '(next (cell 1 1 x))'
  ludex why chess e2e5`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			play.opening.Engine = "reference"
			t, err := play.open(cmd, args[0])
			if err != nil {
				return err
			}
			place := whylegal.Place{Rules: t.Rules, Game: t.game, States: append(t.before, t.start), Joints: t.joints}
			answer, err := place.Query(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), answer.Text)
			if !answer.Legal {
				return answerNo
			}
			return nil
		},
	}
	play.gameFlags.register(cmd)
	play.registerStart(cmd)
	return cmd
}

func newEval() *cobra.Command {
	var flags gameFlags
	var input string
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "eval <program> [<query>]",
		Short: "Compute what follows from a logic program",
		Long: `Eval computes the minimal model of any safe, stratified program, game or not, or the
instances of a query. With --input the program is open: the file's facts are
added, and what is printed are the relations that the program defines.`,
		Example: `  ludex eval family.gdl 'grandparent(X,Z)'
  ludex eval rules.gdl --input data.gdl`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			prog, err := flags.loadGDL(cmd, args[0])
			if err != nil {
				return err
			}
			var facts []gdl.Term
			if input != "" {
				if facts, err = readFacts(cmd, input); err != nil {
					return fmt.Errorf("--input: %w", err)
				}
			}
			var query *gdl.Term
			if len(args) == 2 {
				q, err := whylegal.ParseAtom(args[1], prog)
				if err != nil {
					return err
				}
				query = &q
			}
			answers, err := gdlref.Eval(cmd.Context(), prog, facts, query, gdlref.Options{MaxAnswers: limit, Memory: budget.MemoryOf(cmd.Context())})
			if err != nil {
				return err
			}
			return writeAnswers(cmd, prog, answers, query, asJSON)
		},
	}
	flags.register(cmd)
	cmd.Flags().IntVar(&limit, "limit", 1_000_000, "stop with an error after this many `facts`")
	cmd.Flags().StringVar(&input, "input", "", "add the facts of this `FILE`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON list")
	return cmd
}

func readFacts(cmd *cobra.Command, path string) ([]gdl.Term, error) {
	file, err := library.Open(path, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	return gdlmoves.Terms(file.Text(), gdlparse.Recognise(file.Text()))
}

// writeAnswers prints atoms, or "no" if there are none.
func writeAnswers(cmd *cobra.Command, prog *gdl.Program, answers []gdl.Term, query *gdl.Term, asJSON bool) error {
	texts := make([]string, len(answers))
	for i := range answers {
		texts[i] = gdlformat.Term(&answers[i], prog.Syntax)
	}
	out := cmd.OutOrStdout()
	if asJSON {
		if err := json.NewEncoder(out).Encode(texts); err != nil {
			return err
		}
	} else {
		for _, t := range texts {
			fmt.Fprintln(out, t)
		}
	}
	if query != nil && len(answers) == 0 {
		return answerNo
	}
	return nil
}
