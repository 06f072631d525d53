package gdlparse

import "ludex/source"

// The problems of syntax. Explanations are shown by "ludex explain".
var (
	BadCharacter = &source.Code{ID: "GDL001", Severity: source.Error,
		Title: "a character that no description contains",
		Doc: `The text holds a control character or a byte that is not UTF-8 outside a
comment. Comments may hold any bytes; symbols are made of printable characters.
In infix GDL, symbols are made of letters, digits and "_", and every other
constant stands in single quotes: 'less-than', '+', '-1'.`}
	Unclosed = &source.Code{ID: "GDL002", Severity: source.Error,
		Title: "a parenthesis is never closed",
		Doc: `An opening parenthesis has no partner. The place shown is the parenthesis
that stays open; where a later clause begins in the middle of it, a note shows
that clause, and reading goes on from there.

    (<= (legal ?p noop)
        (role ?p)            ; one more ) is needed here
    (<= terminal (true (step 9)))`}
	Unopened = &source.Code{ID: "GDL003", Severity: source.Error,
		Title: "a closing parenthesis too many",
		Doc:   `A closing parenthesis stands where none is open.`}
	BadClause = &source.Code{ID: "GDL004", Severity: source.Error,
		Title: "not a clause",
		Doc: `A description is a list of facts and rules. A fact is an atom; a rule is a
head, an arrow and a body. The head must be an atom: not a variable, a negation,
a conjunction or a disjunction.

    (role white)                               role(white)
    (<= (next ?f) (true ?f) (not (gone ?f)))   next(F) :- true(F) & ~gone(F)`}
	BadTerm = &source.Code{ID: "GDL005", Severity: source.Error,
		Title: "not a term",
		Doc: `A term is a variable, a constant, or a function name with arguments. There
is no empty term "()", the name of a function is never a variable or a term in
parentheses, and "?" alone is no variable: ? y is not ?y.`}
	BadOperator = &source.Code{ID: "GDL006", Severity: source.Error,
		Title: "a connective with the wrong operands",
		Doc: `"not" stands before exactly one condition; "and" and "or" join at least
one; the arrow stands only between a head and a body.`}
	TooDeep = &source.Code{ID: "GDL007", Severity: source.Error,
		Title: "nested too deeply",
		Doc: `Terms and conditions may be nested 1000 deep. Games written by people stay
below 30; deeper nesting is a generator gone wrong or an attack.`}
	EmptyFile = &source.Code{ID: "GDL008", Severity: source.Error,
		Title: "an empty description",
		Doc:   `The text holds no clause at all.`}
	BadQuote = &source.Code{ID: "GDL009", Severity: source.Error,
		Title: "a quoted constant that is none",
		Doc: `In infix GDL a constant that is no plain word stands in single quotes, with
a quote inside doubled: 'don''t'. It must be closed on its line, must not be
empty, and must be one word of prefix GDL: without blanks, parentheses and
semicolons, not beginning with "?", and not "<=".`}
	NotText = &source.Code{ID: "GDL010", Severity: source.Error,
		Title: "not a text of the GDL family",
		Doc: `The file is binary, UTF-16, too large, or written in another language.
Descriptions are UTF-8 text; comments may hold other bytes. A text may have 16 MB,
and 1000000 words and marks; public games have up to 20000.`}
	MixedCase = &source.Code{ID: "GDL011", Severity: source.Warning,
		Title: "spellings that differ only in case",
		Doc: `Prefix GDL is case-independent: cell, Cell and CELL are one constant, and the
first spelling is the one that is printed. Two spellings in one file are often
a slip. Some public files mean different constants by them; the option
--case-sensitive reads them so.`}
)

// Codes lists every code this package reports.
var Codes = []*source.Code{
	BadCharacter, Unclosed, Unopened, BadClause, BadTerm, BadOperator, TooDeep,
	EmptyFile, BadQuote, NotText, MixedCase,
}
