package relations_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlparse"
	"ludex/internal/viewtext"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/library"
	"ludex/source"
)

// A table is a game that formulas are asked about.
type table struct {
	testing.TB
	program *gdl.Program
	game    game.Game
}

func readTable(t testing.TB, file *source.File) *table {
	t.Helper()
	prog, list := gdlparse.File(file, gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	o, err := gdlengine.Open(t.Context(), prog, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, prog, o.Game}
}

func openTable(t testing.TB, name string) *table {
	t.Helper()
	file, err := library.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return readTable(t, file)
}

func (t *table) query(text string) *formula.Query {
	t.Helper()
	f, list := formula.Read(source.NewFile("formula", []byte(text)))
	if f == nil {
		t.Fatal(list.Err())
	}
	q := formula.Bind(f, t.game, formula.Options{Relations: relations.Of(t.program)}, list)
	if q == nil {
		t.Fatalf("%s: %v", text, list.Err())
	}
	return q
}

func (t *table) model() *knowledge.Model {
	t.Helper()
	m, err := knowledge.New(t.game, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (t *table) develop(text string) knowledge.Development {
	t.Helper()
	steps, err := gdlmoves.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m := t.game.NewMachine()
	_, joints, err := gdlmoves.Play(t.game, m, m.Initial(nil), steps)
	if err != nil {
		t.Fatal(err)
	}
	return knowledge.Development{Joints: joints}
}

// ask asks a formula after some moves.
func (t *table) ask(played, text string) *formula.Answer {
	t.Helper()
	a, err := t.query(text).At(t.Context(), t.model(), t.develop(played))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// TestPaper checks what players can derive according to the paper.
func TestPaper(t *testing.T) {
	g := openTable(t, "cardgame")
	for _, test := range []struct {
		moves, formula string
		want           formula.Verdict
	}{
		// Before the deal jane does not know which card she will get, but knows
		// that she will know it then, and that rick will not.
		{"", "exists C in card(C): knows(jane, next hasCard(jane,C))", formula.No},
		{"", "forall C in card(C): possible(jane, ~next ~hasCard(jane,C))", formula.Yes},
		{"", "knows(jane, next exists C in card(C): knows(jane, hasCard(jane,C)))", formula.Yes},
		{"", "knows(jane, next ~(exists C in card(C): knows(rick, hasCard(jane,C))))", formula.Yes},
		{"", "common({jane,rick}, next exists C in true(hasCard(rick,C)): knows(rick, hasCard(rick,C)))", formula.Yes},
		// After it she knows her card, rick does not, and she knows that.
		{"deal(king,7)", "knows(jane, hasCard(jane,king))", formula.Yes},
		{"deal(king,7)", "knows(rick, hasCard(jane,king))", formula.No},
		{"deal(king,7)", "knows(jane, ~knows(rick, hasCard(jane,king)))", formula.Yes},
		{"deal(king,7)", "(knows jane (not (knows rick (hasCard jane king))))", formula.Yes},
		{"deal(king,7)", "possible(rick, hasCard(jane,7))", formula.No}, // there is one of each
		{"deal(king,7)", "knows(rick, exists C in card(C): hasCard(jane,C) & beats(C,7))", formula.Yes},
		{"deal(king,7)", "knows(jane, can goal(jane,100))", formula.No}, // rick may have the ace
		{"deal(ace,7)", "knows(jane, ~can (terminal & goal(jane,0)))", formula.Yes},
		{"deal(ace,8)", "knows(rick, ~can (terminal & goal(jane,0)))", formula.No},
		// It is common knowledge that both have a card, and nothing about which.
		{"deal(king,7)", "common({jane,rick}, exists C in card(C): hasCard(jane,C))", formula.Yes},
		{"deal(king,7)", "common({jane,rick}, ~hasCard(jane,7))", formula.No},
		{"deal(king,7)", "everyone({jane,rick}, ~hasCard(jane,7))", formula.Yes},
		{"deal(king,7)", "everyone({jane,rick}, everyone({jane,rick}, ~hasCard(jane,7)))", formula.No},
		// When both go all in they see each other's cards, and know that.
		{"deal(king,7) ; allIn allIn", "common({jane,rick}, bet(jane,king,allIn) & bet(rick,7,allIn))", formula.Yes},
		{"deal(king,7) ; allIn fold", "knows(jane, terminal & goal(jane,75)) & ~knows(jane, bet(rick,7,fold))", formula.Yes},
		{"deal(king,7)", "always (terminal => forall R in role(R): exists V in goal(R,V): knows(R, terminal & goal(R,V)))", formula.Yes},
	} {
		if a := g.ask(test.moves, test.formula); a.Verdict != test.want {
			t.Errorf("after %q, %s: %s, want %s", test.moves, test.formula, a, test.want)
		}
	}
}

// TestEvidence shows evidence as people and programs read it.
func TestEvidence(t *testing.T) {
	g := openTable(t, "cardgame")
	a := g.ask("deal(king,7)", "knows(jane, knows(rick, ~hasCard(jane,8)))")
	const want = `no
  jane thinks possible: (noop noop (deal king 10)): there knows(rick, ~hasCard(jane,8)) fails
  rick thinks possible: (noop noop (deal 8 10)): there ~hasCard(jane,8) fails
`
	if a.String() != want {
		t.Errorf("got\n%swant\n%s", a, want)
	}
	data, err := json.Marshal(a)
	if err != nil || !strings.Contains(string(data), `"role":"jane","moves":["(noop noop (deal king 10))"]`) {
		t.Errorf("%s, %v", data, err)
	}
}

// TestViewOfRick asks from a view alone.
func TestViewOfRick(t *testing.T) {
	g := openTable(t, "cardgame")
	rick := game.Role(slices.Index(g.game.Roles(), "rick"))
	v, err := viewtext.Parse(rick, "noop yourCard(king)\n")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"hasCard(rick,king)":               "yes: it holds in 7 of 7 developments",
		"hasCard(jane,ace)":                "no: it holds in 1 of 7 developments",
		"hasCard(jane,king)":               "no: it holds in 0 of 7 developments",
		"knows(jane, ~hasCard(rick,ace))":  "no: it holds in 1 of 7 developments",
		"knows(rick, ~hasCard(jane,king))": "yes: it holds in 7 of 7 developments",
	} {
		a, err := g.query(text).InView(t.Context(), g.model(), v)
		if err != nil || !strings.HasPrefix(a.String(), want+"\n") {
			t.Errorf("%s: %v, %v; want %s", text, a, err, want)
		}
	}
}

// whispers is a game for the paper's footnote 9: what one player knows, a second
// knows that it knows, and a third thinks it does not.
const whispers = `
role(p1) role(p2) role(p3) role(random)
bit(f) bit(g)
init(start)
legal(random,tell(B)) :- true(start) & bit(B)
legal(random,hush(B)) :- true(start) & bit(B)
legal(random,noop) :- ~true(start)
legal(p1,noop) legal(p2,noop) legal(p3,noop)
sees(p1,fact(B)) :- does(random,tell(B))
sees(p2,told) :- does(random,tell(B))
next(fact(B)) :- does(random,tell(B))
next(fact(B)) :- does(random,hush(B))
terminal :- true(fact(B))
goal(p1,100) goal(p2,100) goal(p3,100)
`

func TestFootnote9(t *testing.T) {
	g := readTable(t, source.NewFile("whispers.gdl", []byte(whispers)))
	const text = "knows(p1, fact(f)) & knows(p2, knows(p1, fact(f)) | knows(p1, ~fact(f))) & " +
		"possible(p3, ~knows(p1, fact(f)) & ~knows(p1, ~fact(f)))"
	if a := g.ask("tell(f)", text); a.Verdict != formula.Yes {
		t.Error(a)
	}
	if a := g.ask("hush(f)", text); a.Verdict != formula.No {
		t.Error(a)
	}
}

// hidden has a fact and a relation with one name.
const hidden = `
role(ann) role(random)
coin(1) coin(2) tossed(yes)
init(toss)
legal(random,toss(C)) :- true(toss) & coin(C)
legal(random,noop) :- ~true(toss)
legal(ann,noop)
next(F) :- does(random,toss(C)) & shown(C,F)
shown(C,coin(C)) :- coin(C)
terminal :- ~true(toss)
sees(ann,nothing) :- true(never)
goal(ann,100)
`

// TestAmbiguous refuses a name that is a fact as well as a relation.
func TestAmbiguous(t *testing.T) {
	g := readTable(t, source.NewFile("hidden.gdl", []byte(hidden)))
	for text, want := range map[string]formula.Verdict{
		"knows(ann, true(coin(1)))":                         formula.No,
		"knows(ann, static(coin(1)))":                       formula.Yes,
		"static(coin(3))":                                   formula.No,
		"tossed(yes) & static(tossed(yes))":                 formula.Yes,
		"exists C in coin(C): true(coin(C))":                formula.Yes,
		"forall C in coin(C): possible(ann, true(coin(C)))": formula.Yes,
	} {
		if a := g.ask("toss(1)", text); a.Verdict != want {
			t.Errorf("%s: %s, want %s", text, a, want)
		}
	}
	f, list := formula.Read(source.NewFile("formula", []byte("knows(ann, coin(1))")))
	if formula.Bind(f, g.game, formula.Options{Relations: relations.Of(g.program)}, list) != nil {
		t.Fatal("a name with two meanings is taken")
	}
	d := list.Items[0]
	if !strings.Contains(d.Message, "coin/1 is a fact of states as well as a relation") || !strings.Contains(d.Notes[0].Message, "static(coin(1))") {
		t.Errorf("%v: %v", d, d.Notes)
	}
}

func TestRelations(t *testing.T) {
	g := openTable(t, "cardgame")
	r := relations.Of(g.program)
	for _, test := range []struct {
		name  string
		arity int
		count int // -1 if it is not a static relation
	}{
		{"card", 1, 8}, {"beats", 2, 28}, {"succ", 2, 7}, {"bid", 1, 2}, {"card", 2, -1}, {"hasCard", 2, -1},
		{"true", 1, -1}, {"legal", 2, -1}, {"terminal", 0, -1}, {"nothing", 1, -1}, {"base", 1, 50},
	} {
		tuples, ok, err := r.Relation(test.name, test.arity)
		if err != nil || ok != (test.count >= 0) || ok && len(tuples) != test.count {
			t.Errorf("%s/%d: %d, %v, %v; want %d", test.name, test.arity, len(tuples), ok, err, test.count)
		}
	}
	monty := openTable(t, "montyhall")
	if _, ok, err := relations.Of(monty.program).Relation("lucky", 0); ok || err != nil {
		t.Errorf("lucky depends on the state: %v, %v", ok, err)
	}
}

// TestPoker asks what a call in Kuhn poker reveals.
func TestPoker(t *testing.T) {
	g := openTable(t, "kuhnpoker")
	for _, test := range []struct {
		moves, formula string
		want           formula.Verdict
	}{
		{"deal(jack,queen)", "exists C in card(C): knows(alice, hand(bob,C))", formula.No},
		{"deal(jack,queen) ; bet ; call", "common({alice,bob}, hand(alice,jack) & hand(bob,queen))", formula.Yes},
		{"deal(jack,queen) ; bet ; fold", "knows(bob, hand(alice,jack))", formula.No},
		{"deal(jack,queen) ; bet", "knows(bob, ~hand(alice,queen)) & ~knows(alice, knows(bob, ~hand(alice,queen)))", formula.Yes},
		{"deal(jack,queen) ; bet", "always (terminal => knows(alice, terminal))", formula.Yes},
	} {
		if a := g.ask(test.moves, test.formula); a.Verdict != test.want {
			t.Errorf("after %q, %s: %s, want %s", test.moves, test.formula, a, test.want)
		}
	}
}
