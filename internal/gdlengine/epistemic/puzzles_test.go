package epistemic_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine"
)

// A position is where a play of a puzzle is.
type position struct {
	t       *testing.T
	game    game.Game
	machine game.Machine
	state   game.State
}

func open(t *testing.T, text, engine string) *position {
	t.Helper()
	o, err := gdlengine.Open(context.Background(), parse(t, text), gdlengine.Options{Opening: game.Opening{Engine: engine}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p := &position{t: t, game: o.Game, machine: o.Game.NewMachine()}
	p.state = p.machine.Initial(nil)
	return p
}

// step returns the position after random's move, if it has a choice, and the moves of the
// others, who have none. It also returns these moves by role.
func (p *position) step(chance string) (*position, map[string]string) {
	p.t.Helper()
	joint, says := make([]game.Move, len(p.game.Roles())), map[string]string{}
	for r, name := range p.game.Roles() {
		legal := p.machine.Legal(p.state, game.Role(r), nil)
		i := 0
		if chance != "" && game.Role(r) == p.game.Random() {
			i = slices.IndexFunc(legal, func(m game.Move) bool { return p.game.MoveText(game.Role(r), m) == chance })
		} else if len(legal) != 1 {
			p.t.Fatalf("%s has %d moves in %v", name, len(legal), p.game.Facts(p.state))
		}
		joint[r] = legal[i]
		says[name] = p.game.MoveText(game.Role(r), joint[r])
	}
	q := *p
	q.state = p.machine.Next(p.state, joint, nil)
	if err := p.machine.Err(); err != nil {
		p.t.Fatal(err)
	}
	return &q, says
}

// muddyChildren returns the puzzle for some children. They all say at the same time
// whether they know if they are muddy, again and again.
func muddyChildren(n int) string {
	var b strings.Builder
	var faces, conditions, clean []string
	for i := range n {
		faces = append(faces, fmt.Sprintf("F%d", i))
		conditions = append(conditions, fmt.Sprintf("face(F%d)", i))
		clean = append(clean, "clean")
		fmt.Fprintf(&b, "role(c%d). child(c%d).\n", i, i)
	}
	smear := "smear(" + strings.Join(faces, ",") + ")"
	for i := range n {
		fmt.Fprintf(&b, "next(has(c%d,F%d)) :- does(random,%s).\n", i, i, smear)
		fmt.Fprintf(&b, "sees(C,has(c%d,F%d)) :- child(C) & distinct(C,c%d) & does(random,%s).\n", i, i, i, smear)
	}
	return b.String() + `role(random). face(muddy). face(clean). init(start).
legal(random,` + smear + `) :- true(start) & ` + strings.Join(conditions, " & ") + ` & ~nobody(` + strings.Join(faces, ",") + `).
nobody(` + strings.Join(clean, ",") + `).
legal(random,noop) :- ~true(start).
legal(C,noop) :- child(C) & true(start).
legal(C,yes) :- child(C) & ~true(start) & sure(C).
legal(C,no) :- child(C) & ~true(start) & ~sure(C).
sure(C) :- knows(C,muddy(C)).
sure(C) :- knows(C,tidy(C)).
muddy(C) :- true(has(C,muddy)).
tidy(C) :- true(has(C,clean)).
next(has(C,F)) :- true(has(C,F)).
sees(C,says(D,M)) :- child(C) & child(D) & does(D,M).
unsure :- child(C) & ~sure(C).
done :- ~true(start) & ~unsure.
terminal :- knows(done).
goal(C,100) :- child(C).
`
}

// TestMuddyChildren checks that with k muddy children all say no k-1 times, then the muddy
// ones say yes, and the others one step later.
func TestMuddyChildren(t *testing.T) {
	for n := 3; n <= 8; n++ {
		engines := []string{gdlengine.Circuit}
		if n <= 4 {
			engines = gdlengine.Names()
		}
		for _, engine := range engines {
			start := open(t, muddyChildren(n), engine)
			for k := 1; k <= n; k++ {
				p, _ := start.step("(smear" + strings.Repeat(" muddy", k) + strings.Repeat(" clean", n-k) + ")")
				for round := 1; !p.machine.Terminal(p.state); round++ {
					next, says := p.step("")
					for i := range n {
						want := "no"
						if round > k || round == k && i < k {
							want = "yes"
						}
						if got := says[fmt.Sprintf("c%d", i)]; got != want {
							t.Fatalf("%s, %d of %d, round %d: child %d says %s", engine, k, n, round, i, got)
						}
					}
					if round > k+1 {
						t.Fatalf("%s, %d of %d: no end", engine, k, n)
					}
					p = next
				}
			}
		}
	}
}

// TestHats checks the puzzle of three hats out of three red and two white ones: the last in
// the row sees two hats, the one before sees one, and the first none. If two do not know
// their hats, the first one does.
func TestHats(t *testing.T) {
	const rules = `role(a). role(b). role(c). role(random). init(step(0)). hat(red). hat(white). man(a). man(b). man(c).
succ(0,1). succ(1,2). succ(2,3). succ(3,4). turn(1,c). turn(2,b). turn(3,a). three(white,white,white).
legal(random,deal(A,B,C)) :- true(step(0)) & hat(A) & hat(B) & hat(C) & ~three(A,B,C).
legal(random,noop) :- ~true(step(0)).
speaks(M) :- true(step(N)) & turn(N,M).
legal(M,noop) :- man(M) & ~speaks(M).
legal(M,yes) :- speaks(M) & sure(M).
legal(M,no) :- speaks(M) & ~sure(M).
sure(M) :- knows(M,wears(M,H)).
wears(M,H) :- true(has(M,H)).
next(has(a,A)) :- does(random,deal(A,B,C)).
next(has(b,B)) :- does(random,deal(A,B,C)).
next(has(c,C)) :- does(random,deal(A,B,C)).
next(has(M,H)) :- true(has(M,H)).
next(step(N)) :- true(step(M)) & succ(M,N).
sees(c,hats(A,B)) :- does(random,deal(A,B,C)).
sees(b,hats(A)) :- does(random,deal(A,B,C)).
sees(M,says(Y)) :- man(M) & speaks(S) & does(S,Y).
terminal :- true(step(4)).
goal(M,100) :- man(M) & sure(M).
goal(M,0) :- man(M) & ~sure(M).
`
	want := map[string]string{"red red red": "no no yes", "red red white": "no no yes", "red white red": "no no yes",
		"red white white": "no no yes", "white red red": "no yes yes", "white red white": "no yes yes", "white white red": "yes yes yes"}
	for _, engine := range gdlengine.Names() {
		start := open(t, rules, engine)
		for hats, answers := range want {
			p, _ := start.step("(deal " + hats + ")")
			var got []string
			for _, man := range []string{"c", "b", "a"} {
				next, says := p.step("")
				got = append(got, says[man])
				p = next
			}
			if strings.Join(got, " ") != answers {
				t.Errorf("%s: with hats %s: %v, want %s", engine, hats, got, answers)
			}
		}
	}
}

// TestConsecutiveNumbers checks the puzzle of two who have consecutive numbers, by turns say
// whether they know that of the other, and learn from it (van Ditmarsch and Kooi).
func TestConsecutiveNumbers(t *testing.T) {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "pair(%d,%d). pair(%d,%d).\n", i, i+1, i+1, i)
	}
	rules := b.String() + `role(anne). role(bill). role(random). init(control(nobody)).
other(anne,bill). other(bill,anne).
legal(random,deal(X,Y)) :- true(control(nobody)) & pair(X,Y).
legal(random,noop) :- ~true(control(nobody)).
legal(R,noop) :- other(R,S) & ~true(control(R)).
legal(R,yes) :- true(control(R)) & sure(R).
legal(R,no) :- other(R,S) & true(control(R)) & ~sure(R).
sure(R) :- other(R,S) & knows(R,number(S,N)).
number(R,N) :- true(has(R,N)).
next(has(anne,X)) :- does(random,deal(X,Y)).
next(has(bill,Y)) :- does(random,deal(X,Y)).
next(has(R,N)) :- true(has(R,N)).
next(control(anne)) :- true(control(nobody)).
next(control(S)) :- true(control(R)) & other(R,S).
sees(anne,own(X)) :- does(random,deal(X,Y)).
sees(bill,own(Y)) :- does(random,deal(X,Y)).
sees(R,says(M)) :- other(R,S) & true(control(T)) & does(T,M).
terminal :- knows(bothSure).
bothSure :- sure(anne) & sure(bill).
goal(R,100) :- other(R,S).
`
	for deal, want := range map[string]string{"2 3": "no no yes", "0 1": "yes", "3 2": "no no no yes", "1 0": "no yes", "4 5": "no no no no yes", "1 2": "no no yes"} {
		for _, engine := range gdlengine.Names() {
			p, _ := open(t, rules, engine).step("(deal " + deal + ")")
			var got []string
			for i := 0; i < 8 && !slices.Contains(got, "yes"); i++ {
				next, says := p.step("")
				got = append(got, says[[]string{"anne", "bill"}[i%2]])
				p = next
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: with the numbers %s: %v, want %s", engine, deal, got, want)
			}
		}
	}
}

