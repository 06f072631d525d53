package timed_test

import "testing"

// TestBorrow checks that forks are used by one borrower at a time, and again.
func TestBorrow(t *testing.T) {
	g := libraryGame(t, "chicken")
	a, giveA, err := g.Borrow()
	if err != nil {
		t.Fatal(err)
	}
	b, giveB, err := g.Borrow()
	if err != nil || a == b || a == g || b == g {
		t.Fatal("two borrowers have one game", err)
	}
	giveA()
	again, giveAgain, err := g.Borrow()
	if err != nil || again != a {
		t.Error("an idle fork is not used again", err)
	}
	giveAgain()
	giveB()
}
