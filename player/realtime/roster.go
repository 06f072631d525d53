package realtime

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedscript"
	"ludex/player"
	"ludex/timed"
)

// A Roster makes the players of a game in real time by name, from texts such as
// "realtime" or "random:rate=2". If the game is the translation of a turn-based
// one, all turn-based players are available too.
type Roster struct {
	turns       player.Roster
	translation *timed.Translation
	original    game.Game
	why         error // why the game is not a translation
}

// A Maker makes players of one kind, any number of them.
type Maker func() Player

// NewRoster looks at a game. If it is a translation the original is opened by a
// function, and the given players can play it.
func NewRoster(ctx context.Context, p *gdl.Program, turns player.Roster,
	open func(context.Context, *gdl.Program) (game.Game, error)) (*Roster, error) {
	r := &Roster{turns: turns}
	if r.translation, r.why = timed.FindTranslation(p); r.why != nil {
		return r, nil
	}
	var err error
	if r.original, err = open(ctx, r.translation.Original); err != nil {
		return nil, fmt.Errorf("the game of turns that this is a translation of: %w", err)
	}
	return r, nil
}

// TurnClock returns the fact that ends the turns of a translation, or "".
func (r *Roster) TurnClock() string {
	if r.translation == nil {
		return ""
	}
	return r.translation.Clock
}

// A playerKind is a kind of player that can be chosen by name.
type playerKind struct {
	Name, Doc string
	declare   func(options *flag.FlagSet) Maker
}

// playerKinds returns the players that every game in real time has. Besides there is
// auto, which is realtime, or the player of that name for a translation.
func playerKinds() []playerKind {
	return []playerKind{
		{"realtime", "searches while time runs, and chooses what to do and when", func(*flag.FlagSet) Maker {
			return func() Player { return new(searchPlayer) }
		}},
		{"random", "moves at random instants", func(set *flag.FlagSet) Maker {
			rate := timed.PerUnit
			set.Func("rate", "how often it moves a unit of time (default 1)", func(text string) (err error) {
				rate, err = timedscript.ParseRate(text)
				return err
			})
			return func() Player { return &randomPlayer{Rate: rate} }
		}},
		{"idle", "never moves", func(*flag.FlagSet) Maker {
			return func() Player { return idlePlayer{} }
		}},
	}
}

// Maker returns a function that makes the players that a text names.
func (r *Roster) Maker(spec string) (Maker, error) {
	name, options, _ := strings.Cut(spec, ":")
	kinds := playerKinds()
	i := slices.IndexFunc(kinds, func(k playerKind) bool { return k.Name == name })
	if r.translation != nil && slices.Contains(r.turns.Names(), name) && (i < 0 || options == "") {
		return r.turnMaker(spec)
	}
	if name == "auto" && options == "" {
		i = 0
	}
	if i < 0 {
		return nil, r.unknown(name)
	}
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	build := kinds[i].declare(set)
	if err := player.Assign(set, options); err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	return build, nil
}

// turnMaker returns a function that makes turn-based players.
func (r *Roster) turnMaker(spec string) (Maker, error) {
	build, err := r.turns.Maker(spec)
	if err != nil {
		return nil, err
	}
	return func() Player { return newTurnsPlayer(r.translation, r.original, build()) }, nil
}

// unknown returns an error for an unknown player, with the reason if it plays other
// games.
func (r *Roster) unknown(name string) error {
	list := strings.Join(r.Names(), ", ")
	if r.translation == nil && slices.Contains(r.turns.Names(), name) {
		return fmt.Errorf("%s plays games of turns, and this is %w: use %s", name, r.why, list)
	}
	return fmt.Errorf("there is no player %q: use %s", name, list)
}

// Names returns the names of the players.
func (r *Roster) Names() []string {
	names := []string{"auto"}
	for _, k := range playerKinds() {
		names = append(names, k.Name)
	}
	if r.translation == nil {
		return names
	}
	for _, name := range r.turns.Names() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
