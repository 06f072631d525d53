package tournament

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"ludex/internal/printable"
	"ludex/internal/spelling"
	"ludex/internal/tomlfile"
	"ludex/match"
	"ludex/timed"
)

// Limits of a tournament.
const (
	MaxPlayers = 1000
	MaxMatches = 100_000
	maxName    = 80
)

// maxFile is how large the file of a tournament may be.
const maxFile = 1 << 20

// ReadFile reads the file of a tournament.
func ReadFile(name string) (*Config, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: too large for the file of a tournament", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Read(name, string(text))
}

// Read reads a tournament from the text of a file, whose name is for messages. All
// problems are reported at once, each with its line.
func Read(name, text string) (*Config, error) {
	c := DefaultConfig()
	meta, err := toml.Decode(text, c)
	if err != nil {
		return nil, tomlfile.Error(name, text, err)
	}
	r := &reader{name: name, text: text, defined: func(key string) bool { return meta.IsDefined(key) }, Config: c}
	for _, key := range meta.Undecoded() {
		r.problem(key[len(key)-1], unknownKey(key.String(), knownKeys))
	}
	if err := r.finish(); err != nil {
		return nil, err
	}
	return c, nil
}

// DefaultConfig returns a configuration with the defaults, for programs that set
// the rest and call [Config.Complete].
func DefaultConfig() *Config {
	return &Config{Version: Version, Rotate: true, Seed: 1, Allowance: match.DefaultAllowance, Workers: 1}
}

// Complete replaces zero values by defaults, and returns all problems, like [Read].
func (c *Config) Complete() error {
	set := map[string]bool{
		"clocks": c.Clocks != Clocks{}, "repeats": c.Repeats != 0, "rounds": c.Rounds != 0, "matches": c.Matches != 0, "challengers": len(c.Challengers) > 0,
		"nodes": true, "allowance": true, "max-steps": true, "workers": true,
	}
	r := &reader{defined: func(key string) bool { return set[key] }, Config: c}
	return r.finish()
}

// knownKeys are the keys that a file may have.
var knownKeys = []string{
	"name", "kind", "games", "players", "challengers", "rounds", "repeats", "matches", "rotate", "scramble", "clocks", "clocks.start", "clocks.play", "clocks.full",
	"nodes", "seed", "allowance", "max-steps", "timed", "timed.execution", "timed.unit", "timed.max-time", "timed.wall", "workers",
}

// unknownKey returns an error for an unknown key, with the most similar known one.
func unknownKey(key string, known []string) error {
	if near := spelling.Nearest(key, known); near != "" {
		return fmt.Errorf("there is no key %q: is %q meant?", key, near)
	}
	return fmt.Errorf("there is no key %q: use %s", key, strings.Join(known, ", "))
}

// valueLine returns the first line with a quoted text at or after the line of a
// key, or the line of the key.
func valueLine(text, value, key string) int {
	number, from := 0, tomlfile.KeyLine(text, key)
	for line := range strings.Lines(text) {
		number++
		if number >= from && (strings.Contains(line, strconv.Quote(value)) || strings.Contains(line, "'"+value+"'")) {
			return number
		}
	}
	return from
}

// A reader collects the problems of a file.
type reader struct {
	*Config
	name, text string            // empty if there is no file
	defined    func(string) bool // whether a key is set
	errs       []error
}

// finish fills in what is left open, and returns the problems.
func (r *reader) finish() error {
	r.defaults()
	r.check()
	return errors.Join(r.errs...)
}

// problem records a problem of a key.
func (r *reader) problem(key string, err error) {
	r.at(tomlfile.KeyLine(r.text, key), err)
}

func (r *reader) at(line int, err error) {
	if line > 0 {
		err = fmt.Errorf("%s:%d: %w", r.name, line, err)
	} else if r.name != "" {
		err = fmt.Errorf("%s: %w", r.name, err)
	}
	r.errs = append(r.errs, err)
}

// defaultClock is used if the file has neither clocks nor nodes.
const defaultClock = Duration(time.Second)

// defaults fills in what the file leaves open.
func (r *reader) defaults() {
	if r.Nodes == 0 && !r.defined("clocks") {
		r.Clocks = Clocks{Start: defaultClock, Play: defaultClock}
	}
	switch r.Kind {
	case RoundRobin, Gauntlet:
		if !r.defined("repeats") {
			r.Repeats = 1
		}
	case Swiss:
		if !r.defined("rounds") {
			r.Rounds = enough(len(r.Players))
		}
	}
	if r.Kind == Gauntlet && !r.defined("challengers") && len(r.Players) > 0 {
		r.Challengers = []string{r.Players[0].Name}
	}
}

// enough returns how many rounds leave one player without a loss.
func enough(players int) int {
	rounds := 1
	for 1<<rounds < players {
		rounds++
	}
	return rounds
}

// check looks for problems.
func (r *reader) check() {
	r.checkWords()
	r.checkNumbers()
	r.checkPlayers()
	r.checkGames()
	r.checkKind()
	r.checkTimed()
}

func (r *reader) checkWords() {
	if err := goodName(r.Name); err != nil {
		r.problem("name", fmt.Errorf("name: %w", err))
	}
	if !slices.Contains(Kinds, r.Kind) {
		var names []string
		for _, k := range Kinds {
			names = append(names, string(k))
		}
		r.problem("kind", fmt.Errorf("kind is %q: use %s", r.Kind, strings.Join(names, ", ")))
	}
}

