package library_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine"
	"ludex/internal/rbgengine"
	"ludex/library"
)

// playsFile has a play of every game of turns: its name, the moves, and what the last
// state was like. LUDEX_UPDATE=1 records the plays of the games that are tested anew.
const playsFile = "plays.golden"

// recordedMoves is the number of joint moves that are recorded of a play.
const recordedMoves = 30

// turnGames returns all games that are not in real time.
func turnGames() []library.Game {
	return slices.DeleteFunc(library.Games(), func(g library.Game) bool { return strings.HasPrefix(g.Dialect, "rtgdl") })
}

// openOn opens a game of the library on an engine: the reference, or the other one for
// its language.
func openOn(t *testing.T, g library.Game, reference bool) game.Game {
	t.Helper()
	engine := gdlengine.Circuit
	if g.IsRBG() {
		engine = rbgengine.Sets
	}
	if reference {
		engine = rbgengine.Reference
	}
	return openNamed(t, g, engine)
}

// openNamed opens a game on an engine.
func openNamed(t *testing.T, g library.Game, engine string) game.Game {
	t.Helper()
	if g.IsRBG() {
		return openEngine(t, string(g.Rules()), engine)
	}
	p, _ := readGame(t, g)
	opened, err := gdlengine.Open(t.Context(), p, gdlengine.Options{Opening: game.Opening{Engine: engine}})
	if err != nil {
		t.Fatal(err)
	}
	return opened.Game
}

// TestGoldenPlays plays the recorded plays: their moves have to be legal and lead to the
// recorded states.
func TestGoldenPlays(t *testing.T) {
	if testing.Short() {
		t.Skip("the models run on one goroutine, so the race detector would find nothing")
	}
	data, err := os.ReadFile(playsFile)
	if err != nil {
		t.Fatal(err)
	}
	plays := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		plays[fields[0]] = fields[1:]
	}
	update := os.Getenv("LUDEX_UPDATE") != ""
	for _, g := range turnGames() {
		t.Run(g.Name, func(t *testing.T) {
			opened := openOn(t, g, !g.IsRBG())
			if update {
				plays[g.Name] = recordPlay(opened)
			}
			play := plays[g.Name]
			if len(play) != 2 {
				t.Fatalf("no play in %s", playsFile)
			}
			m := opened.NewMachine()
			s := m.Initial(nil)
			for _, step := range strings.Split(play[0], "; ") {
				s = m.Next(s, jointByTexts(t, opened, m, s, step), nil)
			}
			if got := describe(opened, m, s); got != play[1] {
				t.Errorf("the play ends with %s, want %s", got, play[1])
			}
		})
	}
	if update {
		writePlays(t, plays)
	}
}

// jointByTexts finds the moves of a step, which are written with commas between them, as
// the roles come; those without a choice are left out.
func jointByTexts(t *testing.T, g game.Game, m game.Machine, s game.State, step string) []game.Move {
	t.Helper()
	texts := strings.Split(step, ", ")
	var joint []game.Move
	for r := range g.Roles() {
		legal := m.Legal(s, game.Role(r), nil)
		if len(legal) != 1 {
			i := slices.IndexFunc(legal, func(move game.Move) bool { return len(texts) > 0 && g.MoveText(game.Role(r), move) == texts[0] })
			if i < 0 {
				t.Fatalf("no move for %s in %q", g.Roles()[r], step)
			}
			legal, texts = legal[i:i+1], texts[1:]
		}
		joint = append(joint, legal[0])
	}
	return joint
}

// describe returns a fingerprint of a state, and the goals if a play is over.
func describe(g game.Game, m game.Machine, s game.State) string {
	text := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(g.Facts(s), "\n"))))[:12]
	if m.Terminal(s) {
		for r := range g.Roles() {
			text += fmt.Sprint(" ", m.Goals(s, game.Role(r), nil))
		}
	}
	return text
}

// recordPlay plays at random and returns the moves and a fingerprint of the last state.
func recordPlay(g game.Game) []string {
	m, rand := g.NewMachine(), game.NewRand(1)
	s := m.Initial(nil)
	var steps []string
	for len(steps) < recordedMoves && !m.Terminal(s) {
		var joint []game.Move
		var texts []string
		for r := range g.Roles() {
			legal := m.Legal(s, game.Role(r), nil)
			i := rand.Choose(len(legal))
			joint = append(joint, legal[i])
			if len(legal) > 1 {
				texts = append(texts, g.MoveText(game.Role(r), legal[i]))
			}
		}
		steps = append(steps, strings.Join(texts, ", "))
		s = m.Next(s, joint, nil)
	}
	return []string{strings.Join(steps, "; "), describe(g, m, s)}
}

