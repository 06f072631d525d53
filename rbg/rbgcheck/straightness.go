package rbgcheck

import "ludex/rbg"

// The values of a straightness that are not lengths.
const (
	None      = -1 // there is no such stretch
	Unbounded = -2 // a star can be repeated any number of times
)

// Numbers are the four static measures of how straight rules are: the greatest
// number of actions that change the board or a variable on a path that no
// switch interrupts. Each is a number, None or Unbounded.
type Numbers struct {
	Applicational int `json:"applicational"` // as Main, but a stretch may end inside a pattern, whose changes count
	Main          int `json:"main"`          // on any stretch, the first and the last one included
	Move          int `json:"move"`          // from a switch to a player up to any switch
	Semimove      int `json:"semimove"`      // as Move, but dots interrupt too
}

// Straightness measures the rules of a game. It considers only their form, not their
// tests.
func Straightness(g *rbg.Game) Numbers {
	return Numbers{
		Applicational: measure{keeper: true, patterns: true}.whole(g.Rules),
		Main:          measure{keeper: true}.whole(g.Rules),
		Move:          measure{}.between(g.Rules),
		Semimove:      measure{dots: true}.between(g.Rules),
	}
}

// A measure says what interrupts a stretch and what counts.
type measure struct {
	keeper   bool // a stretch begins at the keeper's switches too
	dots     bool // a stretch begins and ends at dots too
	patterns bool // changes inside patterns count
}

// whole returns the greatest length of any stretch.
func (m measure) whole(e *rbg.Expr) int {
	s := m.of(e, map[*rbg.Expr]stretches{})
	return longer(longer(s.through, s.closing), longer(s.opening, s.inner))
}

// between returns the greatest length of a stretch from one interruption to
// another.
func (m measure) between(e *rbg.Expr) int { return m.of(e, map[*rbg.Expr]stretches{}).inner }

// stretches are the greatest lengths of the stretches in an expression, by
// whether they begin and end inside it.
type stretches struct {
	through int // from its beginning to its end
	closing int // from its beginning to an interruption
	opening int // from an interruption to its end
	inner   int // from one interruption to another
}

// nowhere has the stretches of an expression that never passes: none.
var nowhere = stretches{None, None, None, None}

// of measures an expression. Subtrees may be shared, so results are memoised.
func (m measure) of(e *rbg.Expr, known map[*rbg.Expr]stretches) stretches {
	if s, ok := known[e]; ok {
		return s
	}
	var s stretches
	switch e.Kind {
	case rbg.Off, rbg.Assign:
		s = stretches{1, None, None, None}
	case rbg.Switch:
		s = m.cut(e.Player != rbg.Keeper || m.keeper)
	case rbg.Sum:
		s = nowhere
		for _, k := range e.Kids {
			s = s.or(m.of(k, known))
		}
	case rbg.Concat:
		s = stretches{0, None, None, None}
		for _, k := range e.Kids {
			s = s.then(m.of(k, known))
		}
	case rbg.Star:
		s = m.of(e.Kids[0], known).repeated()
	case rbg.Pattern:
		s = stretches{0, None, None, None}
		if m.patterns {
			inside := m.of(e.Kids[0], known)
			s.closing = longer(inside.through, inside.closing)
		}
	default:
		s = stretches{0, None, None, None}
		if e.Kind == rbg.Dot && m.dots {
			s = m.cut(true)
		}
	}
	known[e] = s
	return s
}

// cut returns the stretches of an interruption. If opens is set, another stretch begins
// there.
func (m measure) cut(opens bool) stretches {
	s := stretches{None, 0, None, None}
	if opens {
		s.opening = 0
	}
	return s
}

// or takes the longer stretches of two alternatives.
func (s stretches) or(t stretches) stretches {
	return stretches{
		longer(s.through, t.through), longer(s.closing, t.closing),
		longer(s.opening, t.opening), longer(s.inner, t.inner),
	}
}

// then joins the stretches of two expressions, one after the other.
func (s stretches) then(t stretches) stretches {
	return stretches{
		through: joined(s.through, t.through),
		closing: longer(s.closing, joined(s.through, t.closing)),
		opening: longer(joined(s.opening, t.through), t.opening),
		inner:   longer(longer(s.inner, t.inner), joined(s.opening, t.closing)),
	}
}

// repeated returns the stretches of a star.
func (s stretches) repeated() stretches {
	around := stretches{0, None, None, None}
	if s.through != None && s.through != 0 {
		around.through = Unbounded
	}
	return around.or(around.then(s).then(around)).or(around.then(s).then(around).then(s).then(around))
}

// longer returns the greater of two lengths.
func longer(a, b int) int {
	if a == Unbounded || b == Unbounded {
		return Unbounded
	}
	return max(a, b)
}

// joined returns the length of two stretches, one after the other.
func joined(a, b int) int {
	switch {
	case a == None || b == None:
		return None
	case a == Unbounded || b == Unbounded:
		return Unbounded
	}
	return a + b
}
