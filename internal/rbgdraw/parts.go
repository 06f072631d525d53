package rbgdraw

import (
	"strconv"

	"ludex/internal/picture"
	"ludex/rbg"
)

// The names of the parts that every game has, for presentations.
const (
	ToMove = "to move"
	Scores = "scores"
	Flags  = "flags" // the variables up to 1 that are 1
)

// parts draws who is to move, the scores, and the other variables.
func (s *scene) parts() []picture.Part {
	var list []picture.Part
	mover := s.game.Mover(int(s.position.Switch))
	if !s.options.Over && mover != rbg.Keeper && len(s.game.Players) > 1 {
		turn := picture.Part{Kind: picture.Switch, ID: ToMove, Name: ToMove, Minor: true, Groups: []picture.Group{{Owner: none}}}
		for i := range s.game.Players {
			name := picture.Clean(s.game.Players[i].Name)
			turn.Groups[0].Items = append(turn.Groups[0].Items, picture.Item{Kind: picture.Person, Text: name, Name: name, Owner: i, Current: i == int(mover)})
		}
		list = append(list, turn)
	}
	flags := picture.Group{Owner: none}
	scores := picture.Part{Kind: picture.Scale, ID: Scores, Name: Scores, Minor: true}
	for v := range s.game.Variables {
		if v == s.game.Random() {
			continue // chance has no score
		}
		name := picture.Clean(s.game.Variables[v].Name)
		n := int(s.position.Values[v])
		item := picture.Item{Text: strconv.Itoa(n), Name: strconv.Itoa(n), Owner: none, Value: float64(n), Most: float64(s.game.Variables[v].Bound)}
		if v < len(s.game.Players) {
			scores.Groups = append(scores.Groups, picture.Group{Name: name, Owner: v, Items: []picture.Item{item}})
			continue
		}
		if s.isFlag(v) {
			if n == 1 {
				flags.Items = append(flags.Items, picture.Item{Text: name, Name: name, Owner: none})
			}
			continue
		}
		list = append(list, picture.Part{Kind: picture.Scale, ID: name, Name: name, Minor: true, Groups: []picture.Group{{Owner: none, Items: []picture.Item{item}}}})
	}
	if len(flags.Items) > 0 {
		list = append(list, picture.Part{ID: Flags, Name: Flags, Minor: true, Groups: []picture.Group{flags}})
	}
	if len(scores.Groups) > 0 {
		list = append(list, scores)
	}
	return list
}