func writePlays(t *testing.T, plays map[string][]string) {
	t.Helper()
	var out strings.Builder
	for _, name := range sortedKeys(plays) {
		fmt.Fprintf(&out, "%s | %s | %s\n", name, plays[name][0], plays[name][1])
	}
	if err := os.WriteFile(playsFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// longTurns are the games in which a turn has tens of thousands of moves.
var longTurns = map[string]bool{"arimaa": true}

// Limits of TestTwoEngines where all is to be tested: plays of up to so many moves, how long
// the interpreter may take for a game, and how long two fast engines may for the plays that
// are left then; the summary names games with fewer plays. LUDEX_FULL_TIME=1h gives both
// that much.
const (
	fullPlays     = 1000
	fullMoves     = 300
	fullTime      = 30 * time.Second
	fastTime      = 5 * time.Minute
	playsAtATime  = 5
	settingUpOnly = 32 // of games with long turns
)

// TestTwoEngines plays random plays on the interpreter and on a fast engine at once: a few
// moves of one play of a sample of the boardgames, or a thousand plays of each game if all is to be
// tested. Of large boardgames the
// interpreter plays as many as it can in its time, and two fast engines play the rest. It
// logs how much was compared.
func TestTwoEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("the models run on one goroutine, so the race detector would find nothing")
	}
	var sum enginesCompared
	for _, g := range turnGames() {
		if !full() && !(g.IsRBG() && corpustest.Sampled(g.Name)) {
			continue // package circuit has a sample of the others
		}
		t.Run(g.Name, func(t *testing.T) { sum.compare(t, g) })
	}
	if !t.Failed() {
		sum.log(t)
	}
}

// enginesCompared counts what TestTwoEngines has compared.
type enginesCompared struct {
	games, plays, moves int
	byFast, fewer       []string // games that fast engines have played, and those with too few plays
}

func (s *enginesCompared) log(t *testing.T) {
	t.Logf("%d games, %d plays, %d joint moves: no difference", s.games, s.plays, s.moves)
	if len(s.byFast) > 0 {
		t.Logf("plays of the interpreter, the others on two fast engines: %s", strings.Join(s.byFast, ", "))
	}
	if len(s.fewer) > 0 {
		t.Logf("fewer than %d plays: %s", fullPlays, strings.Join(s.fewer, ", "))
	}
}

// compare compares the engines of a game.
func (s *enginesCompared) compare(t *testing.T, g library.Game) {
	slow, fast := openOn(t, g, true), openOn(t, g, false)
	c := newPlaysCompared(longTurns[g.Name])
	c.run(t, slow, fast, within(t, fullTime))
	if c.plays < c.want && g.IsRBG() {
		s.byFast = append(s.byFast, fmt.Sprintf("%s %d", g.Name, c.plays))
		c.run(t, fast, openNamed(t, g, rbgengine.Compiled), within(t, fastTime))
	}
	if c.plays < c.want {
		s.fewer = append(s.fewer, fmt.Sprintf("%s %d", g.Name, c.plays))
	}
	s.games, s.plays, s.moves = s.games+1, s.plays+c.plays, s.moves+c.moves
	t.Logf("%d plays, %d joint moves", c.plays, c.moves)
}

// within returns how long two engines may take: what LUDEX_FULL_TIME says, or usual.
func within(t *testing.T, usual time.Duration) time.Duration {
	t.Helper()
	wanted := os.Getenv("LUDEX_FULL_TIME")
	if wanted == "" {
		return usual
	}
	d, err := time.ParseDuration(wanted)
	if err != nil {
		t.Fatal("LUDEX_FULL_TIME: ", err)
	}
	return d
}

// playsCompared are the plays of one game.
type playsCompared struct {
	enginecompare.Comparison
	want, plays, moves int
}

func newPlaysCompared(long bool) *playsCompared {
	c := &playsCompared{Comparison: enginecompare.Comparison{Plays: 1, MaxSteps: 12}, want: 1}
	if full() {
		c.want, c.Plays, c.MaxSteps = fullPlays, playsAtATime, fullMoves
	}
	if long {
		c.MaxSteps = min(c.MaxSteps, settingUpOnly)
	}
	c.Plies = c.Plays * c.MaxSteps
	return c
}

// run plays until there are enough plays, or the time is over.
func (c *playsCompared) run(t *testing.T, a, b game.Game, limit time.Duration) {
	t.Helper()
	for begin := time.Now(); c.plays < c.want && time.Since(begin) < limit; c.plays += c.Plays {
		c.Seed = uint64(c.plays)
		n, err := c.Run(t.Context(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		c.moves += n
	}
}
