package rbgparse

import "ludex/source"

// A Kind says what a token is.
type Kind uint8

// The kinds of tokens. Those from LParen on have one spelling each.
const (
	End     Kind = iota // behind the last token
	Name                // a letter, then letters and digits
	Keyword             // one of the eight reserved words
	Number              // decimal digits
	missing             // stands for what an error has left out

	LParen       // (
	RParen       // )
	LBracket     // [
	LAssign      // [$
	RBracket     // ]
	LBrace       // {
	LPositive    // {?
	LNegative    // {!
	LCompare     // {$
	RBrace       // }
	Tilde        // ~
	Hash         // #
	Minus        // -
	Plus         // +
	Caret        // ^
	Slash        // /
	Star         // *
	Dot          // .
	Comma        // ,
	Semicolon    // ;
	Colon        // :
	Dollar       // $
	Equals       // =
	PlusGreater  // +>
	Arrow        // ->
	KeeperArrow  // ->>
	Exclamation  // !
	Question     // ?
	NotEqual     // !=
	EqualEqual   // ==
	Less         // <
	LessEqual    // <=
	Greater      // >
	GreaterEqual // >=
	kindCount
)

var spellings = [kindCount]string{
	LParen: "(", RParen: ")", LBracket: "[", LAssign: "[$", RBracket: "]",
	LBrace: "{", LPositive: "{?", LNegative: "{!", LCompare: "{$", RBrace: "}",
	Tilde: "~", Hash: "#", Minus: "-", Plus: "+", Caret: "^", Slash: "/", Star: "*",
	Dot: ".", Comma: ",", Semicolon: ";", Colon: ":", Dollar: "$", Equals: "=",
	PlusGreater: "+>", Arrow: "->", KeeperArrow: "->>", Exclamation: "!", Question: "?",
	NotEqual: "!=", EqualEqual: "==", Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">=",
}

// punctuation finds the kind of a spelling.
var punctuation = func() map[string]Kind {
	kinds := make(map[string]Kind, kindCount)
	for k, text := range spellings {
		if text != "" {
			kinds[text] = Kind(k)
		}
	}
	return kinds
}()

// The reserved words. The first five name sections, the others board
// generators.
const (
	players   = "players"
	pieces    = "pieces"
	variables = "variables"
	rules     = "rules"
	board     = "board"
	hexagon   = "hexagon"
	cuboid    = "cuboid"
	rectangle = "rectangle"
)

var keywords = map[string]bool{
	players: true, pieces: true, variables: true, rules: true, board: true,
	hexagon: true, cuboid: true, rectangle: true,
}

var sections = []string{players, pieces, variables, board, rules}

// IsSection reports whether a word names one of the five sections.
func IsSection(word string) bool {
	switch word {
	case players, pieces, variables, rules, board:
		return true
	}
	return false
}

// A Token is a word, a number or a punctuation mark of the text.
type Token struct {
	Kind Kind
	Span source.Span
	Text string
}

// A Comment is a comment of the text, with its marks: // to the end of the
// line, without the line break, or /* … */.
type Comment struct {
	Span source.Span
	Text string
}

// wordKind returns Keyword for a reserved word and Name for any other.
func wordKind(text string) Kind {
	if keywords[text] {
		return Keyword
	}
	return Name
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isBlank reports whether c separates tokens.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// Joins reports whether two tokens, written without a blank between them, would
// be read as other tokens or as a comment.
func Joins(a, b Kind) bool {
	isWord := func(k Kind) bool { return k == Name || k == Keyword || k == Number }
	if isWord(a) || isWord(b) {
		return isWord(a) && isWord(b)
	}
	if a == Slash && (b == Slash || b == Star) {
		return true
	}
	for n := range spellings[b] {
		if _, ok := punctuation[spellings[a]+spellings[b][:n+1]]; ok {
			return true
		}
	}
	return false
}
