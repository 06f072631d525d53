// Package gdlparse parses descriptions of the GDL family, in prefix (KIF) and infix
// syntax, into the tree of package gdl.
//
// Parsing continues after an error, so that one run reports every problem of a file. It
// takes time linear in the size of any text.
package gdlparse

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// MaxDepth is how deep terms and conditions may be nested. Public games reach 25;
// the limit protects code that walks a tree recursively.
const MaxDepth = 1000

// MaxTokens is how many words and marks a text may have. It bounds the memory of parsing.
const MaxTokens = 1_000_000

// maxErrors is how many syntax errors are reported before reading stops.
const maxErrors = 100

// Options says how to read a text. The zero value detects everything from the
// text.
type Options struct {
	Syntax        gdl.Syntax
	Dialect       gdl.Dialect
	CaseSensitive bool // constants of prefix GDL that differ only in case are different
}

// File reads a description. The program is never nil: with errors in the list
// it holds the clauses that could be read.
func File(f *source.File, opt Options) (*gdl.Program, *source.List) {
	list := &source.List{File: f}
	prog := &gdl.Program{File: f, Syntax: opt.Syntax, Dialect: opt.Dialect, CaseSensitive: opt.CaseSensitive}
	if refuse(f, opt.Syntax, list) {
		prog.Syntax, prog.Dialect = gdl.Prefix, gdl.GDL
		return prog, list
	}
	if prog.Syntax == gdl.AnySyntax {
		prog.Syntax = Recognise(f.Text())
	}
	if prog.Syntax == gdl.Prefix {
		readPrefix(prog, list)
	} else {
		prog.CaseSensitive = true
		readInfix(prog, list)
	}
	if len(prog.Clauses) == 0 && len(list.Items) == 0 {
		list.Report(EmptyFile, source.Span{}, "the description is empty").
			Advise("a description needs at least role, legal, goal and terminal clauses")
	}
	settleDialect(prog)
	list.Sort()
	return prog, list
}

// refuse reports texts that are not descriptions at all, so that they get one
// diagnostic instead of thousands.
func refuse(f *source.File, forced gdl.Syntax, list *source.List) bool {
	text := f.Text()
	switch {
	case !list.Readable(NotText):
	case tokens(text) > MaxTokens:
		list.Report(NotText, source.Span{}, "the text has more than %d words and marks", MaxTokens)
	case forced == gdl.AnySyntax && LooksLikeRBG(text):
		list.Report(NotText, source.Span{}, "this looks like a Regular Boardgames description, not GDL").
			Advise("it is read as one with --syntax rbg, as GDL with --syntax prefix or --syntax infix")
	default:
		return false
	}
	return true
}

// LooksLikeRBG reports whether a text is a Regular Boardgames description rather
// than one in the GDL family.
func LooksLikeRBG(text string) bool {
	rest := skipBlank(text, "//")
	for strings.HasPrefix(rest, "/*") {
		_, rest, _ = strings.Cut(rest, "*/")
		rest = skipBlank(rest, "//")
	}
	return strings.HasPrefix(rest, "#") && strings.Contains(rest, "=")
}

// Recognise distinguishes prefix from infix by the first mark that only one of
// them has: a comment, a parenthesis, or the arrow.
func Recognise(text string) gdl.Syntax {
	rest := skipBlank(text)
	switch {
	case rest == "", strings.ContainsRune("(;?)", rune(rest[0])):
		return gdl.Prefix
	case rest[0] == '%', strings.HasPrefix(rest, "//"):
		return gdl.Infix
	case strings.Contains(rest, "(<="), strings.Contains(rest, "( <="):
		return gdl.Prefix
	}
	if first, _, ok := strings.Cut(rest, "\n"); ok && !strings.ContainsAny(first, "(.:&") && strings.HasPrefix(skipBlank(rest[len(first):]), "(") {
		return gdl.Prefix // a bare fact on a line of its own, then a parenthesis
	}
	return gdl.Infix
}

// skipBlank returns text without its leading white space and comments that
// begin with one of the marks.
func skipBlank(text string, marks ...string) string {
	text = strings.TrimPrefix(text, "\ufeff")
next:
	for {
		text = strings.TrimLeft(text, " \t\r\n\f\v")
		for _, m := range marks {
			if strings.HasPrefix(text, m) {
				_, text, _ = strings.Cut(text, "\n")
				continue next
			}
		}
		return text
	}
}

// Memory estimates how many bytes parsing a text takes.
func Memory(text string) int64 {
	const perToken = 128
	return int64(len(text)) + perToken*int64(tokens(text))
}

// tokens counts the words and marks of a text, including those in comments. It may
// overcount, for example the digits of a fraction.
func tokens(text string) int {
	n, word := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case gdllex.IsSpace(c):
			word = false
		case strings.IndexByte("(),.&|~;%", c) >= 0:
			word = false
			n++
		case !word:
			word = true
			n++
		}
	}
	return n
}

// skipComment adds the comment at an offset of a text, with a mark of the given length, to
// a program, and returns the end of the line.
func skipComment(p *gdl.Program, text string, start, mark int) int {
	c := comment(text, start, mark)
	p.Comments = append(p.Comments, c)
	if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
		return start + n
	}
	return len(text)
}

// comment cuts the text of a comment that starts at offset start of text, with
// a mark of the given length.
func comment(text string, start, mark int) gdl.Comment {
	end := len(text)
	if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
		end = start + n
	}
	end = start + len(strings.TrimRight(text[start:end], " \t\r\f\v"))
	return gdl.Comment{Text: text[start+mark : end], Span: source.Range(start, end)}
}
