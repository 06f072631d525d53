// Package library holds the game descriptions that come with Ludex.
//
// Every game has its own folder with two files: the rules, in GDL's prefix form (.kif) or
// infix form (.gdl) or as a regular boardgame (.rbg), and game.toml, which says what the
// game is, what its description demonstrates and where its rules come from. A third one,
// rules.toml, says in words how it is played. Two more files are optional: board.toml says
// what its board looks like, and network.net is a network that players use.
package library

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// infoFile is the name of the file that describes the game of a folder.
const infoFile = "game.toml"

// boardFile is the name of the file that says what the board of a game looks
// like, which not every folder has.
const boardFile = "board.toml"

// networkFile is the name of the file with the network of a game, which few folders
// have.
const networkFile = "network.net"

// ruleEndings are the endings of files with rules.
var ruleEndings = []string{".kif", ".gdl", ".rbg"}

// A Game is one entry of the library.
type Game struct {
	// Name is the name of the game's folder, by which it is looked up.
	Name string `toml:"-" json:"name"`
	// Title is the name of the game as people write it.
	Title string `toml:"title" json:"title"`
	// Players is the number of roles, the role random not counted.
	Players int `toml:"players" json:"players"`
	// Dialect is the language of the rules: gdl, gdl-ii, rtgdl, rtgdl-ii
	// or rbg.
	Dialect string `toml:"dialect" json:"dialect"`
	// Kind is what players would call the game, one of [Kinds].
	Kind string `toml:"kind" json:"kind"`
	// Appeal orders games for people who look for something to play: from 1 to 100,
	// the most popular games have the highest numbers.
	Appeal int `toml:"appeal" json:"appeal"`
	// Aim says in a sentence for players what the game is about.
	Aim string `toml:"aim" json:"aim"`
	// Also are other names by which people look for the game.
	Also []string `toml:"also" json:"also,omitempty"`
	// VariantOf is the name of the game of which this one is a variant or another
	// description, or empty. Variant tells it from the others in a few words.
	VariantOf string `toml:"variant_of" json:"variant_of,omitempty"`
	Variant   string `toml:"variant" json:"variant,omitempty"`
	// Shows says in a sentence or two what the description demonstrates.
	Shows string `toml:"shows" json:"shows"`
	// Source says where the rules come from.
	Source string `toml:"source" json:"source"`
	// Proof says in a sentence what shows that the rules are right.
	Proof string `toml:"proof" json:"proof"`
	// ProvedBy has the kinds of proof, which are among [Proofs], each with the test that
	// carries it out, as in "library.TestModels": a folder and a function.
	ProvedBy map[string]string `toml:"proved_by" json:"proved_by"`
	// PayoffDivisor turns a goal value into a payoff, (goal-50)/PayoffDivisor, for
	// games whose payoffs are usually given in other units. It is 0 for other games.
	PayoffDivisor int `toml:"payoff_divisor" json:"payoff_divisor,omitempty"`
	// File is the path of the rule file within the library, as in
	// "nim/nim.kif".
	File string `toml:"-" json:"file"`
}

// Kinds are the kinds of games that players know. Games of choices are those in which
// all choose at the same time; games of action are in real time.
var Kinds = []string{"board", "cards", "dice", "puzzle", "guessing", "choices", "action"}

// Proofs are the kinds of proof that the rules of a game are right: published numbers of
// leaves by depth, of positions or plays, a known solution or value, another description,
// another program, and plays whose results follow from the rules.
var Proofs = []string{"perft", "counts", "solution", "second description", "second program", "given plays"}

// ProofKinds returns what proves the game, in the order of [Proofs].
func (g Game) ProofKinds() []string {
	return slices.DeleteFunc(slices.Clone(Proofs), func(kind string) bool { return g.ProvedBy[kind] == "" })
}

// games reads the embedded folders once and caches the result.
var games = sync.OnceValue(func() []Game {
	list, err := read(files)
	if err != nil {
		panic("library: " + err.Error())
	}
	return list
})

