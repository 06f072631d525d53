package examination

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A family writes rules of a game that nobody has seen before, as text in prefix GDL.
// What it writes depends on the generator of random numbers alone.
type family struct {
	name  string
	write func(*rand.Rand) string
}

// planned are families of games without chance and hidden information.
var planned = []family{{"heaps", heaps}, {"walk", walk}, {"lines", lines}, {"switches", switches}}

// dealt are families of games with hidden information.
var dealt = []family{{"deal", deal}}

// A writer collects clauses.
type writer struct{ strings.Builder }

func (w *writer) add(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// turns writes that two roles move in turn.
func (w *writer) turns() {
	w.add(`(role left) (role right)`)
	w.add(`(rival left right) (rival right left)`)
	w.add(`(init (turn left))`)
	w.add(`(<= (next (turn ?s)) (true (turn ?r)) (rival ?r ?s))`)
	w.add(`(<= (legal ?r wait) (rival ?r ?s) (true (turn ?s)))`)
}

// heaps writes a game of taking from heaps, with the numbers that may be taken drawn at
// random. Who cannot move loses, or wins.
func heaps(r *rand.Rand) string {
	var w writer
	w.turns()
	most := 0
	for h := range 2 + r.IntN(2) {
		size := 2 + r.IntN(4)
		most = max(most, size)
		w.add(`(init (heap heap%d %d))`, h+1, size)
	}
	takes := []int{1 + r.IntN(2), 2 + r.IntN(2)}
	if takes[0] == takes[1] {
		takes[1]++
	}
	for _, n := range takes {
		w.add(`(takes %d)`, n)
		for m := n; m <= most; m++ {
			w.add(`(rest %d %d %d)`, m, n, m-n)
		}
	}
	w.add(`(<= (possible ?h ?n ?k) (true (heap ?h ?m)) (takes ?n) (rest ?m ?n ?k))`)
	w.add(`(<= (legal ?r (take ?h ?n)) (true (turn ?r)) (possible ?h ?n ?k))`)
	w.add(`(<= (next (heap ?h ?k)) (does ?r (take ?h ?n)) (possible ?h ?n ?k))`)
	w.add(`(<= (touched ?h) (does ?r (take ?h ?n)))`)
	w.add(`(<= (next (heap ?h ?m)) (true (heap ?h ?m)) (not (touched ?h)))`)
	w.add(`(<= open (possible ?h ?n ?k))`)
	w.add(`(<= terminal (not open))`)
	last, other := 0, 100
	if r.IntN(2) == 0 {
		last, other = 100, 0
	}
	w.add(`(<= (goal ?r %d) (true (turn ?r)))`, last)
	w.add(`(<= (goal ?r %d) (rival ?r ?s) (true (turn ?s)))`, other)
	return w.String()
}

// walk writes a race of two on a random graph: who comes home first wins, and so does
// who meets the other.
func walk(r *rand.Rand) string {
	var w writer
	w.turns()
	n := 6 + r.IntN(3)
	for a := range n {
		to := r.Perm(n)
		count := 0
		for _, b := range to {
			if b != a && count < 2 {
				w.add(`(path node%d node%d)`, a, b)
				count++
			}
		}
	}
	at := r.Perm(n)
	w.add(`(init (at left node%d)) (init (at right node%d))`, at[0], at[1])
	w.add(`(home left node%d) (home right node%d)`, at[2], at[3])
	limit := 8 + r.IntN(4)
	w.add(`(init (time 0))`)
	for t := range limit {
		w.add(`(after %d %d)`, t, t+1)
	}
	w.add(`(<= (next (time ?u)) (true (time ?t)) (after ?t ?u))`)
	w.add(`(<= (legal ?r (go ?y)) (true (turn ?r)) (true (at ?r ?x)) (path ?x ?y))`)
	w.add(`(<= (next (at ?r ?y)) (does ?r (go ?y)))`)
	w.add(`(<= (next (at ?r ?x)) (true (at ?r ?x)) (does ?r wait))`)
	w.add(`(<= met (true (at left ?x)) (true (at right ?x)))`)
	w.add(`(<= (wins ?r) met (rival ?r ?s) (true (turn ?s)))`)
	w.add(`(<= (wins ?r) (not met) (home ?r ?x) (true (at ?r ?x)))`)
	w.add(`(<= won (wins ?r))`)
	w.add(`(<= terminal won)`)
	w.add(`(<= terminal (true (time %d)))`, limit)
	w.add(`(<= (goal ?r 100) (wins ?r))`)
	w.add(`(<= (goal ?r 0) (rival ?r ?s) (wins ?s))`)
	w.add(`(<= (goal ?r 50) (role ?r) (not won))`)
	return w.String()
}

// lines writes a game of marking cells, in which three cells of a random triple win, or
// lose.
func lines(r *rand.Rand) string {
	var w writer
	w.turns()
	n := 7 + r.IntN(3)
	for c := range n {
		w.add(`(init (free cell%d))`, c)
	}
	for range n {
		p := r.Perm(n)
		w.add(`(line cell%d cell%d cell%d)`, p[0], p[1], p[2])
	}
	w.add(`(<= (legal ?r (mark ?c)) (true (turn ?r)) (true (free ?c)))`)
	w.add(`(<= (next (has ?r ?c)) (does ?r (mark ?c)))`)
	w.add(`(<= (next (has ?r ?c)) (true (has ?r ?c)))`)
	w.add(`(<= (marked ?c) (does ?r (mark ?c)))`)
	w.add(`(<= (next (free ?c)) (true (free ?c)) (not (marked ?c)))`)
	w.add(`(<= (full ?r) (line ?a ?b ?c) (true (has ?r ?a)) (true (has ?r ?b)) (true (has ?r ?c)))`)
	w.add(`(<= done (full ?r))`)
	w.add(`(<= open (true (free ?c)))`)
	w.add(`(<= terminal done)`)
	w.add(`(<= terminal (not open))`)
	first, other := 100, 0
	if r.IntN(3) == 0 {
		first, other = 0, 100
	}
	w.add(`(<= (goal ?r %d) (full ?r))`, first)
	w.add(`(<= (goal ?r %d) (rival ?r ?s) (full ?s))`, other)
	w.add(`(<= (goal ?r 50) (role ?r) (not done))`)
	return w.String()
}

// switches writes a puzzle of buttons that turn lights on and off.
func switches(r *rand.Rand) string {
	var w writer
	w.add(`(role solver)`)
	n := 4 + r.IntN(2)
	on := make([]bool, n)
	for i := range on {
		on[i] = true
	}
	flips := make([][]int, n)
	for b := range flips {
		flips[b] = r.Perm(n)[:1+r.IntN(3)]
		w.add(`(button button%d)`, b)
		for _, s := range flips[b] {
			w.add(`(flips button%d light%d)`, b, s)
		}
	}
	for _, b := range r.Perm(n)[:2+r.IntN(n-2)] { // it can be solved backwards
		for _, s := range flips[b] {
			on[s] = !on[s]
		}
	}
	for s, lit := range on {
		w.add(`(light light%d)`, s)
		if lit {
			w.add(`(init (on light%d))`, s)
		}
	}
	limit := n + 2
	w.add(`(init (time 0))`)
	for t := range limit {
		w.add(`(after %d %d)`, t, t+1)
	}
	w.add(`(<= (next (time ?u)) (true (time ?t)) (after ?t ?u))`)
	w.add(`(<= (legal solver (press ?b)) (button ?b))`)
	w.add(`(<= (next (on ?s)) (does solver (press ?b)) (flips ?b ?s) (not (true (on ?s))))`)
	w.add(`(<= (next (on ?s)) (does solver (press ?b)) (true (on ?s)) (not (flips ?b ?s)))`)
	w.add(`(<= dark (light ?s) (not (true (on ?s))))`)
	w.add(`(<= terminal (not dark))`)
	w.add(`(<= terminal (true (time %d)))`, limit)
	w.add(`(<= (goal solver 100) (not dark))`)
	w.add(`(<= (goal solver 0) dark)`)
	return w.String()
}

// deal writes a game in which a card is drawn, two roles see different features of it,
// and one of them tells the truth about a third.
func deal(r *rand.Rand) string {
	var w writer
	w.add(`(role random) (role left) (role right)`)
	n := 4 + r.IntN(3)
	kinds := 2 + r.IntN(2)
	for c := range n {
		w.add(`(card card%d)`, c)
		w.add(`(shade card%d shade%d) (form card%d form%d) (mood card%d mood%d)`, c, r.IntN(kinds), c, r.IntN(kinds), c, r.IntN(2))
	}
	w.add(`(init (stage draw))`)
	w.add(`(follows draw talk) (follows talk guess) (follows guess end)`)
	w.add(`(<= (next (stage ?t)) (true (stage ?s)) (follows ?s ?t))`)
	w.add(`(<= (legal random (draw ?c)) (true (stage draw)) (card ?c))`)
	w.add(`(<= (legal random wait) (not (true (stage draw))))`)
	w.add(`(<= (legal left wait) (not (true (stage talk))))`)
	w.add(`(<= (legal left (tell ?m)) (true (stage talk)) (true (drawn ?c)) (mood ?c ?m))`)
	w.add(`(<= (legal right wait) (not (true (stage guess))))`)
	w.add(`(<= (legal right (guess ?c)) (true (stage guess)) (card ?c))`)
	w.add(`(<= (next (drawn ?c)) (does random (draw ?c)))`)
	w.add(`(<= (next (drawn ?c)) (true (drawn ?c)))`)
	w.add(`(<= (next (guessed ?c)) (does right (guess ?c)))`)
	w.add(`(<= (sees left (shade ?a)) (does random (draw ?c)) (shade ?c ?a))`)
	w.add(`(<= (sees right (form ?a)) (does random (draw ?c)) (form ?c ?a))`)
	w.add(`(<= (sees right (told ?m)) (does left (tell ?m)))`)
	w.add(`(<= terminal (true (stage end)))`)
	w.add(`(<= right-guess (true (drawn ?c)) (true (guessed ?c)))`)
	w.add(`(<= (goal right 100) right-guess)`)
	w.add(`(<= (goal right 0) (not right-guess))`)
	w.add(`(<= (goal left 0) right-guess)`)
	w.add(`(<= (goal left 100) (not right-guess))`)
	w.add(`(goal random 50)`)
	return w.String()
}
