package infoset_test

import (
	"fmt"
	"os"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// meanGoal lets a player play a game against chance alone, once for each first
// move of chance.
func meanGoal(t testing.TB, g game.Game, spec string, nodes int) float64 {
	t.Helper()
	m := g.NewMachine()
	first := m.Legal(m.Initial(nil), g.Random(), nil)
	sum, known := 0, map[string]game.Move{}
	for _, luck := range first {
		s := situation{state: m.Initial(nil)}
		for step := 0; !m.Terminal(s.state); step++ {
			s.legal = m.Legal(s.state, 0, nil)
			joint := []game.Move{s.legal[0], m.Legal(s.state, 1, nil)[0]}
			if step == 0 {
				joint[1] = luck
			}
			if len(s.legal) > 1 {
				key := fmt.Sprint(s.events)
				if _, ok := known[key]; !ok {
					known[key] = s.choose(t, g, 0, spec, nodes)
				}
				joint[0] = known[key]
			}
			s.events = append(s.events, player.Event{Own: joint[0], Percepts: m.Percepts(s.state, joint, 0, nil)})
			s.state = m.Next(s.state, joint, nil)
		}
		sum += m.Goals(s.state, 0, nil)[0]
	}
	return float64(sum) / float64(len(first))
}

// TestQuestionsAreWorthAsking plays for all numbers: four good questions always
// find them, which is worth 60 points and is the best there is. Who plays possible
// states with open eyes thinks that it will know the number anyway.
func TestQuestionsAreWorthAsking(t *testing.T) {
	g := playertest.Open(t, "numberguessing")
	if got := meanGoal(t, g, "hyperplay", 8000); got != 60 {
		t.Errorf("hyperplay gets %.2f", got)
	}
	if got := meanGoal(t, g, "pimc", 1000); got > 45 {
		t.Errorf("pimc gets %.2f", got)
	}
	g = playertest.Open(t, "highlow")
	if got := meanGoal(t, g, "hyperplay", 1000); got != 100 {
		t.Errorf("hyperplay gets %.2f in high and low", got)
	}
}

// deposit returns how many notes the banker puts into his own bank.
func deposit(t testing.TB, g game.Game, spec string, nodes, own int) int {
	t.Helper()
	m := g.NewMachine()
	s := situation{state: m.Initial(nil)}
	joint := []game.Move{m.Legal(s.state, 0, nil)[0], m.Legal(s.state, 1, nil)[0], m.Legal(s.state, 2, nil)[own]}
	s.events = append(s.events, player.Event{Own: joint[0], Percepts: m.Percepts(s.state, joint, 0, nil)})
	s.state = m.Next(s.state, joint, nil)
	s.legal = m.Legal(s.state, 0, nil)
	move := s.choose(t, g, 0, spec, nodes)
	var left, right int
	if _, err := fmt.Sscanf(g.MoveText(0, move), "(deposit %d %d)", &left, &right); err != nil {
		t.Fatal(err)
	}
	return []int{left, right}[own]
}

// TestSecretsAreKept lets a banker choose who knows which bank is his. Against a
// thief who goes where more notes are, four notes in the own bank are the best; a
// banker who thinks that the thief sees everything has nothing to choose.
func TestSecretsAreKept(t *testing.T) {
	g := playertest.Open(t, "bankerandthief")
	for own := range 2 {
		if got := deposit(t, g, "hyperplay", 1000, own); got != 4 {
			t.Errorf("hyperplay puts %d notes into bank %d, which is its own", got, own)
		}
		t.Logf("ismcts puts %d notes into bank %d, pimc %d", deposit(t, g, "ismcts", 1000, own), own, deposit(t, g, "pimc", 1000, own))
	}
}

// TestBeatsRandom plays against random moves.
func TestBeatsRandom(t *testing.T) {
	games, least := 8, 0.5
	if os.Getenv("LUDEX_FULL") != "" {
		games, least = 200, 0.75
	}
	for _, name := range []string{"liarsdice", "kriegspiel-tictactoe", "battleships"} {
		s := series(t, playertest.Open(t, name), "ismcts", "random", games, 100)
		t.Logf("%s: %.3f [%.3f, %.3f]", name, s.Score, s.Interval.Low, s.Interval.High)
		if s.Score < least {
			t.Errorf("%s: a score of %.3f", name, s.Score)
		}
	}
}
