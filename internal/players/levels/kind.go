package levels

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"

	"ludex/player"
)

// Name is the name of the kind of player.
const Name = "level"

// Spec returns the text that names the player of a level.
func Spec(number int) string { return fmt.Sprintf("%s:%d", Name, number) }

// Number returns the number of the level that a text names, as [Spec] does.
func Number(spec string) (int, bool) {
	for number := 1; number <= Count; number++ {
		if spec == Spec(number) {
			return number, true
		}
	}
	return 0, false
}

// Shown returns what people are shown of a player: the title of a level, and the name of
// any other player.
func (l *Ladder) Shown(spec string) string {
	if number, ok := Number(spec); ok {
		return l.Title(number)
	}
	return spec
}

// Kind is the player by name: "level:3", or with parameters of one's own
// "level:nodes=200,temperature=8".
func Kind() player.Kind {
	return player.Kind{
		Name: Name,
		Doc:  "plays at one of ten levels, whose strength was measured",
		Main: "number",
		Declare: func(set *flag.FlagSet) func() player.Player {
			number := Count
			set.Func("number", fmt.Sprintf("the level, from 1 to %d (default %d)", Count, Count), func(text string) (err error) {
				if number, err = strconv.Atoi(text); err != nil || number < 1 || number > Count {
					return fmt.Errorf("use a level from 1 to %d", Count)
				}
				return nil
			})
			var elo *float64
			set.Func("elo", "the level whose rating on the game is the nearest", func(text string) error {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil || math.IsNaN(x) {
					return errors.New("use a number")
				}
				elo = &x
				return nil
			})
			own := At(Count-1, 1)
			var given bool
			set.Func("nodes", "nodes of a level of one's own", own.setter(&given, func(x float64) { own.Nodes = int(x) }))
			set.Func("temperature", "its temperature in goal points", own.setter(&given, func(x float64) { own.Temperature = x }))
			set.Func("sight", "how often it looks for wins in one move, from 0 to 1", own.setter(&given, func(x float64) { own.Sight = x }))
			return func() player.Player {
				if given {
					fixed := own
					return &Player{Fixed: &fixed}
				}
				return &Player{Number: number, Elo: elo}
			}
		},
	}
}

// setter returns a function that sets a parameter of a level from a text.
func (l *Level) setter(given *bool, set func(float64)) func(string) error {
	return func(text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0 && x <= maxNodes) {
			return errors.New("use a number")
		}
		*given = true
		set(x)
		return l.check()
	}
}
