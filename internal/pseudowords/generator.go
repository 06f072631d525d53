package pseudowords

import (
	"math/rand/v2"
	"strings"
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

// wordStream separates the generator's random numbers from those that other parts
// of Ludex draw from the same seed.
const wordStream = 0x6c75646578

// A Generator makes up words, each of them once.
//
// It takes 64 random bits from a PCG for each word: the lowest two choose the
// number of syllables, the next six the first syllable, the next six the
// second, and so on. A word that is taken is drawn out by one more syllable
// after another, each from 64 new bits, until it is free.
type Generator struct {
	random *rand.PCG
	taken  map[string]bool // in lower case
}

// NewGenerator returns a generator whose words depend on the seed and on what
// it has to avoid.
func NewGenerator(seed uint64) *Generator {
	return &Generator{random: rand.NewPCG(seed, wordStream), taken: map[string]bool{}}
}

// Avoid makes sure that the generator does not make up a word, in any case.
func (g *Generator) Avoid(word string) { g.taken[strings.ToLower(word)] = true }

// Word returns a new word of lower-case letters.
func (g *Generator) Word() string {
	bits := g.random.Uint64()
	length := [4]int{2, 3, 3, 4}[bits%4]
	word := ""
	for bits >>= 2; length > 0; length-- {
		word += syllables[bits%64]
		bits >>= 6
	}
	for g.taken[word] {
		word += syllables[g.random.Uint64()%64]
	}
	g.taken[word] = true
	return word
}
