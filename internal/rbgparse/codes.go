package rbgparse

import "ludex/source"

// The problems of the text, of its directives and of macros. Explanations are
// shown by "ludex explain".
var (
	BadCharacter = &source.Code{ID: "RBG001", Severity: source.Error,
		Title: "a character that no description contains",
		Doc: `Outside of comments a description is made of names, numbers and punctuation
marks. Names are ASCII letters and digits and begin with a letter; there is no
underscore. Quoted texts have no meaning in the language.`}
	UnclosedComment = &source.Code{ID: "RBG002", Severity: source.Error,
		Title: "a comment is never closed",
		Doc: `A comment that begins with /* ends at the next */. Without one it swallows
the rest of the text. Comments do not nest.`}
	NotText = &source.Code{ID: "RBG003", Severity: source.Error,
		Title: "not a text",
		Doc: `The file is binary, UTF-16 or too large. Descriptions are ASCII text; comments
may hold any bytes but zeros.`}
	BadNumber = &source.Code{ID: "RBG004", Severity: source.Error,
		Title: "a number out of range",
		Doc: `Numbers go from 0 to 4294967295. The bound of a player or a variable, which is
its largest value, goes from 1 to 2147483647.`}
	BadDirective = &source.Code{ID: "RBG005", Severity: source.Error,
		Title: "not a directive",
		Doc: `A description is a list of directives. Each begins with # and goes on to the
next #. It is one of the five sections, or it defines a macro:

    #players = white(100), black(100)
    #anyNeighbor = (up + down + left + right)
    #capture(piece; other) = {other} [piece]

Parameters are separated by semicolons. A section has none.`}
	MissingSection = &source.Code{ID: "RBG006", Severity: source.Error,
		Title: "a section is missing or empty",
		Doc: `A description needs the sections players, pieces, variables, board and rules, in
any order. Only variables may be empty:

    #variables =`}
	RepeatedSection = &source.Code{ID: "RBG007", Severity: source.Warning, Strict: true,
		Title: "a section is written twice",
		Doc: `Of several sections with the same name the last one counts. One of them is
probably meant to be something else.`}
	Reserved = &source.Code{ID: "RBG008", Severity: source.Error,
		Title: "a reserved word as a name",
		Doc: `The words players, pieces, variables, rules, board, rectangle, hexagon and
cuboid name sections and boards. Nothing else can be called so.`}
	MacroRedefined = &source.Code{ID: "RBG009", Severity: source.Error,
		Title: "a macro is defined twice",
		Doc: `Macros may share a name only if all of them have parameters, and different
numbers of them. Other implementations use the first of two definitions with
the same number, though they say the opposite.

    #line(dir) = (dir {e})*
    #line(dir; piece) = (dir {piece})*      // another macro: two parameters`}
	EmptyMacro = &source.Code{ID: "RBG010", Severity: source.Warning,
		Title: "a macro with an empty body",
		Doc: `Nothing stands between the = and the next directive, so calls of the macro
vanish. That is allowed, but often something is missing.`}
	MacroArguments = &source.Code{ID: "RBG011", Severity: source.Error,
		Title: "a macro with the wrong number of arguments",
		Doc: `A macro with parameters is called with as many arguments, in round brackets
directly behind its name and separated by semicolons. An argument may be empty:
f(a;) has two.

    #step(dir; piece) = dir {piece}
    #rules = step(up)                       // one argument is missing
    #rules = step(up, e)                    // a comma does not separate arguments
    #rules = step(up; e)`}
	UsedBefore = &source.Code{ID: "RBG012", Severity: source.Error,
		Title: "a macro is used before its definition",
		Doc: `A macro can be used only in directives that follow its definition. So a macro
cannot call itself either.`}
	BadPaste = &source.Code{ID: "RBG013", Severity: source.Error,
		Title: "tokens that cannot be pasted",
		Doc: `In the body of a macro, a~b makes one token of two: the last token of what a
expands to, and the first of b. The result must be a token: a name and a name or
number, two numbers, or the halves of a mark such as ->. In a section ~ has no
meaning.

    #place(color) = [color~Pawn]            // place(white) is [whitePawn]`}
	RepeatedParameter = &source.Code{ID: "RBG014", Severity: source.Error,
		Title: "two parameters with one name",
		Doc:   `Each parameter of a macro needs a name of its own.`}
)

