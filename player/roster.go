package player

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ludex/internal/spelling"
)

// A Kind is a kind of player that can be chosen by name.
type Kind struct {
	Name string
	Doc  string // a sentence for users who choose a player
	Main string // the option that a value without a name is for, as in "strategy:FILE"; may be ""
	// Declare adds the options of the kind to a flag set, and returns a function that
	// makes a player once they are set.
	Declare func(options *flag.FlagSet) func() Player
}

// A Roster is a list of kinds.
type Roster []Kind

// A Maker makes players of one kind with fixed options, any number of them.
type Maker func() Player

// Maker returns a function that makes the players that a text names: the name of a
// kind, and optionally a colon and its options, as in "mcts:threads=2,memory=512".
// A boolean option needs no value: "mcts:reuse" means "mcts:reuse=true".
func (r Roster) Maker(spec string) (Maker, error) {
	name, options, _ := strings.Cut(spec, ":")
	i := slices.IndexFunc(r, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		if near := spelling.Nearest(name, r.Names()); near != "" {
			return nil, fmt.Errorf("there is no player %q, did you mean %s? Use %s", name, near, strings.Join(r.Names(), ", "))
		}
		return nil, fmt.Errorf("there is no player %q: use %s", name, strings.Join(r.Names(), ", "))
	}
	set := newSet(name)
	build := r[i].Declare(set)
	if err := Assign(set, r[i].named(set, options)); err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	return build, nil
}

// named puts the name of the main option before a text that begins without the
// name of an option.
func (k Kind) named(set *flag.FlagSet, options string) string {
	key, _, _ := strings.Cut(options, "=")
	key, _, _ = strings.Cut(key, ",")
	if k.Main == "" || options == "" || set.Lookup(strings.TrimSpace(key)) != nil {
		return options
	}
	return k.Main + "=" + options
}

// New returns a player that a text names.
func (r Roster) New(spec string) (Player, error) {
	build, err := r.Maker(spec)
	if err != nil {
		return nil, err
	}
	return build(), nil
}

// Names returns the names of the kinds, in the order of the list.
func (r Roster) Names() []string {
	var names []string
	for _, k := range r {
		names = append(names, k.Name)
	}
	return names
}

// An Option is an option of a kind, for a list that people read.
type Option struct{ Name, Default, Doc string }

// Options returns the options of a kind, sorted by name.
func (k Kind) Options() []Option {
	set := newSet(k.Name)
	k.Declare(set)
	var list []Option
	set.VisitAll(func(f *flag.Flag) { list = append(list, Option{f.Name, f.DefValue, f.Usage}) })
	return list
}

func newSet(name string) *flag.FlagSet {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	return set
}

// Assign sets options from a text such as "threads=2,reuse".
func Assign(set *flag.FlagSet, text string) error {
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, given := strings.Cut(strings.TrimSpace(part), "=")
		f := set.Lookup(key)
		switch {
		case f == nil:
			return fmt.Errorf("there is no option %q%s", key, known(set))
		case !given && !isBool(f):
			return fmt.Errorf("option %s needs a value", key)
		case !given:
			value = "true"
		}
		if err := set.Set(key, value); err != nil {
			return fmt.Errorf("option %s=%s: %w", key, value, plainError(f, err))
		}
	}
	return nil
}

// plainError says what a value of an option must be, where package flag only says that it
// cannot be read.
func plainError(f *flag.Flag, err error) error {
	getter, ok := f.Value.(flag.Getter)
	if !ok {
		return err // the option has its own checks and messages
	}
	switch getter.Get().(type) {
	case bool:
		return errors.New("it needs true or false")
	case int, int64, uint, uint64:
		return errors.New("it needs a whole number")
	case float64:
		return errors.New("it needs a number")
	case time.Duration:
		return errors.New("it needs a time with its unit, such as 500ms or 2s")
	}
	return err
}

// known lists the options there are, as the end of a message.
func known(set *flag.FlagSet) string {
	var names []string
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if names == nil {
		return ": it has none"
	}
	return ": use " + strings.Join(names, ", ")
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}
