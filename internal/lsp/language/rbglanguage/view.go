// Package rbglanguage implements package language for Regular Boardgames descriptions.
//
// It classifies words by the tokens alone, so that it works on texts that are still being
// typed. Names that macros paste together come from the game, if the text is valid.
package rbglanguage

import (
	"context"
	"errors"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// Options says what is reported.
type Options struct {
	Strict, Hints bool
}

// A View is one version of a text.
type View struct {
	*outline
	options  Options
	problems *source.List // of reading
}

// An outline has the names of a text and their occurrences.
type outline struct {
	file       *source.File
	doc        *rbgparse.Document
	game       *rbg.Game // nil if the text has errors
	directives []directive
	names      map[string]declaration
	macros     map[string][]int // directives by the name of their macro
	arguments  map[int]int      // how many there are in a round bracket, by its token
	words      []word           // the names of the text, in its order
}

var _ language.View = (*View)(nil)

// New reads a text.
func New(f *source.File, opt Options) *View {
	v := &View{outline: &outline{file: f}, options: opt}
	v.doc, _ = rbgparse.Scan(f)
	v.game, v.problems = rbgparse.File(f)
	v.cut()
	v.declare()
	v.resolve()
	return v
}

// Check reports the problems of the text.
func (v *View) Check(ctx context.Context, report func(*source.List)) {
	list := &source.List{File: v.file}
	for _, d := range v.problems.Items {
		copied := *d
		list.Items = append(list.Items, &copied)
	}
	if v.game != nil {
		rbgcheck.Run(v.game, rbgcheck.Options{Strict: v.options.Strict, Hints: v.options.Hints}, list)
	}
	if ctx.Err() == nil {
		report(list)
	}
}

// errBroken is reported where a text with errors cannot be worked with.
var errBroken = errors.New("the text has errors; mend them first")

// Format returns the text in its canonical form. Only its directives have to be
// complete.
func (v *View) Format() ([]byte, error) {
	doc, list := rbgparse.Scan(v.file)
	if list.HasErrors() {
		return nil, errBroken
	}
	return rbgformat.Source(doc), nil
}
