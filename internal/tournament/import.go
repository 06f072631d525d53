package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"ludex/internal/store"
	"ludex/match"
)

// ImportOptions say what an import accepts.
type ImportOptions struct {
	// Trust says which signatures records need.
	Trust match.Trust
	// Unproved takes results without their records, and records that do not
	// follow from their rules.
	Unproved bool
	// Known is what the store has already; nil is nothing.
	Known *store.Store
}

// An Import is data from another store. It is checked while it is read, and spooled
// to a file until it is complete, so that the store is not blocked meanwhile.
type Import struct {
	opt     ImportOptions
	prover  prover
	spool   *os.File
	configs map[string]*Config
	proofs  map[string]*proof
	results []claim
	// Unfinished counts matches that are not over, which are left out.
	Unfinished int
}

// A RefusedError says that an import does not accept something.
type RefusedError struct{ Err error }

// Error says what is not accepted, and why.
func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the error itself.
func (e *RefusedError) Unwrap() error { return e.Err }

func refused(format string, args ...any) error { return &RefusedError{fmt.Errorf(format, args...)} }

// A claim is a result with its place in the input.
type claim struct {
	place  string
	result store.Result
}

// NewImport returns an import of nothing yet. It has to be closed.
func NewImport(opt ImportOptions) (*Import, error) {
	spool, err := os.CreateTemp("", "ludex-import-*")
	if err != nil {
		return nil, err
	}
	return &Import{
		opt: opt, prover: prover{trust: opt.Trust, unproved: opt.Unproved}, spool: spool,
		configs: map[string]*Config{}, proofs: map[string]*proof{},
	}, nil
}

// Close removes the spooled data.
func (m *Import) Close() error { return errors.Join(m.spool.Close(), os.Remove(m.spool.Name())) }

// Read reads what [store.Store.Export] wrote. The name is for messages.
func (m *Import) Read(ctx context.Context, name string, in io.Reader) error {
	err := store.EachLine(in, func(l *store.Line) error {
		if err := errors.Join(ctx.Err(), l.Check()); err != nil {
			return err
		}
		switch {
		case l.Tournament != nil:
			return m.tournament(ctx, l)
		case l.Match != nil:
			return m.match(ctx, l)
		case l.Result != nil:
			m.results = append(m.results, claim{fmt.Sprintf("%s: the result %q of tournament %q", name, l.Result.Key, l.Result.Tournament), *l.Result})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// keep spools a line.
func (m *Import) keep(l *store.Line) error { return json.NewEncoder(m.spool).Encode(l) }

// tournament reads a tournament that can be scheduled.
func (m *Import) tournament(ctx context.Context, l *store.Line) error {
	t := l.Tournament
	c, err := Decode(t.Config)
	if err == nil && c.Name != t.Name {
		err = fmt.Errorf("its configuration is that of %q", c.Name)
	}
	if err == nil {
		err = goodName(t.Name)
	}
	if err != nil {
		return refused("tournament %q: %w", t.Name, err)
	}
	have, err := m.known(ctx, t.Name)
	if err != nil {
		return err
	}
	if have != nil && have.Config != t.Config {
		return refused("there is another tournament %q", t.Name)
	}
	m.configs[t.Name] = c
	return m.keep(l)
}

// known returns a tournament that the store has, or nil.
func (m *Import) known(ctx context.Context, name string) (*store.Tournament, error) {
	if m.opt.Known == nil {
		return nil, nil
	}
	t, err := m.opt.Known.Tournament(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &t, err
}

// match reads a record that can be proved.
func (m *Import) match(ctx context.Context, l *store.Line) error {
	r := l.Match
	if !r.Completed && !r.Aborted {
		m.Unfinished++
		return nil
	}
	of, err := m.prover.record(ctx, r)
	if err != nil {
		return fmt.Errorf("match %q: %w", r.ID, err)
	}
	if have := m.proofs[r.ID]; have != nil && have.sum != of.sum {
		return refused("there is another match %q", r.ID)
	}
	m.proofs[r.ID] = of
	return m.keep(l)
}

// Into brings everything that was read into a store, or nothing. Existing entries
// of the store are unchanged. The store is opened after all checks, and closed at
// the end.
func (m *Import) Into(ctx context.Context, open func(context.Context) (*store.Store, error)) (n store.Imported, err error) {
	if err := m.check(ctx); err != nil {
		return n, err
	}
	if _, err := m.spool.Seek(0, io.SeekStart); err != nil {
		return n, err
	}
	s, err := open(ctx)
	if err != nil {
		return n, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(ctx, m.spool)
}

// check checks the results. They must be of tournaments that are in the import or in
// the store, and be what the records of their matches show.
func (m *Import) check(ctx context.Context) error {
	of := map[string][]claim{}
	var names []string
	for _, c := range m.results {
		name := c.result.Tournament
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], c)
	}
	for _, name := range names {
		if err := m.checkResults(ctx, name, of[name]); err != nil {
			return err
		}
	}
	return nil
}

// checkResults checks the results of a tournament.
func (m *Import) checkResults(ctx context.Context, name string, claims []claim) error {
	c, results, err := m.config(ctx, name)
	if err != nil {
		return fmt.Errorf("%s: %w", claims[0].place, err)
	}
	for _, claim := range claims {
		if err := c.fits(claim.result); err != nil {
			return refused("%s: %w", claim.place, err)
		}
		if _, known := results[claim.result.Key]; !known {
			results[claim.result.Key] = claim.result
		}
	}
	sched := c.Schedule(results)
	fixtures := sched.byKey()
	for _, claim := range claims {
		of, err := m.proof(ctx, claim.result.Match)
		if err != nil {
			return fmt.Errorf("%s: %w", claim.place, err)
		}
		if err := m.prover.result(c, fixtures, claim.result, of); err != nil {
			return refused("%s: %w", claim.place, err)
		}
		if err := m.keep(&store.Line{Result: &claim.result}); err != nil {
			return err
		}
	}
	return nil
}

// config returns the configuration of a tournament, and the results that the store
// has.
func (m *Import) config(ctx context.Context, name string) (*Config, Results, error) {
	have, err := m.known(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	c := m.configs[name]
	if have == nil {
		if c == nil {
			return nil, nil, refused("there is no such tournament")
		}
		return c, Results{}, nil
	}
	p, err := Load(ctx, m.opt.Known, name)
	if err != nil {
		return nil, nil, err
	}
	return p.Config, p.Results, nil
}

// proof returns what is proved of a match, in the import or in the store, or nil.
func (m *Import) proof(ctx context.Context, id string) (*proof, error) {
	if of := m.proofs[id]; of != nil || m.opt.Known == nil {
		return of, nil
	}
	r, err := m.opt.Known.Match(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return m.prover.record(ctx, r)
}
