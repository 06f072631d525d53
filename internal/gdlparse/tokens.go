package gdlparse

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// A TokenKind says what a [Token] is.
type TokenKind uint8

// The kinds of tokens. The connectives of prefix GDL are words like others; only
// their position makes them connectives.
const (
	WordToken     TokenKind = iota // a constant, or the name of a relation or function
	VariableToken                  // ?x, X
	OpenToken                      // (
	CloseToken                     // )
	CommaToken                     // , of infix
	StopToken                      // . of infix
	ArrowToken                     // :- of infix
	AndToken                       // & of infix
	OrToken                        // | of infix
	NotToken                       // ~ of infix
	UnequalToken                   // != of infix
	CommentToken
	BadToken // invalid text
)

// A Token is a piece of a text as an editor sees it.
type Token struct {
	Kind TokenKind
	Name string // of words and variables: the word without quotes, the variable as it is written
	Span source.Span
}

// Scan splits any text into tokens and comments. It is for editors, which have to make
// sense of clauses that are not finished.
func Scan(text string, s gdl.Syntax) []Token {
	start := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	if s == gdl.Infix {
		return scanInfix(text, start)
	}
	return scanPrefix(text, start)
}

func scanPrefix(text string, at int) []Token {
	var out []Token
	for at < len(text) {
		switch c := text[at]; {
		case gdllex.IsSpace(c):
			at++
		case c == '(' || c == ')':
			kind := OpenToken
			if c == ')' {
				kind = CloseToken
			}
			out = append(out, Token{Kind: kind, Span: source.Range(at, at+1)})
			at++
		case c == ';':
			com := comment(text, at, 1)
			out = append(out, Token{Kind: CommentToken, Span: com.Span})
			at = com.Span.End.Offset()
		default:
			end := at
			for end < len(text) && !isDelimiter(text[end]) {
				end++
			}
			kind := WordToken
			if c == '?' {
				kind = VariableToken
			}
			out = append(out, Token{kind, text[at:end], source.Range(at, end)})
			at = end
		}
	}
	return out
}

// infixTokens maps the kinds of the infix lexer to public ones.
var infixTokens = map[kind]TokenKind{
	tokName: WordToken, tokVar: VariableToken, tokOpen: OpenToken, tokClose: CloseToken,
	tokComma: CommaToken, tokDot: StopToken, tokArrow: ArrowToken, tokAnd: AndToken,
	tokOr: OrToken, tokNot: NotToken, tokUnequal: UnequalToken, tokBad: BadToken,
}

func scanInfix(text string, at int) []Token {
	prog := &gdl.Program{}
	l := &infixLexer{prog: prog, text: text, pos: at, quiet: true}
	var out []Token
	for {
		t := l.next()
		for _, c := range prog.Comments {
			out = append(out, Token{Kind: CommentToken, Span: c.Span})
		}
		prog.Comments = prog.Comments[:0]
		if t.kind == tokEnd {
			return out
		}
		token := Token{Kind: infixTokens[t.kind], Span: t.span()}
		if token.Kind == WordToken || token.Kind == VariableToken {
			token.Name = t.name
		}
		out = append(out, token)
	}
}
