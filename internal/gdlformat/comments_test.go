package gdlformat_test

import (
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

var prefixComments = []struct {
	name, text, prefix, infix string
}{
	{"nothing", "\n \n", "", ""},
	{"only comments", "\n\n; a\n;b  \n\n\n;;; c", "; a\n;b\n\n;;; c\n", "% a\n%b\n\n%%% c\n"},
	{"empty comment", ";\np\n;", ";\np\n;\n", "%\np\n%\n"},
	{"marks of both syntaxes", ";% a\n;;% b\n; % c\n;//d\n", ";; a\n;;; b\n; % c\n;//d\n", "%% a\n%%% b\n% % c\n%//d\n"},
	{"bytes that are no text", "; \xff\xfe\np ;\xe9", "; \xff\xfe\np ;\xe9\n", "% \xff\xfe\np %\xe9\n"},
	{"carriage returns", "; a\r\n\r\n(p a)\t; b\r\n\r\n\r\nq\r\n", "; a\n\n(p a) ; b\n\nq\n", "% a\n\np(a) % b\n\nq\n"},
	{"blank lines", "p\n\n\n\nq\nr\n\n; a\n\n\n; b\ns", "p\n\nq\nr\n\n; a\n\n; b\ns\n", "p\n\nq\nr\n\n% a\n\n% b\ns\n"},
	{"no line break at all", "(p a) (q b)", "(p a)\n(q b)\n", "p(a)\nq(b)\n"},
	{"after a clause", "(p a) ; a\n; b\n(q b) ; c", "(p a) ; a\n; b\n(q b) ; c\n", "p(a) % a\n% b\nq(b) % c\n"},
	{"after two clauses", "(p a) (q b) ; a", "(p a)\n(q b) ; a\n", "p(a)\nq(b) % a\n"},
	{"in the second of two clauses", "(p a) (q ; a\nb)", "(p a)\n; a\n(q b)\n", "p(a)\n% a\nq(b)\n"},
	{"in a fact", "o\n\n(p ; a\n  a ; b\n) ; c\nq", "o\n\n; a\n; b\n(p a) ; c\nq\n", "o\n\n% a\n% b\np(a) % c\nq\n"},
	{"in a fact after a comment", "; o\n\n(p ; a\na)", "; o\n\n; a\n(p a)\n", "% o\n\n% a\np(a)\n"},
	{"in a rule without body", "(<= p ; a\n) ; b", "p ; a\n; b\n", "p % a\n% b\n"},
	{"in the head", "(<= ; a\n(p ; b\n?x) (q ?x))", "; a\n; b\n(<= (p ?x) (q ?x))\n", "% a\n% b\np(X) :- q(X)\n"},
	{"after the head", "(<= p ; a\nq)", "(<= p ; a\n    q)\n", "p :- % a\n    q\n"},
	{"below the head", "(<= p\n; a\n\n; b\nq)", "(<= p\n    ; a\n    ; b\n    q)\n", "p :-\n    % a\n    % b\n    q\n"},
	{"after and below the head", "(<= p ; a\n; b\nq)", "(<= p ; a\n    ; b\n    q)\n", "p :- % a\n    % b\n    q\n"},
	{"after elements", "(<= p q ; a\n(not r) ; b\ns) ; c",
		"(<= p\n    q ; a\n    (not r) ; b\n    s) ; c\n", "p :-\n    q & % a\n    ~r & % b\n    s % c\n"},
	{"before elements", "(<= p\n; a\nq\n; b\nr)",
		"(<= p\n    ; a\n    q\n    ; b\n    r)\n", "p :-\n    % a\n    q &\n    % b\n    r\n"},
	{"in an element", "(<= p (q ; a\n?x) ; b\nr)",
		"(<= p\n    (q ?x)\n    ; a\n    ; b\n    r)\n", "p :-\n    q(X) &\n    % a\n    % b\n    r\n"},
	{"in a conjunction", "(<= p (and q ; a\nr) ; b\ns)",
		"(<= p\n    q ; a\n    r ; b\n    s)\n", "p :-\n    q & % a\n    r & % b\n    s\n"},
	{"in a disjunction", "(<= p (or q ; a\nr) s)",
		"(<= p\n    (or q r)\n    ; a\n    s)\n", "p :-\n    (q | r) &\n    % a\n    s\n"},
	{"in the last element", "(<= p (or q ; a\nr)) ; b\n\ns",
		"(<= p\n    (or q r))\n; a\n; b\n\ns\n", "p :-\n    (q | r)\n% a\n% b\n\ns\n"},
	{"in the only literal", "(<= p (q ; a\nb))\nr", "(<= p (q b))\n; a\nr\n", "p :- q(b)\n% a\nr\n"},
	{"after the last element", "(<= p q ; a\n)\nr", "(<= p q) ; a\nr\n", "p :- q % a\nr\n"},
	{"after the last element and the clause", "(<= p q ; a\n) ; b\nr", "(<= p q) ; a\n; b\nr\n", "p :- q % a\n% b\nr\n"},
	{"below the last element", "(<= p q\n; a\n\n)\n\nr", "(<= p q)\n; a\n\nr\n", "p :- q\n% a\n\nr\n"},
	{"below the last element and after the clause", "(<= p q\n; a\n) ; b", "(<= p q)\n; a\n; b\n", "p :- q\n% a\n% b\n"},
	{"needless parentheses", "(<= (p) (and q) (or r))\n(s)", "(<= p\n    q\n    r)\ns\n", "p :-\n    q &\n    r\ns\n"},
	{"code in comments", "; (p ?x) % a :- b\np", "; (p ?x) % a :- b\np\n", "% (p ?x) % a :- b\np\n"},
	{"odd variables", "(<= (p ?n ?n++ ?N) (q ?1 ?_))", "(<= (p ?n ?n__ ?n) (q ?_1 ?__))\n", "p(N,N__,N) :- q(_1,__)\n"},
}

func TestCommentsInPrefix(t *testing.T) {
	for _, tt := range prefixComments {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.text, gdl.Prefix)
			check(t, "prefix", string(gdlformat.Program(p, gdl.Prefix)), tt.prefix)
			check(t, "infix", string(gdlformat.Program(p, gdl.Infix)), tt.infix)
			stable(t, p)
		})
	}
}