// russianCards returns the puzzle of seven cards, three for Anne, three for Bill and one for
// Cath, in which Anne says publicly whether her hand is in a list.
func russianCards(hands ...string) string {
	var b strings.Builder
	for deal := range 7 * 7 * 7 * 7 * 7 * 7 {
		var cards []int
		for n, i := deal, 0; i < 6; i++ {
			cards = append(cards, n%7)
			n /= 7
		}
		a, c := cards[:3], cards[3:]
		if !(a[0] < a[1] && a[1] < a[2] && c[0] < c[1] && c[1] < c[2]) || slices.ContainsFunc(a, func(x int) bool { return slices.Contains(c, x) }) {
			continue
		}
		fmt.Fprintf(&b, "deal(h%d%d%d,h%d%d%d,%d).\n", a[0], a[1], a[2], c[0], c[1], c[2], 21-a[0]-a[1]-a[2]-c[0]-c[1]-c[2])
	}
	for _, h := range hands {
		fmt.Fprintf(&b, "listed(h%s).\n", h)
	}
	return b.String() + `role(anne). role(bill). role(cath). role(random). init(step(0)).
succ(0,1). succ(1,2). player(anne). player(bill). player(cath).
legal(random,deal(A,B,C)) :- true(step(0)) & deal(A,B,C).
legal(random,noop) :- ~true(step(0)).
legal(P,noop) :- player(P) & true(step(0)).
legal(bill,noop) :- ~true(step(0)).
legal(cath,noop) :- ~true(step(0)).
legal(anne,listed) :- true(hands(A,B,C)) & listed(A).
legal(anne,other) :- true(hands(A,B,C)) & ~listed(A).
next(hands(A,B,C)) :- does(random,deal(A,B,C)).
next(hands(A,B,C)) :- true(hands(A,B,C)).
next(step(N)) :- true(step(M)) & succ(M,N).
sees(anne,hand(A)) :- does(random,deal(A,B,C)).
sees(bill,hand(B)) :- does(random,deal(A,B,C)).
sees(cath,card(C)) :- does(random,deal(A,B,C)).
sees(P,anne(M)) :- player(P) & does(anne,M) & ~true(step(0)).
holds(K) :- true(hands(A,B,C)) & in(K,A).
lacks(K) :- true(hands(A,B,C)) & in(K,B).
informed :- true(hands(A,B,C)) & knows(bill,dealt(A,B,C)).
dealt(A,B,C) :- true(hands(A,B,C)).
leak :- knows(cath,holds(K)).
leak :- knows(cath,lacks(K)).
secret :- ~leak.
terminal :- true(step(2)).
goal(P,100) :- player(P) & knows(informed) & knows(secret).
goal(P,50) :- player(P) & informed & secret & ~good.
good :- knows(informed) & knows(secret).
goal(P,0) :- player(P) & leak.
goal(P,0) :- player(P) & secret & ~informed.
` + cardsInHands()
}