// Games returns all games of the library, sorted by name. The caller may change
// the slice.
func Games() []Game {
	return slices.Clone(games())
}

// GDLGames returns the games whose rules are in a language of the GDL family.
func GDLGames() []Game {
	return slices.DeleteFunc(Games(), Game.IsRBG)
}

// FactGames returns the games in GDL and GDL-II: a position is a set of facts, and there is no
// clock.
func FactGames() []Game {
	return slices.DeleteFunc(Games(), func(g Game) bool { return g.Dialect != "gdl" && g.Dialect != "gdl-ii" })
}

// IsRBG reports whether the rules are a regular boardgame.
func (g Game) IsRBG() bool { return path.Ext(g.File) == ".rbg" }

// single has the games that were looked up, by name: to read all of them takes longer than
// to start the program.
var single sync.Map

// Lookup returns the game with the given name, and whether there is one.
func Lookup(name string) (Game, bool) {
	if g, ok := single.Load(name); ok {
		return g.(Game), true
	}
	if !fs.ValidPath(name) || strings.Contains(name, "/") {
		return Game{}, false
	}
	if _, err := fs.Stat(files, path.Join(name, infoFile)); err != nil {
		return Game{}, false
	}
	g, err := readGame(files, name)
	if err != nil {
		panic("library: " + err.Error())
	}
	single.Store(name, g)
	return g, true
}

// Names returns the names of all games, in order, without reading the games.
func Names() []string {
	var names []string
	folders, err := files.ReadDir(".")
	if err != nil {
		panic("library: " + err.Error())
	}
	for _, f := range folders {
		if f.IsDir() {
			names = append(names, f.Name())
		}
	}
	return names
}

// Networks returns the files with networks, by the names of the games that have one.
func Networks() map[string][]byte {
	list := map[string][]byte{}
	for _, name := range Names() {
		if file := (Game{Name: name}).Network(); file != nil {
			list[name] = file
		}
	}
	return list
}

// Rules returns the text of the game's description. It returns nil if the game
// does not come from this library.
func (g Game) Rules() []byte {
	text, err := files.ReadFile(g.File)
	if err != nil {
		return nil
	}
	return text
}

// Board returns the file that says what the board of the game looks like, with
// its path within the library; the text is nil if there is none.
func (g Game) Board() (path string, text []byte) {
	path = g.Name + "/" + boardFile
	text, err := files.ReadFile(path)
	if err != nil {
		return path, nil
	}
	return path, text
}

// Network returns the file with the network of the game, or nil if there is none.
// Package learn reads it.
func (g Game) Network() []byte {
	file, err := files.ReadFile(g.Name + "/" + networkFile)
	if err != nil {
		return nil
	}
	return file
}

// read returns the games found in the folders of fsys, sorted by name.
func read(fsys fs.FS) ([]Game, error) {
	folders, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var list []Game
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		g, err := readGame(fsys, f.Name())
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b Game) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// readGame reads one folder: its description file, and the name of its rules.
func readGame(fsys fs.FS, name string) (Game, error) {
	var g Game
	info := path.Join(name, infoFile)
	meta, err := toml.DecodeFS(fsys, info, &g)
	if err != nil {
		return Game{}, fmt.Errorf("%s: %w", info, err)
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return Game{}, fmt.Errorf("%s: unknown key %s", info, extra[0])
	}
	g.Name = name
	for _, ext := range ruleEndings {
		file := path.Join(name, name+ext)
		if _, err := fs.Stat(fsys, file); err != nil {
			continue
		}
		if g.File != "" {
			return Game{}, fmt.Errorf("%s: both %s and %s hold rules", name, g.File, file)
		}
		g.File = file
	}
	if g.File == "" {
		return Game{}, fmt.Errorf("%s: no rule file %s.kif, %s.gdl or %s.rbg", name, name, name, name)
	}
	return g, nil
}
