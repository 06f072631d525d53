package seat

import (
	"context"
	"errors"
	"log/slog"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/rules"
	"ludex/source"
)

// Read reads the text of rules, leniently, and logs its problems. With an error
// the rules cannot be played, but a move may be guessed from them.
func Read(ctx context.Context, log *slog.Logger, name, text string, opt rules.Options) (*rules.Rules, error) {
	opt.Lenient = true
	r := rules.Read(source.NewFile(name, []byte(text)), opt)
	problems := r.Problems
	played, err := r.Playable(ctx)
	if refused, ok := errors.AsType[*rules.RefusedError](err); ok {
		problems = refused.Problems
	}
	if err == nil {
		r, problems = played, played.Problems
	}
	if log != nil {
		logProblems(log, problems)
	}
	return r, err
}

// maxLogged is how many problems of rules are logged.
const maxLogged = 20

func logProblems(log *slog.Logger, problems *source.List) {
	logged := 0
	for _, d := range problems.Items {
		if d.Severity > source.Warning {
			continue
		}
		if logged == maxLogged {
			log.Warn("the rules have more problems")
			return
		}
		log.Warn("the rules have a problem", "code", d.Code.ID, "problem", d.Error())
		logged++
	}
}

// guess returns a move that the text of the rules suggests: one that a rule for
// legal moves names, for the role if possible. It is the last resort if no engine
// knows the legal moves.
func guess(r *rules.Rules, role, otherwise string) string {
	if r == nil || r.GDL == nil {
		return otherwise
	}
	best := ""
	for i := range r.GDL.Clauses {
		head := &r.GDL.Clauses[i].Head
		if head.Name != "legal" || len(head.Args) != 2 || !head.Args[1].IsGround() {
			continue
		}
		move := gdlformat.Term(&head.Args[1], gdl.Prefix)
		if who := &head.Args[0]; who.Kind == gdl.Variable || who.Name == role {
			return move
		}
		if best == "" {
			best = move
		}
	}
	if best == "" {
		return otherwise
	}
	return best
}