// cardsInHands returns which card is in which hand.
func cardsInHands() string {
	var b strings.Builder
	for x := range 7 {
		for y := x + 1; y < 7; y++ {
			for z := y + 1; z < 7; z++ {
				for _, k := range []int{x, y, z} {
					fmt.Fprintf(&b, "in(%d,h%d%d%d).\n", k, x, y, z)
				}
			}
		}
	}
	return b.String()
}

// TestRussianCards checks a solution of the puzzle and something that is none: that Bill
// learns the deal and Cath nothing has to be common knowledge.
func TestRussianCards(t *testing.T) {
	for _, c := range []struct {
		hands []string
		goal  int
	}{
		{[]string{"012", "034", "056", "135", "246"}, 100},
		{[]string{"012", "345"}, 50},       // nobody learns too much here, but Cath could have
		{[]string{"012", "013", "014"}, 0}, // Cath learns that Anne has 0 and 1
	} {
		p, _ := open(t, russianCards(c.hands...), gdlengine.Auto).step("(deal h012 h345 6)")
		p, says := p.step("")
		if got := p.machine.Goals(p.state, 0, nil); says["anne"] != "listed" || !slices.Equal(got, []int{c.goal}) {
			t.Errorf("Anne says %s of %v: goals %v, want %d", says["anne"], c.hands, got, c.goal)
		}
	}
}