// The problems of declarations and names.
var (
	BadDeclaration = &source.Code{ID: "RBG015", Severity: source.Error,
		Title: "not a declaration",
		Doc: `Players and variables are declared with their largest values, pieces without,
all of them with commas between:

    #players = white(100), black(100)
    #pieces = empty, stone
    #variables = turn(50)`}
	RepeatedName = &source.Code{ID: "RBG016", Severity: source.Warning,
		Title: "a name is declared twice",
		Doc:   `The second declaration says the same as the first and changes nothing.`}
	TwoBounds = &source.Code{ID: "RBG017", Severity: source.Error,
		Title: "a variable with two bounds",
		Doc:   `A player or variable is declared twice, with different largest values.`}
	NameClash = &source.Code{ID: "RBG018", Severity: source.Error,
		Title: "a name with two meanings",
		Doc: `A name is a piece, a player, a variable or the label of edges. Only one of
these: in rules the same word would mean two things. A piece that is called like
a player often gets a suffix or just the player's initial.`}
	UnknownName = &source.Code{ID: "RBG019", Severity: source.Error,
		Title: "a name that is not declared",
		Doc: `Every name in a board and in rules is a piece, a player, a variable, a label of
the board, or a macro defined before. Names are case-sensitive. Tokens that are
pasted together by ~ are not looked up as macros.`}
	WrongName = &source.Code{ID: "RBG020", Severity: source.Error,
		Title: "a name of the wrong kind",
		Doc: `Where a name stands decides what it must be:

    up                 the label of an edge
    {e}  [e]           pieces
    ->white            a player
    [$ v = 1]          a variable or a player
    {$ v > e}          variables, players and pieces; a piece is how many there are`}
)

// The problems of boards.
var (
	BadBoard = &source.Code{ID: "RBG021", Severity: source.Error,
		Title: "not a board",
		Doc: `A board is generated from rows of pieces, or is a graph of named cells. The
labels of a generator come first and have a fixed order:

    #board = rectangle(up,down,left,right, [e,e] [e,e])
    #board = hexagon(NW,NE,E,SE,SW,W, [e] [e,e] [e])
    #board = cuboid(up,down,left,right,front,back, [[e,e]] [[e,e]])
    #board = a[e]{right: b} b[e]{left: a}

Nothing between two commas of a row is a hole in the board. There must be at
least one cell.`}
	BadRow = &source.Code{ID: "RBG022", Severity: source.Error,
		Title: "rows that do not fit together",
		Doc: `The rows of a rectangle, and the rows and layers of a cuboid, all have the same
number of places; holes count. The rows of a hexagon grow by one place each and
then shrink by one each.`}
	MissingComma = &source.Code{ID: "RBG023", Severity: source.Error,
		Title: "a comma is missing",
		Doc: `Pieces in a row of the board, and in {…} and […], have commas between them.
Other implementations read [a b] in a board as a piece and a hole.`}
	RepeatedLabel = &source.Code{ID: "RBG024", Severity: source.Error,
		Title: "a label for two edges",
		Doc: `From a cell at most one edge with a given label goes out, and a generator needs
a different label for each direction.`}
	RepeatedCell = &source.Code{ID: "RBG025", Severity: source.Error,
		Title: "a cell is declared twice",
		Doc:   `Each cell of a graph needs a name of its own.`}
	UnknownCell = &source.Code{ID: "RBG026", Severity: source.Error,
		Title: "an edge to a cell that is not there",
		Doc:   `An edge leads to a cell of the same board, which may be declared later.`}
	NoEdges = &source.Code{ID: "RBG027", Severity: source.Note,
		Title: "a cell without edges",
		Doc: `No edge goes out from this cell of a graph. That is fine here, but other
implementations cannot read the empty list of edges.`}
)