// goodName says what is wrong with a name of a tournament or a player.
func goodName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("it is missing")
	case len(name) > maxName:
		return fmt.Errorf("it is longer than %d bytes", maxName)
	case printable.Line(name) != name:
		return errors.New("it has characters that cannot be printed")
	case strings.TrimSpace(name) != name:
		return errors.New("it begins or ends with a blank")
	}
	return nil
}

func (r *reader) checkNumbers() {
	for _, n := range []struct {
		key        string
		value, min int
	}{
		{"rounds", r.Rounds, 1}, {"repeats", r.Repeats, 1}, {"matches", r.Matches, 1}, {"nodes", r.Nodes, 0},
		{"allowance", r.Allowance, 0}, {"max-steps", r.MaxSteps, 0}, {"workers", r.Workers, 1},
	} {
		if r.defined(n.key) && (n.value < n.min || n.key != "nodes" && n.value > 1_000_000) {
			r.problem(n.key, fmt.Errorf("%s cannot be %d", n.key, n.value))
		}
	}
	for key, d := range map[string]Duration{"start": r.Clocks.Start, "play": r.Clocks.Play} {
		if d < 0 {
			r.problem(key, fmt.Errorf("the %s clock cannot be negative", key))
		}
	}
	if r.Clocks.Full && r.Clocks.Play == 0 {
		r.problem("full", errors.New("clocks.full needs clocks.play, the clock to use to its end"))
	}
}

func (r *reader) checkPlayers() {
	if len(r.Players) == 0 {
		r.problem("players", errors.New("there are no players: write players = [\"mcts\", \"random\"], or [[players]] with a name and a player"))
	}
	if len(r.Players) > MaxPlayers {
		r.problem("players", fmt.Errorf("%d players are too many: at most %d can take part", len(r.Players), MaxPlayers))
	}
	seen := map[string]bool{}
	for i, p := range r.Players {
		line := valueLine(r.text, p.Name, "players")
		switch err := goodName(p.Name); {
		case err != nil:
			r.at(line, fmt.Errorf("the name of player %d: %w", i+1, err))
		case seen[p.Name]:
			r.at(line, fmt.Errorf("two players are called %q", p.Name))
		case strings.TrimSpace(p.Spec) == "":
			r.at(line, fmt.Errorf("player %q: player is missing, as in player = \"mcts:memory=64\"", p.Name))
		}
		seen[p.Name] = true
	}
}

func (r *reader) checkGames() {
	if len(r.Games) == 0 {
		r.problem("games", errors.New("there are no games: write games = [\"connectfour\"]"))
	}
	seen := map[string]bool{}
	for _, g := range r.Games {
		if seen[g.Ref] {
			r.at(valueLine(r.text, g.Ref, "games"), fmt.Errorf("the game %q is there twice", g.Ref))
		}
		seen[g.Ref] = true
	}
}

// checkKind checks that keys are there only for tournaments that need them.
func (r *reader) checkKind() {
	for _, k := range []struct {
		key  string
		only []Kind
		hint string
	}{
		{"rounds", []Kind{Swiss}, "repeats says how often everybody meets everybody"},
		{"repeats", []Kind{RoundRobin, Gauntlet}, "matches says how many matches those who meet play"},
		{"challengers", []Kind{Gauntlet}, "leave it out"},
	} {
		if r.defined(k.key) && slices.Contains(Kinds, r.Kind) && !slices.Contains(k.only, r.Kind) {
			r.problem(k.key, fmt.Errorf("a tournament of the kind %s has no %s: %s", r.Kind, k.key, k.hint))
		}
	}
	if r.Kind != Gauntlet {
		return
	}
	seen := map[string]bool{}
	for _, name := range r.Challengers {
		switch {
		case r.index(name) < 0:
			r.problem("challengers", fmt.Errorf("there is no player %q", name))
		case seen[name]:
			r.problem("challengers", fmt.Errorf("%q challenges twice", name))
		}
		seen[name] = true
	}
	if len(r.Challengers) == 0 || len(r.Challengers) == len(r.Players) && len(r.Players) > 1 {
		r.problem("challengers", errors.New("a gauntlet needs a challenger, and players who are none"))
	}
}

func (r *reader) checkTimed() {
	if _, err := r.Config.timedOptions(); err != nil {
		r.problem("timed", err)
	}
}

// defaultTime is the default end of games in real time, in units.
const defaultTime = "1000"

// timedOptions returns how games in real time are played.
func (c *Config) timedOptions() (timed.MatchOptions, error) {
	opt := timed.MatchOptions{Unit: time.Duration(c.Timed.Unit), MaxEvents: 100_000}
	var err error
	if c.Timed.Unit < 0 {
		return opt, errors.New("timed.unit cannot be negative")
	}
	if c.Timed.Execution != "" {
		if opt.Execution, err = timed.ParseExecution(c.Timed.Execution); err != nil {
			return opt, fmt.Errorf("timed.execution: %w", err)
		}
	}
	limit := c.Timed.MaxTime
	if limit == "" {
		limit = defaultTime
	}
	if opt.MaxTime, err = timed.ParseTime(limit); err != nil {
		return opt, fmt.Errorf("timed.max-time: %w", err)
	}
	return opt, nil
}