// TestSumAndProduct checks that 4 and 13 are the only numbers with a sum of at most 65 for
// which the dialogue of Sum and Product is possible (Freudenthal).
func TestSumAndProduct(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of worlds")
	}
	var b strings.Builder
	var deals []string
	for x := 2; x <= 65; x++ {
		for y := x + 1; x+y <= 65; y++ {
			fmt.Fprintf(&b, "pair(%d,%d,%d,%d).\n", x, y, x+y, x*y)
			deals = append(deals, fmt.Sprintf("(deal %d %d)", x, y))
		}
	}
	start := open(t, b.String()+`role(sum). role(product). role(random). init(step(0)). player(sum). player(product).
succ(0,1). succ(1,2). succ(2,3). succ(3,4). succ(4,5). turn(1,product). turn(2,sum). turn(3,product). turn(4,sum).
legal(random,deal(X,Y)) :- true(step(0)) & pair(X,Y,S,P).
legal(random,noop) :- ~true(step(0)).
speaks(R) :- true(step(N)) & turn(N,R).
legal(R,noop) :- player(R) & ~speaks(R).
legal(R,yes) :- speaks(R) & ~true(step(2)) & sure(R).
legal(R,no) :- speaks(R) & ~true(step(2)) & ~sure(R).
legal(sum,foresaw) :- true(step(2)) & true(foresaw).
legal(sum,surprised) :- true(step(2)) & ~true(foresaw).
sure(R) :- knows(R,numbers(X,Y)).
numbers(X,Y) :- true(dealt(X,Y)).
stumped :- ~sure(product).
next(dealt(X,Y)) :- does(random,deal(X,Y)).
next(dealt(X,Y)) :- true(dealt(X,Y)).
next(foresaw) :- true(step(1)) & knows(sum,stumped).
next(step(N)) :- true(step(M)) & succ(M,N).
sees(sum,S) :- does(random,deal(X,Y)) & pair(X,Y,S,P).
sees(product,P) :- does(random,deal(X,Y)) & pair(X,Y,S,P).
sees(R,says(M)) :- player(R) & speaks(T) & does(T,M).
terminal :- true(step(5)).
goal(R,100) :- player(R).
`, gdlengine.Reference)
	var found []string
	for _, deal := range deals {
		p, _ := start.step(deal)
		var dialogue []string
		for i := range 4 {
			next, says := p.step("")
			dialogue = append(dialogue, says[[]string{"product", "sum"}[i%2]])
			p = next
		}
		if strings.Join(dialogue, " ") == "no foresaw yes yes" {
			found = append(found, deal)
		}
	}
	if !slices.Equal(found, []string{"(deal 4 13)"}) {
		t.Errorf("the dialogue fits %v", found)
	}
}
