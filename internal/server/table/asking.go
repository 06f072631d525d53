package table

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/session"
)

// An asking says which people are asked for a move in a game with hidden information, also if
// they have one move only: those who may have a choice for all that everybody knows. Otherwise
// the time until a step is made would tell the others whether there was a choice.
//
// What everybody knows are the steps, and percepts that all roles have alike. The asking follows
// from random plays, and is kept with the table, so that it is the same on every server. Where
// the plays say nothing, everybody is asked.
type asking struct {
	// Public are the names of percepts that all roles have alike.
	Public []string `json:"public,omitempty"`
	// First are the roles that may have a choice at the beginning.
	First []game.Role `json:"first"`
	// Next are those that may have one after a step, by [askingKey].
	Next map[string][]game.Role `json:"next,omitempty"`
}

// Limits of the random plays.
const (
	askingTime  = 1500 * time.Millisecond // enough for all plays on a machine that is not busy
	askingPlays = 60
	askingSteps = 200
)

// A watchedPlay is a random play: by step, which roles had a choice, and what roles perceived.
type watchedPlay struct {
	chose    [][]game.Role
	percepts [][][]string // by step and role
}

// newAsking finds out who may have a choice.
func newAsking(ctx context.Context, g game.Game) *asking {
	ctx, cancel := context.WithTimeout(ctx, askingTime)
	defer cancel()
	m := g.NewMachine()
	m.Bind(ctx)
	rand := game.NewRand(1)
	var plays []watchedPlay
	for range askingPlays {
		plays = append(plays, watch(g, m, rand))
		if m.Err() != nil {
			break
		}
	}
	a := &asking{Public: publicNames(plays), Next: map[string][]game.Role{}}
	for _, p := range plays {
		if len(p.chose) > 0 {
			a.First = p.chose[0] // the initial state is the same
		}
	}
	for a.learn(plays) {
	}
	return a
}

// watch plays at random.
func watch(g game.Game, m game.Machine, rand *game.Rand) (p watchedPlay) {
	state := m.Initial(nil)
	legal := make([][]game.Move, len(g.Roles()))
	for range askingSteps {
		if m.Terminal(state) || m.Err() != nil || game.LegalMoves(g, m, state, legal) != nil {
			return p
		}
		joint := make([]game.Move, len(legal))
		chose := []game.Role{}
		for r, list := range legal {
			joint[r] = list[rand.Choose(len(list))]
			if len(list) > 1 && game.Role(r) != g.Random() {
				chose = append(chose, game.Role(r))
			}
		}
		seen := make([][]string, 0, len(legal))
		for r := range legal {
			if game.Role(r) != g.Random() {
				seen = append(seen, perceptTexts(g, m.Percepts(state, joint, game.Role(r), nil)))
			}
		}
		next := m.Next(state, joint, nil)
		if m.Err() != nil {
			return p
		}
		p.chose, p.percepts, state = append(p.chose, chose), append(p.percepts, seen), next
	}
	return p
}

func perceptTexts(g game.Game, percepts []game.Percept) []string {
	texts := make([]string, len(percepts))
	for i, p := range percepts {
		texts[i] = g.PerceptText(p)
	}
	slices.Sort(texts)
	return texts
}

// perceptName returns the name of a percept without its arguments.
func perceptName(text string) string {
	name, _, _ := strings.Cut(strings.Trim(text, "()"), " ")
	return name
}

// publicNames returns the names of percepts that all roles always have alike.
func publicNames(plays []watchedPlay) []string {
	public := map[string]bool{}
	for _, p := range plays {
		for _, seen := range p.percepts {
			for _, texts := range seen {
				for _, text := range texts {
					name := perceptName(text)
					alike := !slices.ContainsFunc(seen, func(other []string) bool { return !slices.Contains(other, text) })
					if was, ok := public[name]; !ok || was {
						public[name] = alike
					}
				}
			}
		}
	}
	maps.DeleteFunc(public, func(_ string, alike bool) bool { return !alike })
	return slices.Sorted(maps.Keys(public))
}

// askingKey identifies what everybody knows after a step: who may have had a choice, and the
// names of percepts that all have.
func (a *asking) askingKey(before []game.Role, texts []string) string {
	var names []string
	for _, text := range texts {
		if name := perceptName(text); slices.Contains(a.Public, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return fmt.Sprint(before, names)
}

// learn adds who had a choice in the plays, and reports whether that was new.
func (a *asking) learn(plays []watchedPlay) (news bool) {
	for _, p := range plays {
		may := a.First
		for i := 0; i+1 < len(p.chose); i++ {
			key := a.askingKey(may, p.percepts[i][0])
			next := slices.Clone(a.Next[key])
			for _, r := range p.chose[i+1] {
				if !slices.Contains(next, r) {
					next = append(next, r)
				}
			}
			if slices.Sort(next); len(next) > len(a.Next[key]) || a.Next[key] == nil {
				if next == nil {
					next = []game.Role{}
				}
				a.Next[key], news = next, true
			}
			may = a.Next[key]
		}
	}
	return news
}

// asked returns by role who may have a choice after some steps, given what somebody perceived.
func (a *asking) asked(percepts [][]string, roles int) []bool {
	may, known := a.First, a.First != nil // without a single play nothing is known
	for _, texts := range percepts {
		if may, known = a.Next[a.askingKey(may, texts)]; !known {
			break
		}
	}
	list := make([]bool, roles)
	for r := range list {
		list[r] = !known || slices.Contains(may, game.Role(r))
	}
	return list
}

// perceived returns what the first role perceived in each step. Percepts that all roles have
// alike are among them.
func perceived(g game.Game, steps []session.Step) [][]string {
	witness := 0
	if g.Random() == 0 {
		witness = 1
	}
	var list [][]string
	for _, s := range steps {
		list = append(list, perceptTexts(g, s.Percepts[witness]))
	}
	return list
}
