package rbgparse

import (
	"strings"
	"unicode/utf8"

	"ludex/source"
)

// A scanner splits a text into tokens and comments.
type scanner struct {
	text     string
	at       int
	list     *source.List
	tokens   []Token
	comments []Comment
}

// scan reads the whole text and continues after errors, but returns false if it
// gives up.
func (s *scanner) scan() bool {
	s.at = len(byteOrderMark)
	if !strings.HasPrefix(s.text, byteOrderMark) {
		s.at = 0
	}
	for s.skipBlanks(); s.at < len(s.text); s.skipBlanks() {
		if len(s.tokens)+len(s.comments) >= MaxTokens {
			s.list.Report(TooLarge, source.Range(s.at, s.at+1),
				"the text has more than %d tokens", MaxTokens)
			return false
		}
		if len(s.list.Items) >= maxErrors {
			return false
		}
		s.token()
	}
	return true
}

const byteOrderMark = "\ufeff"

func (s *scanner) skipBlanks() {
	for s.at < len(s.text) && isBlank(s.text[s.at]) {
		s.at++
	}
}

// token reads a token or a comment, or reports a character that is neither.
func (s *scanner) token() {
	c := s.text[s.at]
	rest := s.text[s.at:]
	switch {
	case isLetter(c):
		s.name(rest)
	case isDigit(c):
		n := 1
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		s.add(Number, n)
	case strings.HasPrefix(rest, "//"):
		s.lineComment(rest)
	case strings.HasPrefix(rest, "/*"):
		s.blockComment(rest)
	case c == '"':
		s.quotation(rest)
	default:
		s.mark(rest)
	}
}

// name reads a name or a reserved word. Characters that are letters elsewhere are
// reported and read as part of it, so that there is only one error.
func (s *scanner) name(rest string) {
	n, bad := 1, false
	for ; n < len(rest); n++ {
		odd := rest[n] == '_' || rest[n] >= utf8.RuneSelf
		if !odd && !isLetter(rest[n]) && !isDigit(rest[n]) {
			break
		}
		bad = bad || odd
	}
	if bad {
		s.list.Report(BadCharacter, source.Range(s.at, s.at+n), "%s is no name", quote(rest[:n])).
			Advise("names are made of ASCII letters and digits, and begin with a letter")
	}
	s.add(wordKind(rest[:n]), n)
}

func (s *scanner) add(k Kind, n int) {
	if n > MaxNameLength {
		s.list.Report(TooLarge, source.Range(s.at, s.at+n), "a name or number has more than %d characters", MaxNameLength)
	}
	s.tokens = append(s.tokens, Token{k, source.Range(s.at, s.at+n), s.text[s.at : s.at+n]})
	s.at += n
}

func (s *scanner) lineComment(rest string) {
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	s.comment(n, strings.TrimRight(rest[:n], "\r"))
}

func (s *scanner) blockComment(rest string) {
	n := strings.Index(rest[2:], "*/")
	if n < 0 {
		s.list.Report(UnclosedComment, source.Range(s.at, s.at+2), "the comment is never closed").
			Advise("it swallows the rest of the text; close it with */")
		s.comment(len(rest), rest)
		return
	}
	s.comment(n+4, rest[:n+4])
}

func (s *scanner) comment(n int, text string) {
	s.comments = append(s.comments, Comment{source.Range(s.at, s.at+len(text)), text})
	s.at += n
}

// quotation reads a string. The language reserves them and uses them nowhere.
func (s *scanner) quotation(rest string) {
	n := strings.IndexByte(rest[1:], '"') + 2
	if n < 2 {
		n = len(rest)
	}
	s.list.Report(BadCharacter, source.Range(s.at, s.at+n), "descriptions have no quoted texts")
	s.at += n
}

// longestMark is the length of the longest punctuation mark.
const longestMark = 3

// mark reads a punctuation mark, the longest that fits.
func (s *scanner) mark(rest string) {
	for n := min(longestMark, len(rest)); n > 0; n-- {
		if k, ok := punctuation[rest[:n]]; ok {
			s.add(k, n)
			return
		}
	}
	s.badCharacters(rest)
}

// badCharacters reports a run of characters that belong to no token, once.
func (s *scanner) badCharacters(rest string) {
	n := 0
	for n < len(rest) && !isTokenByte(rest[n]) {
		_, size := utf8.DecodeRuneInString(rest[n:])
		n += size
	}
	s.list.Report(BadCharacter, source.Range(s.at, s.at+n), "%s", describeCharacters(rest[:n]))
	s.at += n
}

func isTokenByte(c byte) bool {
	if isBlank(c) || isLetter(c) || isDigit(c) || c == '"' {
		return true
	}
	_, ok := punctuation[string(c)]
	return ok
}

func describeCharacters(text string) string {
	if c, size := utf8.DecodeRuneInString(text); size == len(text) && c != utf8.RuneError {
		return "the character " + quote(text) + " has no meaning here"
	}
	return "these characters have no meaning here"
}

// quote puts a piece of the text in quotation marks, for messages.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return `"` + strings.ToValidUTF8(text, "·") + `"`
}
