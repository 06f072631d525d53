// Package rules holds the description of a game in any of the languages and opens it as
// a [ludex/game.Game]. It is the entry point for code that plays, hosts or stores games
// of all languages.
package rules

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
	"ludex/timed"
)

// A Language is a language of rules. In the GDL family it is the name of the dialect.
type Language string

// RBG is the language of regular boardgames.
const RBG Language = "rbg"

// Options says how to read a text. The zero value detects everything.
type Options struct {
	// AsRBG and AsGDL read the text in one language, whatever it looks like.
	AsRBG, AsGDL bool
	// Syntax, Dialect and CaseSensitive are for the GDL family.
	Syntax        gdl.Syntax
	Dialect       gdl.Dialect
	CaseSensitive bool
	// Lenient plays rules with errors that have a clear meaning, see package
	// gdlrewrite.
	Lenient bool
}

// Rules are a description of a game. Exactly one of GDL and RBG is set; neither
// is if the text is a regular boardgame with errors.
type Rules struct {
	File     *source.File
	Problems *source.List // of the text; with errors among them it cannot be played
	GDL      *gdl.Program // of the GDL family
	RBG      *rbg.Game    // a regular boardgame without errors

	options Options
	isRBG   bool
	gate    *gate  // nil if the rules were found to be playable
	copies  string // the function of copies of moves that have weights, or ""
}

// Read reads a text.
func Read(f *source.File, opt Options) *Rules {
	r := &Rules{File: f, options: opt, gate: new(gate)}
	r.isRBG = opt.AsRBG || !opt.AsGDL && LooksLikeRBG(f)
	if r.isRBG {
		r.RBG, r.Problems = rbgparse.File(f)
		return r
	}
	r.GDL, r.Problems = gdlparse.File(f, gdlparse.Options{Syntax: opt.Syntax, Dialect: opt.Dialect, CaseSensitive: opt.CaseSensitive})
	r.copies = gdlrewrite.CopyName(r.GDL)
	return r
}

// Parse reads a text that has to be without errors.
func Parse(name, text string) (*Rules, error) {
	r := Read(source.NewFile(name, []byte(text)), Options{})
	if err := r.Problems.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// LooksLikeRBG reports whether a text is read as a regular boardgame unless the options say
// otherwise.
func LooksLikeRBG(f *source.File) bool {
	return filepath.Ext(f.Name()) == ".rbg" || gdlparse.LooksLikeRBG(f.Text())
}

// Name returns the name of the game in messages and records: the file name without folder
// and extension.
func (r *Rules) Name() string {
	base := path.Base(filepath.ToSlash(r.File.Name()))
	return strings.TrimSuffix(base, path.Ext(base))
}

// Language returns the language of the rules.
func (r *Rules) Language() Language {
	if r.isRBG {
		return RBG
	}
	return Language(r.GDL.Dialect.String())
}

// Options returns how the rules were read.
func (r *Rules) Options() Options { return r.options }

// IsRBG reports whether the rules are a regular boardgame.
func (r *Rules) IsRBG() bool { return r.isRBG }

// IsTimed reports whether the game is in real time.
func (r *Rules) IsTimed() bool { return !r.isRBG && r.GDL.Dialect.Timed() }

// forceHidden reports whether rules without sees clauses are read as in GDL-II and
// GDL-III, where nothing is seen.
func (r *Rules) forceHidden() bool {
	return r.options.Dialect == gdl.GDLII || r.options.Dialect == gdl.GDLIII
}

// Text returns the rules as they were written.
func (r *Rules) Text() string { return r.File.Text() }

// Hash returns the SHA-256 of the text in hexadecimal digits, which identifies the
// rules in records.
func (r *Rules) Hash() string {
	sum := sha256.Sum256([]byte(r.File.Text()))
	return hex.EncodeToString(sum[:])
}

// Fingerprint returns what [game.Fingerprint] returns for a game of these rules. White
// space and comments do not change it.
func (r *Rules) Fingerprint() string {
	if r.isRBG {
		return r.File.Fingerprint("//")
	}
	return r.File.Fingerprint(";")
}

// An Opening says how to make a game of rules.
type Opening = game.Opening

// Open makes a game from rules that are not in real time. The note says why it does not
// run on the fastest engine, or is empty. Rules with errors are refused with a
// [*RefusedError].
func (r *Rules) Open(ctx context.Context, o Opening) (g game.Game, note string, err error) {
	if r, err = r.Playable(ctx); err != nil {
		return nil, "", err
	}
	switch {
	case r.isRBG:
		opened, err := rbgengine.Open(ctx, r.RBG, rbgengine.Options{Opening: o})
		if err != nil {
			return nil, "", err
		}
		return opened.Game, opened.Note, nil
	case r.IsTimed():
		return nil, "", fmt.Errorf("%s is a game in real time", r.File.Name())
	}
	opened, err := gdlengine.Open(ctx, r.GDL, gdlengine.Options{Opening: o, ForceHidden: r.forceHidden()})
	if err != nil {
		return nil, "", err
	}
	return opened.Game, opened.Note, nil
}

// OpenTimed makes a game from rules that are in real time. Rules with errors are
// refused with a [*RefusedError]. [timed.Game.Note] says why the game does not run on the
// fastest engine.
func (r *Rules) OpenTimed(ctx context.Context, o Opening) (*timed.Game, error) {
	r, err := r.Playable(ctx)
	if err != nil {
		return nil, err
	}
	if !r.IsTimed() {
		return nil, fmt.Errorf("%s is no game in real time", r.File.Name())
	}
	return timed.Open(ctx, r.GDL, timed.Options{ForceHidden: r.forceHidden(), Memory: budget.MemoryOf(ctx), Engine: o.Engine, SetupTime: o.Time})
}

// Replay applies steps that people wrote, with a semicolon between them, to a state. It
// returns the states before, between and after the joint moves.
func (r *Rules) Replay(g game.Game, m game.Machine, from game.State, text string) ([]game.State, [][]game.Move, error) {
	if r.isRBG {
		return rbgplay.Replay(g, m, from, rbgplay.Steps(text))
	}
	steps, err := gdlmoves.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	return gdlmoves.Play(g, m, from, steps)
}

// Show writes a canonical text, of a move or a fact, in the syntax of the rules. A copy of a
// move that has a weight is shown as the move.
func (r *Rules) Show(text string) string {
	text = r.withoutCopy(text)
	if r.isRBG || r.GDL.Syntax == gdl.Prefix {
		return text
	}
	if terms, err := gdlmoves.Terms(text, gdl.Prefix); err == nil && len(terms) == 1 {
		return gdlformat.Term(&terms[0], gdl.Infix)
	}
	return text
}

// withoutCopy returns the move of which a text is a copy, such as (again 2 (roll 6)), or the
// text.
func (r *Rules) withoutCopy(text string) string {
	if r.copies == "" {
		return text
	}
	rest, ok := strings.CutPrefix(text, "("+r.copies+" ")
	if !ok {
		return text
	}
	_, move, _ := strings.Cut(rest, " ")
	return strings.TrimSuffix(move, ")")
}
