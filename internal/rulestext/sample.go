package rulestext

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/spelling"
	"ludex/rules"
)

// Bounds of the random plays that a description looks at.
const (
	samplePlays = 20
	sampleSteps = 500
	sampleTime  = time.Second
)

// A sample is what was seen in random plays.
type sample struct {
	plays     int
	ended     int // how many of them came to an end
	shortest  int // the number of steps of those
	longest   int
	choosers  int        // the most roles that had a choice at the same time, chance not counted
	forms     [][]string // by role: one move of each form
	scores    [][]int    // by role: the goals at the end, sorted
	repeating bool       // a role had a choice twice in a row while another one had none
}

// look plays at random until there are enough plays or the time is over. An engine that
// fails ends the sample; that is no failure of the description.
func look(ctx context.Context, r *rules.Rules) (*sample, []string, game.Role, error) {
	limited, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	g, _, err := r.Open(limited, rules.Opening{Engine: reference})
	if err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			return &sample{}, nil, game.NoRole, nil
		}
		return nil, nil, game.NoRole, err
	}
	s := &sample{forms: make([][]string, len(g.Roles())), scores: make([][]int, len(g.Roles()))}
	m, rand := g.NewMachine(), game.NewRand(1)
	m.Bind(limited)
	for i := 0; i < samplePlays && m.Err() == nil; i++ {
		s.play(g, m, rand, r)
	}
	if err := m.Err(); err != nil && ctx.Err() != nil {
		return nil, nil, game.NoRole, errors.Join(err, context.Cause(ctx))
	}
	return s, g.Roles(), g.Random(), nil
}

// play plays once.
func (s *sample) play(g game.Game, m game.Machine, rand *game.Rand, r *rules.Rules) {
	state := m.Initial(nil)
	last := game.NoRole
	steps := 0
	for ; steps < sampleSteps && m.Err() == nil && !m.Terminal(state); steps++ {
		joint := make([]game.Move, len(g.Roles()))
		choosers := 0
		mover := game.NoRole
		for i := range joint {
			role := game.Role(i)
			legal := m.Legal(state, role, nil)
			if len(legal) == 0 {
				return // the machine has failed, or somebody has no move
			}
			joint[i] = legal[rand.Choose(len(legal))]
			if len(legal) > 1 {
				s.note(i, r.Show(g.MoveText(role, joint[i])))
				if role != g.Random() {
					choosers++
					mover = role
				}
			}
		}
		s.choosers = max(s.choosers, choosers)
		if choosers == 1 {
			s.repeating = s.repeating || mover == last
			last = mover
		}
		state = m.Next(state, joint, nil)
	}
	if m.Err() != nil {
		return
	}
	s.plays++
	if !m.Terminal(state) {
		return
	}
	if s.ended == 0 || steps < s.shortest {
		s.shortest = steps
	}
	s.ended++
	s.longest = max(s.longest, steps)
	for i := range s.scores {
		for _, goal := range m.Goals(state, game.Role(i), nil) {
			if at, found := slices.BinarySearch(s.scores[i], goal); !found {
				s.scores[i] = slices.Insert(s.scores[i], at, goal)
			}
		}
	}
}

// note remembers the first move of each form: the name of a term and the number of its
// arguments, or how many cells a move has.
func (s *sample) note(role int, move string) {
	if !slices.ContainsFunc(s.forms[role], func(m string) bool { return form(m) == form(move) }) {
		s.forms[role] = append(s.forms[role], move)
	}
}

// form returns what moves of one form have in common.
func form(move string) string {
	name := strings.TrimLeft(move, "(")
	end := strings.IndexAny(name, "( )0123456789")
	if end < 0 {
		return name
	}
	if !strings.ContainsAny(move, "( ") { // cells: e2e4
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '0'
			}
			return 'a'
		}, move)
	}
	return fmt.Sprint(name[:end], strings.Count(move, ",")+strings.Count(move, " "))
}

// turns says who moved when.
func (s *sample) turns(roles int, random bool) string {
	var b strings.Builder
	switch {
	case s.plays == 0:
		return "No play could be looked at in the time given, so nothing is known about who moves when."
	case s.choosers > 1:
		fmt.Fprintf(&b, "In %s, up to %d players chose a move at the same time.", spelling.Count(s.plays, "random play"), s.choosers)
	case roles == 1:
		fmt.Fprintf(&b, "In %s, the player moved step by step.", spelling.Count(s.plays, "random play"))
	case s.repeating:
		fmt.Fprintf(&b, "In %s, one player at a time had a choice, sometimes several times in a row.", spelling.Count(s.plays, "random play"))
	default:
		fmt.Fprintf(&b, "In %s, one player at a time had a choice, by turns.", spelling.Count(s.plays, "random play"))
	}
	if random {
		b.WriteString(" Chance takes part as the role random.")
	}
	return b.String()
}

// moves says what moves of the roles looked like.
func (s *sample) moves(roles []string, random game.Role) string {
	const most = 12
	var b strings.Builder
	for i, role := range roles {
		if len(s.forms) <= i || len(s.forms[i]) == 0 {
			continue
		}
		if game.Role(i) == random {
			role = "Chance"
		}
		slices.Sort(s.forms[i])
		fmt.Fprintf(&b, "%s: for example %s.\n", role, some(s.forms[i], most))
	}
	return strings.TrimSpace(b.String())
}

// length says how long plays were.
func (s *sample) length() string {
	switch {
	case s.ended == 0:
		return ""
	case s.shortest == s.longest:
		return fmt.Sprintf("The random plays that ended took %s.", spelling.Count(s.shortest, "step"))
	}
	return fmt.Sprintf("The random plays that ended took %d to %d steps.", s.shortest, s.longest)
}

// results says what was seen at the end.
func (s *sample) results(roles []string, random game.Role) string {
	var b strings.Builder
	for i, role := range roles {
		if game.Role(i) == random || len(s.scores) <= i || len(s.scores[i]) == 0 {
			continue
		}
		var values []string
		for _, v := range s.scores[i] {
			values = append(values, fmt.Sprint(v))
		}
		fmt.Fprintf(&b, "%s had %s.\n", role, some(values, 10))
	}
	return strings.TrimSpace(b.String())
}
