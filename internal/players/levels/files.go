package levels

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"ludex/internal/wholefile"
)

//go:embed measured
var measuredFiles embed.FS

// shipped returns the ladders that come with Ludex, by fingerprint.
var shipped = sync.OnceValues(func() (map[string]*Ladder, error) {
	list := map[string]*Ladder{}
	err := fs.WalkDir(measuredFiles, "measured", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != extension {
			return err
		}
		data, err := measuredFiles.ReadFile(path)
		if err != nil {
			return err
		}
		l, err := parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		list[l.Rules] = l
		return nil
	})
	return list, err
})

const extension = ".json"

// maxFile bounds the size of a ladder's file.
const maxFile = 1 << 20

// parse reads a ladder.
func parse(data []byte) (*Ladder, error) {
	if len(data) > maxFile {
		return nil, errors.New("the file is too large")
	}
	l := new(Ladder)
	if err := json.Unmarshal(data, l); err != nil {
		return nil, err
	}
	return l, l.check()
}

// Folder returns the folder of the user's ladders.
func Folder() (string, error) {
	user, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(user, "ludex", "levels"), nil
}

// PathFor returns where the user's ladder for a game is stored.
func PathFor(fingerprint string) (string, error) {
	if len(fingerprint) < 32 {
		return "", errors.New("the rules of the game are not known, so its levels cannot be stored")
	}
	folder, err := Folder()
	return filepath.Join(folder, fingerprint[:32]+extension), err
}

// Save writes a ladder to a file, which is replaced only when everything is written.
func (l *Ladder) Save(path string) error {
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return wholefile.Write(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}

// given is the ladder that [Give] made known, or nil.
var given *Ladder

// Give makes a ladder known where the program has no folders: in a browser. It is called
// before any game is opened.
func Give(l *Ladder) { given = l }

// Find returns the ladder for the rules with a fingerprint: the user's, the one that comes
// with Ludex, or [Default].
func Find(fingerprint string) (*Ladder, error) {
	if given != nil && given.Rules == fingerprint {
		return given, nil
	}
	path, err := PathFor(fingerprint)
	if err != nil {
		return Shipped(fingerprint) // nothing can be stored
	}
	l, err := Load(path, fingerprint)
	if errors.Is(err, fs.ErrNotExist) {
		return Shipped(fingerprint)
	}
	return l, err
}

// Load reads a ladder from a file, which must be for the rules with a fingerprint.
func Load(path, fingerprint string) (*Ladder, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l, err := parse(data)
	if err == nil && l.Rules != fingerprint {
		err = fmt.Errorf("it was measured for other rules (%s)", l.Game)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// ForPage returns the ladder of a page that plays without a server, and whether it is the
// user's own. It is that of [Find], unless the user's levels search by a network that does not
// come with Ludex any more.
func ForPage(fingerprint string) (l *Ladder, own bool, err error) {
	found, err := Find(fingerprint)
	if err != nil {
		return nil, false, err
	}
	shipped, err := Shipped(fingerprint)
	if err != nil || found.Rules != fingerprint {
		return shipped, false, err
	}
	ok, err := found.playable(fingerprint)
	if !ok || err != nil {
		return shipped, false, err
	}
	return found, found != shipped, nil
}

// Shipped returns the ladder that comes with Ludex for the rules with a fingerprint, or
// [Default]. That is also the ladder where the network is missing by which the levels
// search, as in the workshop of a site, which has no networks.
func Shipped(fingerprint string) (*Ladder, error) {
	list, err := shipped()
	if err != nil {
		return nil, err
	}
	if l := list[fingerprint]; l != nil {
		if ok, err := l.playable(fingerprint); ok || err != nil {
			return l, err
		}
	}
	return Default(), nil
}

// Network returns the identity of the network by which levels search, or "" if none does.
func (l *Ladder) Network() string {
	for i := range l.Levels {
		if id := l.Levels[i].Network; id != "" {
			return id
		}
	}
	return ""
}

// playable reports whether the network is there by which the levels search, if they need one.
func (l *Ladder) playable(fingerprint string) (bool, error) {
	id := l.Network()
	if id == "" {
		return true, nil
	}
	m, err := networkFor(fingerprint)
	return m != nil && m.ID() == id, err
}
