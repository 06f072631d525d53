package match

import (
	"ludex/gdl"
	"ludex/rules"
)

// A Reading says with which options rules were read, where that changes their
// meaning.
type Reading struct {
	Dialect       string `json:"dialect,omitempty"` // that was forced
	Syntax        string `json:"syntax,omitempty"`  // likewise
	CaseSensitive bool   `json:"caseSensitive,omitempty"`
	Lenient       bool   `json:"lenient,omitempty"`
}

// readingOf returns how rules were read, or nil for the default options.
func readingOf(rs *rules.Rules) *Reading {
	opt := rs.Options()
	r := Reading{CaseSensitive: opt.CaseSensitive, Lenient: opt.Lenient}
	if opt.Dialect != gdl.AnyDialect {
		r.Dialect = opt.Dialect.String()
	}
	if opt.Syntax != gdl.AnySyntax {
		r.Syntax = opt.Syntax.String()
	}
	if r == (Reading{}) {
		return nil
	}
	return &r
}

// options returns how to read the rules of a record again.
func (r *Reading) options() (opt rules.Options, err error) {
	if r == nil {
		return opt, nil
	}
	opt.CaseSensitive, opt.Lenient = r.CaseSensitive, r.Lenient
	if r.Dialect != "" {
		if opt.Dialect, err = gdl.ParseDialect(r.Dialect); err != nil {
			return opt, wrong("%w", err)
		}
	}
	if r.Syntax != "" {
		if opt.Syntax, err = gdl.ParseSyntax(r.Syntax); err != nil {
			return opt, wrong("%w", err)
		}
	}
	return opt, nil
}

// same reports whether two readings are equal.
func (r *Reading) same(o *Reading) bool {
	if r == nil || o == nil {
		return r == o
	}
	return *r == *o
}