var infixComments = []struct{ name, text, infix string }{
	{"slashes", "// a\n/// b\np // c", "% a\n%/ b\np % c\n"},
	{"full stops", "p(a). % a\nq % b\n. % c\n\nr.", "p(a) % a\nq % b\n% c\n\nr\n"},
	{"full stop on its own line", "p\n.\nq\n.\n\nr", "p\nq\n\nr\n"},
	{"before the arrow", "p % a\n:- q", "p :- % a\n    q\n"},
	{"before connectives", "p :- q % a\n& r % b\n& s % c\n. % d", "p :-\n    q & % a\n    r & % b\n    s % c\n% d\n"},
	{"after a negation", "p :- ~ % a\nq & ~ % b\n r", "p :-\n    ~q &\n    % a\n    ~r\n% b\n"},
	{"in parentheses", "p :- ( % a\nq | r % b\n) % c\n& s", "p :-\n    (q | r) &\n    % a\n    % b\n    % c\n    s\n"},
	{"in arguments", "p(a, % a\nb) % b\nq", "% a\np(a,b) % b\nq\n"},
	{"no line break at all", "p(a) q :- r s % a", "p(a)\nq :- r\ns % a\n"},
	{"TeX", "$p(X) \\Leftarrow q(X) \\wedge X \\neq a$ % a\n$r$", "p(X) :-\n    q(X) &\n    distinct(X,a) % a\nr\n"},
}

func TestCommentsInInfix(t *testing.T) {
	for _, tt := range infixComments {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.text, gdl.Infix)
			check(t, "infix", string(gdlformat.Program(p, gdl.Infix)), tt.infix)
			stable(t, p)
		})
	}
}

// Going to prefix renames variables that differ only in case; from then on
// they stay as they are.
func TestRenamedVariablesStay(t *testing.T) {
	p := read(t, "p(Ab) :- q(AB,Ab) & r(AB,Ab_2)", gdl.Infix)
	text := string(gdlformat.Program(p, gdl.Prefix))
	check(t, "prefix", text, "(<= (p ?ab)\n    (q ?aB_3 ?ab)\n    (r ?aB_3 ?ab_2))\n")
	stable(t, read(t, text, gdl.Prefix))
}
