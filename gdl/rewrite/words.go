package rewrite

import (
	"math/rand/v2"

	"ludex/gdl"
)

// syllables make up the nonsense words. There are 64 of them, so that six
// random bits choose one. Changing the table changes what every seed gives.
var syllables = [64]string{
	"ba", "bri", "chi", "cor", "coul", "da", "del", "dro",
	"du", "el", "fa", "fen", "fli", "ga", "gle", "gor",
	"ha", "hi", "hul", "ing", "ja", "jor", "ka", "ke",
	"kin", "la", "lem", "li", "lo", "ma", "me", "mir",
	"mo", "na", "nel", "no", "nor", "ob", "pa", "pe",
	"pli", "pon", "qua", "ral", "ren", "ril", "ro", "sa",
	"se", "shen", "sil", "ta", "ter", "thi", "to", "tra",
	"um", "va", "ven", "vo", "wa", "wel", "yor", "zel",
}

// wordStream tells the generator's random numbers from those that other parts
// of Ludex draw from the same seed.
const wordStream = 0x6c75646578

// A generator makes up words, each of them once.
//
// It takes 64 random bits from a PCG for each word: the lowest two choose the
// number of syllables, the next six the first syllable, the next six the
// second, and so on. A word that is taken is drawn out by one more syllable
// after another, each from 64 new bits, until it is free.
type generator struct {
	random *rand.PCG
	taken  map[string]bool // in lower case
}

// newGenerator returns a generator that avoids all names in a program.
func newGenerator(p *gdl.Program, seed uint64) *generator {
	g := &generator{random: rand.NewPCG(seed, wordStream), taken: make(map[string]bool)}
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable {
			g.taken[fold(t.Name)] = true
		}
	})
	return g
}

// word returns a new word.
func (g *generator) word() string {
	bits := g.random.Uint64()
	length := [4]int{2, 3, 3, 4}[bits%4]
	word := ""
	for bits >>= 2; length > 0; length-- {
		word += syllables[bits%64]
		bits >>= 6
	}
	for g.taken[word] || gdl.IsReserved(word) {
		word += syllables[g.random.Uint64()%64]
	}
	g.taken[word] = true
	return word
}
