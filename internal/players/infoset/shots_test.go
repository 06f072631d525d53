package infoset_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// A hunt measures how many shots a player needs in battleships to sink a fleet that
// is hidden at random, by asking it once for each view that it can come to. The
// rival shoots too, but at its target last.
type hunt struct {
	game  game.Game
	spec  string
	nodes int
	asked int
}

// A target is a fleet that may be there.
type target struct {
	state  game.State
	weight float64
}

// start lets the rival hide in all ways and the hunter in one.
func (h *hunt) start(t testing.TB) ([]target, []player.Event) {
	t.Helper()
	m := h.game.NewMachine()
	list := []target{{m.Initial(nil), 1}}
	var events []player.Event
	for range 2 {
		var next []target
		for _, s := range list {
			own, rival := m.Legal(s.state, 0, nil), m.Legal(s.state, 1, nil)
			for _, move := range rival {
				next = append(next, target{m.Next(s.state, []game.Move{own[0], move}, nil), s.weight / float64(len(rival))})
			}
		}
		events = append(events, player.Event{Own: m.Legal(list[0].state, 0, nil)[0]})
		list = next
	}
	return list, events
}

// shots returns the expected number of shots, times the weight of the targets.
func (h *hunt) shots(t testing.TB, list []target, events []player.Event) float64 {
	t.Helper()
	m := h.game.NewMachine()
	weight := 0.0
	for _, s := range list {
		weight += s.weight
	}
	legal := m.Legal(list[0].state, 0, nil)
	own := legal[0]
	if len(legal) > 1 {
		h.asked++
		own = h.choose(t, list, events, legal)
	}
	sum := weight
	groups := map[string][]target{}
	percepts := map[string][]game.Percept{}
	var order []string
	for _, s := range list {
		joint := []game.Move{own, h.rival(m, s.state)}
		seen := m.Percepts(s.state, joint, 0, nil)
		next := m.Next(s.state, joint, nil)
		if m.Terminal(next) {
			continue
		}
		key := fmt.Sprint(seen)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key], percepts[key] = append(groups[key], target{next, s.weight}), seen
	}
	for _, key := range order {
		sum += h.shots(t, groups[key], append(slices.Clone(events), player.Event{Own: own, Percepts: percepts[key]}))
	}
	return sum
}

// choose returns the next shot: the player's, or if there is no player, the place where a
// ship is most likely.
func (h *hunt) choose(t testing.TB, list []target, events []player.Event, legal []game.Move) game.Move {
	t.Helper()
	if h.spec != "" {
		return situation{events: events, legal: legal}.choose(t, h.game, 0, h.spec, h.nodes)
	}
	m := h.game.NewMachine()
	best, most := legal[0], -1.0
	for _, move := range legal {
		sum := 0.0
		for _, s := range list {
			joint := []game.Move{move, m.Legal(s.state, 1, nil)[0]}
			if !h.sees(m.Percepts(s.state, joint, 0, nil), "miss") {
				sum += s.weight
			}
		}
		if sum > most+1e-12 {
			best, most = move, sum
		}
	}
	return best
}

func (h *hunt) sees(seen []game.Percept, text string) bool {
	return slices.ContainsFunc(seen, func(p game.Percept) bool { return h.game.PerceptText(p) == text })
}

// miss has the hunter make some shots that miss.
func (h *hunt) miss(list []target, events []player.Event, shots int) ([]target, []player.Event) {
	m := h.game.NewMachine()
	for k := range shots {
		legal := m.Legal(list[0].state, 0, nil)
		own := legal[(5*k+5)%len(legal)]
		var next []target
		var last []game.Percept
		for _, s := range list {
			joint := []game.Move{own, h.rival(m, s.state)}
			if seen := m.Percepts(s.state, joint, 0, nil); h.sees(seen, "miss") {
				next, last = append(next, target{m.Next(s.state, joint, nil), s.weight}), seen
			}
		}
		list, events = next, append(events, player.Event{Own: own, Percepts: last})
	}
	total := 0.0
	for _, s := range list {
		total += s.weight
	}
	for i := range list {
		list[i].weight /= total
	}
	return list, events
}

// rival returns a shot of the rival that misses, if there is one.
func (h *hunt) rival(m game.Machine, s game.State) game.Move {
	own, moves := m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)
	for _, move := range moves {
		if h.sees(m.Percepts(s, []game.Move{own, move}, 1, nil), "miss") {
			return move
		}
	}
	return moves[0]
}

// TestShots lets a player hunt after some shots that missed, where it needs fewer
// than one that always shoots where a ship is most likely.
func TestShots(t *testing.T) {
	g := playertest.Open(t, "battleships")
	shots := map[string]float64{}
	for _, spec := range []string{"", "ismcts"} {
		h := &hunt{game: g, spec: spec, nodes: 200}
		list, events := h.start(t)
		list, events = h.miss(list, events, 5)
		shots[spec] = h.shots(t, list, events)
		t.Logf("%q: %.4f more shots for %d fleets, %d decisions", spec, shots[spec], len(list), h.asked)
	}
	if shots["ismcts"] > shots[""]-0.02 {
		t.Errorf("ismcts takes %.4f shots, and who shoots where a ship is most likely %.4f", shots["ismcts"], shots[""])
	}
}

// TestAllShots lets players hunt from the beginning. The optimum is 8.633
// shots on average, which was computed by going through everything that can be
// seen; always to shoot where a ship is most likely takes 8.867, so information is
// worth a quarter of a shot at most. Random shots take about 14.
func TestAllShots(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("takes a minute; LUDEX_FULL is not set")
	}
	for spec, most := range map[string]float64{"ismcts": 8.8, "ismcts:inquire=false": 9.1, "pimc": 9.1} {
		h := &hunt{game: playertest.Open(t, "battleships"), spec: spec, nodes: 2000}
		list, events := h.start(t)
		shots := h.shots(t, list, events)
		t.Logf("%s: %.4f shots, %d decisions", spec, shots, h.asked)
		if shots < 8.632 || shots > most {
			t.Errorf("%s takes %.4f shots", spec, shots)
		}
	}
}
