package variation

import (
	"context"
	"fmt"
	"strings"

	"ludex/internal/parameters"
	"ludex/internal/trial"
	"ludex/rules"
	"ludex/source"
)

// A Variant is a game with values of its parameters.
type Variant struct {
	Values []int `json:"values"` // in the order of the axes
	// Result is what was found, nil as long as it was not tried.
	Result *trial.Result `json:"result,omitempty"`

	key   string
	rules *rules.Rules
}

// Key names the values, such as columns=4,rows=6.
func (v *Variant) Key() string { return v.key }

// Rules returns the rules of the variant.
func (v *Variant) Rules() *rules.Rules { return v.rules }

// A Sweep is a game with all combinations of some values of its parameters.
type Sweep struct {
	Game     string        `json:"game"`
	Hash     string        `json:"hash"` // of the rules
	Axes     []Axis        `json:"axes"`
	Options  trial.Options `json:"options"`
	Variants []*Variant    `json:"variants"`
}

// New returns the sweep of a game over axes. A variant whose text cannot be made is an error.
func New(rs *rules.Rules, axes []Axis, opt trial.Options) (*Sweep, error) {
	found, err := parameters.Find(rs.Text(), rs.IsRBG())
	if err != nil {
		return nil, err
	}
	s := &Sweep{Game: rs.Name(), Hash: rs.Hash(), Axes: axes, Options: opt}
	count := 1
	for i, a := range axes {
		for _, b := range axes[:i] {
			if a.Name == b.Name {
				return nil, fmt.Errorf("%s is there twice", a.Name)
			}
		}
		if count *= len(a.Values); count > MaxVariants {
			return nil, fmt.Errorf("these are more than %d variants", MaxVariants)
		}
	}
	for n := range count {
		v := s.variant(n)
		settings := map[string]int{}
		for i, a := range axes {
			settings[a.Name] = v.Values[i]
		}
		text, err := parameters.Set(rs.Text(), found, settings)
		if err != nil {
			return nil, err
		}
		v.rules = rules.Read(source.NewFile(rs.File.Name(), []byte(text)), rs.Options())
		s.Variants = append(s.Variants, v)
	}
	return s, nil
}

// variant returns the variant with a number; the last axis varies fastest.
func (s *Sweep) variant(n int) *Variant {
	v := &Variant{Values: make([]int, len(s.Axes))}
	var names []string
	for i := len(s.Axes) - 1; i >= 0; i-- {
		a := s.Axes[i]
		v.Values[i] = a.Values[n%len(a.Values)]
		n /= len(a.Values)
	}
	for i, a := range s.Axes {
		names = append(names, fmt.Sprintf("%s=%d", a.Name, v.Values[i]))
	}
	v.key = strings.Join(names, ",")
	return v
}

// A Trier tries descriptions, see [trial.Each].
type Trier func(ctx context.Context, items []trial.Item, done func(number int, r trial.Result) error) error

// Run tries the variants that were not tried yet, and calls keep with each when it is.
func (s *Sweep) Run(ctx context.Context, try Trier, keep func(*Variant) error) error {
	var open []*Variant
	var items []trial.Item
	for _, v := range s.Variants {
		if v.Result == nil {
			open = append(open, v)
			items = append(items, trial.Item{Key: v.key, Rules: v.rules, Options: s.Options})
		}
	}
	if len(open) == 0 {
		return nil
	}
	return try(ctx, items, func(i int, r trial.Result) error {
		open[i].Result = &r
		return keep(open[i])
	})
}

// Tried returns how many variants were tried.
func (s *Sweep) Tried() int {
	n := 0
	for _, v := range s.Variants {
		if v.Result != nil {
			n++
		}
	}
	return n
}

// Measures returns the measures that some variant has, in the order of the trials.
func (s *Sweep) Measures() []string {
	var list []string
	seen := map[string]bool{}
	for _, v := range s.Variants {
		if v.Result == nil {
			continue
		}
		for _, f := range v.Result.Figures {
			if !seen[f.Measure] {
				seen[f.Measure] = true
				list = append(list, f.Measure)
			}
		}
	}
	return list
}
