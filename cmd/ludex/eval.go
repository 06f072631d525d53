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
	"ludex/internal/logic"
	"ludex/internal/spelling"
	"ludex/internal/whylegal"
	"ludex/library"
)

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

// writeAnswers prints atoms. If a query has none, it says why on standard error.
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
		fmt.Fprintf(cmd.ErrOrStderr(), "no: %s\n", noAnswer(prog, query))
		return answerNo
	}
	return nil
}

// noAnswer says why a query has no answer.
func noAnswer(prog *gdl.Program, query *gdl.Term) string {
	deps := logic.NewDependencies(prog)
	asked := query.Symbol()
	i := deps.Index(asked)
	if i < 0 {
		hint := ""
		var names []string
		for _, s := range deps.Relations {
			if s.Name == asked.Name {
				hint = fmt.Sprintf(", but %s", s)
			}
			names = append(names, s.Name)
		}
		if near := spelling.Nearest(asked.Name, names); near != "" && hint == "" {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		return fmt.Sprintf("the program has no relation %s%s", asked, hint)
	}
	inState := func(to int) bool { n := deps.Relations[to].Name; return n == gdl.True || n == gdl.Does }
	if inState(i) || deps.Path(i, inState) != nil {
		return fmt.Sprintf("%s depends on a state, and a program alone has none: give its facts with --input, or ask with \"ludex why\"", asked)
	}
	return fmt.Sprintf("%s does not follow", gdlformat.Term(query, prog.Syntax))
}
