package knowledge

import (
	"context"
	"errors"

	"ludex/game"
)

// eachSet visits all developments, step by step, until visit has seen enough.
// Where a limit ends it, findings that are not refuted stay open.
func (m *Model) eachSet(ctx context.Context, r game.Role, single bool, visit func(*Set) (bool, error), findings ...*Finding) error {
	b := &budget{limit: m.limits.Developments}
	set := m.start(Roles(r), single)
	for set.Len() > 0 {
		more, err := visit(set)
		if err == nil && more {
			set, err = m.step(ctx, set, all, b, nil)
		}
		if err != nil {
			return leaveOpen(err, findings)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// leaveOpen notes why findings are no proofs. A limit is no error.
func leaveOpen(err error, findings []*Finding) error {
	for _, f := range findings {
		if f.Verdict == Yes {
			f.Verdict, f.Reason = NotRefuted, err.Error()
		}
	}
	var limit *LimitError
	if errors.As(err, &limit) {
		return nil
	}
	return err
}
