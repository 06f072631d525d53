package puzzle

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"ludex/game"
	"ludex/internal/tomlfile"
	"ludex/library"
	"ludex/rules"
)

//go:embed suite.toml
var ownText string

// OwnFile is the file name of the suite that comes with Ludex, in messages.
const OwnFile = "suite.toml"

var own = sync.OnceValue(func() *Suite {
	s, err := Read(OwnFile, ownText)
	if err != nil {
		panic("puzzle: " + err.Error())
	}
	return s
})

// Own returns the suite that comes with Ludex. The caller must not change it.
func Own() *Suite { return own() }

// Open reads a suite from a file.
func Open(name string) (*Suite, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Read(name, string(text))
}

// Read reads a suite. The file name is for messages. All problems are reported at
// once, with their lines.
func Read(name, text string) (*Suite, error) {
	s := new(Suite)
	meta, err := toml.Decode(text, s)
	if err != nil {
		return nil, tomlfile.Error(name, text, err)
	}
	lines := tableLines(text)
	var errs []error
	for _, key := range meta.Undecoded() {
		errs = append(errs, fmt.Errorf("%s:%d: there is no key %q: a puzzle has name, game, state, moves, role, best, claim, goal, steps and why, and a suite title, nodes and want",
			name, max(1, tomlfile.KeyLine(text, key[len(key)-1])), key.String()))
	}
	names := map[string]bool{}
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		line := 0
		if i < len(lines) {
			line = lines[i]
		}
		if problem := p.problem(names); problem != "" {
			errs = append(errs, fmt.Errorf("%s:%d: puzzle %s: %s", name, line, orNumber(p.Name, i+1), problem))
		}
		names[p.Name] = true
	}
	if problem := s.problem(); problem != "" {
		errs = append(errs, fmt.Errorf("%s: %s", name, problem))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s, nil
}

// Write writes a suite as a file that [Read] reads.
func (s *Suite) Write(w io.Writer) error {
	out := toml.NewEncoder(w)
	out.Indent = ""
	return out.Encode(s)
}

// orNumber names a puzzle that may have no name.
func orNumber(name string, number int) string {
	if name == "" {
		return fmt.Sprintf("number %d", number)
	}
	return name
}

// problem returns what is wrong with a suite as a whole, or "".
func (s *Suite) problem() string {
	switch {
	case len(s.Puzzles) == 0:
		return "there is no [[puzzle]]"
	case s.Nodes < 0:
		return "nodes cannot be negative"
	case s.Want < 0 || s.Want > len(s.Puzzles):
		return fmt.Sprintf("want is %d, and there are %d puzzles", s.Want, len(s.Puzzles))
	}
	return ""
}

// problem returns what is wrong with a puzzle, or "". Names are those already in
// use.
func (p *Puzzle) problem(names map[string]bool) string {
	for _, field := range []struct{ key, value string }{{"name", p.Name}, {"game", p.Game}, {"role", p.Role}, {"why", p.Why}} {
		if strings.TrimSpace(field.value) == "" {
			return field.key + " is missing"
		}
	}
	switch {
	case names[p.Name]:
		return "there is another one of that name"
	case len(p.Best) == 0:
		return "best is missing: it lists the best moves"
	case p.Claim != Wins && p.Claim != Saves && p.Claim != Solved:
		return fmt.Sprintf("the claim is %q: use %s, %s or %s", p.Claim, Wins, Saves, Solved)
	case p.Claim == Solved && (p.Goal != 0 || p.Steps != 0):
		return "a claim of the kind solved has neither goal nor steps"
	case p.Claim != Solved && (p.Goal < 1 || p.Goal > 100):
		return fmt.Sprintf("the goal is %d: use 1 to 100", p.Goal)
	case p.Claim != Solved && (p.Steps < 1 || p.Steps > maxSteps):
		return fmt.Sprintf("steps is %d: use 1 to %d", p.Steps, maxSteps)
	}
	return ""
}

// maxSteps bounds the steps of a claim.
const maxSteps = 1000

// tableLines returns the lines on which puzzles begin.
func tableLines(text string) []int {
	var lines []int
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(strings.ReplaceAll(line, " ", ""), "[[puzzle]]") {
			lines = append(lines, number)
		}
	}
	return lines
}

// Folder returns the folder of the files that a suite names.
func Folder(name string) string { return filepath.Dir(name) }

// An OpenedGame is a game with its rules.
type OpenedGame struct {
	Rules *rules.Rules
	Game  game.Game
}

// An Opener opens the game that a puzzle names.
type Opener func(ctx context.Context, name string) (OpenedGame, error)

// NewOpener returns an opener for games of the library and for files, whose names
// are relative to a folder. It caches games, and is for one goroutine.
func NewOpener(folder string) Opener {
	tables := map[string]OpenedGame{}
	return func(ctx context.Context, name string) (OpenedGame, error) {
		if t, ok := tables[name]; ok {
			return t, nil
		}
		t, err := open(ctx, folder, name)
		if err != nil {
			return OpenedGame{}, fmt.Errorf("the game %s: %w", name, err)
		}
		tables[name] = t
		return t, nil
	}
}

// open opens a game with the fastest engine.
func open(ctx context.Context, folder, name string) (OpenedGame, error) {
	if _, ok := library.Lookup(name); !ok && !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		return OpenedGame{}, err
	}
	r := rules.Read(file, rules.Options{})
	if err := r.Problems.Err(); err != nil {
		return OpenedGame{}, err
	}
	g, _, err := r.Open(ctx, rules.Opening{})
	return OpenedGame{r, g}, err
}