// The problems of rules.
var (
	BadRules = &source.Code{ID: "RBG028", Severity: source.Error,
		Title: "not an expression",
		Doc: `Rules are a regular expression over actions:

    up                 go along an edge          ->white   hand the move to a player
    {e, x}             test the piece            ->>       hand it to the keeper
    [x]                put a piece               {? M}     M can be done from here
    [$ v = v + 1]      assign                    {! M}     M cannot be done
    {$ v < 3}          compare                   .         where a move may be split
    M N   M + N   M*   M^3   (M)

The marks {?, {!, {$, [$, -> and ->> are written without blanks in them.`}
	Unclosed = &source.Code{ID: "RBG029", Severity: source.Error,
		Title: "a bracket is never closed",
		Doc:   `An opening bracket has no partner. The place shown is the one that stays open.`}
	Leftover = &source.Code{ID: "RBG030", Severity: source.Error,
		Title: "text behind the end of a section",
		Doc: `The section is complete, and more follows: often one closing bracket too many.
Other implementations ignore the rest with a warning, and with it a part of the
game.`}
	EmptyExpression = &source.Code{ID: "RBG031", Severity: source.Error,
		Title: "an empty expression",
		Doc: `Brackets, patterns and alternatives must not be empty. An action that does
nothing can be written as a pattern that always holds, such as {? up*}; one that
is never possible as {}.`}
	BadSuffix = &source.Code{ID: "RBG032", Severity: source.Error,
		Title: "a repetition in the wrong place",
		Doc: `A star or a power stands behind a label, a switch, a dot or a round bracket,
and only one of them. Put other actions in round brackets:

    ({e})*   (up*)^2`}
	ZeroPower = &source.Code{ID: "RBG033", Severity: source.Warning,
		Title: "a power of zero",
		Doc: `M^0 would be expected to do nothing, but all implementations read it as M^1,
and so does this one.`}
	BadArithmetic = &source.Code{ID: "RBG034", Severity: source.Error,
		Title: "not an arithmetic expression",
		Doc: `Arithmetic is made of numbers without sign, variables, players (their scores),
pieces (how many there are), + - * / and round brackets. A comparison has exactly
one operator. From the weakest to the strongest, the operators are + - * /, so
that a+b-c is a+(b-c).`}
	LiteralArithmetic = &source.Code{ID: "RBG035", Severity: source.Warning,
		Title: "arithmetic on literal numbers",
		Doc: `The operation has only literal numbers as operands. Its value is what one
expects, but other implementations compute it wrongly: 5-3 becomes -8 there.
Write the result instead.`}
	TooDeep = &source.Code{ID: "RBG036", Severity: source.Error,
		Title: "nested too deeply",
		Doc: `Brackets may be nested 1000 deep, and macro calls 10000 deep when they are
expanded. Games written by people stay below 30; deeper nesting is a generator
gone wrong or an attack.`}
	TooLarge = &source.Code{ID: "RBG037", Severity: source.Error,
		Title: "too large",
		Doc: `There are limits on what is read: 2000000 tokens in a text, and as many in a
section once its macros are expanded; 65535 cells, pieces and variables; 1000
labels; 1000000 actions in the rules once their powers are expanded. Public games
have up to 361 cells and 9000 actions.`}
)

// Codes lists every code this package reports.
func Codes() []*source.Code {
	return []*source.Code{
		BadCharacter, UnclosedComment, NotText, BadNumber, BadDirective, MissingSection, RepeatedSection,
		Reserved, MacroRedefined, EmptyMacro, MacroArguments, UsedBefore, BadPaste, RepeatedParameter,
		BadDeclaration, RepeatedName, TwoBounds, NameClash, UnknownName, WrongName,
		BadBoard, BadRow, MissingComma, RepeatedLabel, RepeatedCell, UnknownCell, NoEdges,
		BadRules, Unclosed, Leftover, EmptyExpression, BadSuffix, ZeroPower, BadArithmetic,
		LiteralArithmetic, TooDeep, TooLarge,
	}
}
