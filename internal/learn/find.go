package learn

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ludex/game"
)

// Folder returns the folder of the user's networks.
func Folder() (string, error) {
	user, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(user, "ludex", "networks"), nil
}

// PathFor returns where the user's network for a game is stored.
func PathFor(g game.Game) (string, error) {
	rules := fingerprint(g)
	if rules == "" {
		return "", errNoFeatures
	}
	return pathFor(rules)
}

// fingerprint returns the fingerprint of the rules of a game, or "" if no network can be
// learned for it.
func fingerprint(g game.Game) string {
	source := game.CapabilitiesOf(g).Features
	if source == nil {
		return ""
	}
	return source.Fingerprint()
}

func pathFor(rules string) (string, error) {
	folder, err := Folder()
	return filepath.Join(folder, rules[:32]+".net"), err
}

// FindRules returns the network for the rules with a fingerprint, or nil if there is none:
// the user's own, or else the one that comes with Ludex.
func FindRules(rules string) (*Model, error) {
	if m, err := users(rules); m != nil || err != nil {
		return m, err
	}
	return Supplied(rules)
}

// given are the networks that [Give] made known, or nil: the user's own, and the one that
// comes with Ludex.
var given struct{ own, supplied *Model }

// Give makes a network known that is in no folder, as in a browser, or where it has just been
// learned. It comes with Ludex, or takes the place of the user's own; there can be one of each, and
// the last one counts. Nothing is being played while Give is called.
func Give(m *Model, supplied bool) {
	m.Supplied = supplied
	if supplied {
		given.supplied = m
	} else {
		given.own = m
	}
}

// users returns the user's network for rules, or nil if there is none.
func users(rules string) (*Model, error) {
	if m := given.own; m != nil && m.Rules == rules {
		return m, nil
	}
	path, err := pathFor(rules)
	if err != nil {
		return nil, nil // there is no folder
	}
	m, err := Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return m, err
}

// Find returns the network for a game as [FindRules] does.
func Find(g game.Game) (*Model, error) {
	if rules := fingerprint(g); rules != "" {
		return FindRules(rules)
	}
	return nil, nil
}

// Best returns the network that plays a game best: if trials did not show that the user's
// own one helps, the one that comes with Ludex comes first.
func Best(g game.Game) (*Model, error) {
	m, err := Find(g)
	if err != nil || m == nil || m.Helps() {
		return m, err
	}
	if s, err := Supplied(fingerprint(g)); s != nil || err != nil {
		return s, err
	}
	return m, nil
}
