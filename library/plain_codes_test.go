package library_test

import (
	"slices"
	"strings"
)

// A codeRow is mastermind: the code, and what was guessed last.
type codeRow struct {
	pegs    int
	colours []string
	most    int // guesses
	code    []string
	guesses int
	found   bool
}

var codeColours = []string{"red", "green", "blue", "yellow", "orange", "purple"}

// rows returns moves for all rows of pegs.
func (c codeRow) rows(name string) []string {
	rows := [][]string{nil}
	for range c.pegs {
		var longer [][]string
		for _, row := range rows {
			for _, colour := range c.colours {
				longer = append(longer, append(slices.Clone(row), colour))
			}
		}
		rows = longer
	}
	var list []string
	for _, row := range rows {
		list = append(list, term(name, strings.Join(row, " ")))
	}
	return list
}

func (c codeRow) legal() map[string][]string {
	if c.code == nil {
		return map[string][]string{"random": c.rows("hide")}
	}
	return map[string][]string{"breaker": c.rows("guess")}
}

func (c codeRow) play(joint map[string]string) (table, map[string][]string) {
	if c.code == nil {
		c.code = words(joint["random"])[1:]
		return c, nil
	}
	guess := words(joint["breaker"])[1:]
	black, left := 0, slices.Clone(c.code)
	for i, colour := range guess {
		if c.code[i] == colour {
			black++
		}
	}
	for _, colour := range guess { // each peg of the code answers for one of the guess
		if i := slices.Index(left, colour); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	c.guesses++
	c.found = black == c.pegs
	sees := []string{term("black", black), term("white", c.pegs-len(left)-black)}
	if c.guesses == c.most && !c.found {
		sees = append(sees, term("solution", strings.Join(c.code, " ")))
	}
	return c, map[string][]string{"breaker": sees}
}

func (c codeRow) goals() (map[string]int, bool) {
	return map[string]int{"breaker": map[bool]int{true: 100}[c.found]}, c.found || c.guesses == c.most
}

// A coinTalk is "who knows what": a coin, whether ben shows it, and what is said of it.
type coinTalk struct {
	step        int
	coin, shown string
	right       map[string]bool
}

func (c coinTalk) legal() map[string][]string {
	switch c.step {
	case 0:
		return map[string][]string{"random": {"(toss heads)", "(toss tails)"}}
	case 1:
		return map[string][]string{"ben": {"show", "hide"}}
	}
	return map[string][]string{"anna": {"(say heads)", "(say tails)"}, "cara": {"(say informed)", "(say ignorant)"}}
}

func (c coinTalk) play(joint map[string]string) (table, map[string][]string) {
	c.step++
	switch c.step {
	case 1:
		c.coin = words(joint["random"])[1]
		return c, map[string][]string{"ben": {term("coin", c.coin)}}
	case 2:
		if joint["ben"] == "hide" {
			c.shown = "ignorant"
			return c, nil
		}
		c.shown = "informed"
		return c, map[string][]string{"anna": {term("coin", c.coin)}}
	}
	c.right = map[string]bool{"anna": joint["anna"] == term("say", c.coin), "cara": joint["cara"] == term("say", c.shown)}
	return c, everybody([]string{"anna", "ben", "cara"}, term("result", c.coin, c.shown),
		term("said", "anna", words(joint["anna"])[1]), term("said", "cara", words(joint["cara"])[1]))
}

func (c coinTalk) goals() (map[string]int, bool) {
	points := func(right bool) int { return map[bool]int{true: 100}[right] }
	anna, cara := points(c.right["anna"]), points(c.right["cara"])
	return map[string]int{"anna": anna, "ben": versus(anna, cara), "cara": cara}, c.step == 3
}
