package knowledge

import (
	"context"
	"errors"

	"ludex/game"
)

// eachSet visits all developments, step by step, until visit returns false. If a
// limit ends it, findings that are not refuted stay open.
func (m *Model) eachSet(ctx context.Context, r game.Role, single bool, visit func(*Set) (bool, error), findings ...*Finding) error {
	b := &budget{limit: m.limits.Developments}
	set := m.start(Roles(r), single)
	for set.Len() > 0 {
		more, err := visit(set)
		if err == nil && more {
			set, err = m.step(ctx, set, all, b, nil)
		}
		if err != nil {
			return markOpen(err, findings)
		}
		if !more {
			return nil
		}
	}
	return nil
}

// markOpen records why findings are not proofs. A limit is not an error.
func markOpen(err error, findings []*Finding) error {
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
