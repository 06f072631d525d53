package library

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ludex/internal/spelling"
	"ludex/source"
)

// ErrNotFound is reported for an argument that names no file, folder or game.
var ErrNotFound = errors.New("no such file, folder or game of the library")

// Open reads the description that a command-line argument names: "-" is the
// given standard input; a path is a file, or a folder of the public game
// repository, of which the newest version is taken; any other word is the name
// of a game of the library.
func Open(arg string, stdin io.Reader) (*source.File, error) {
	if arg == "-" {
		return readText("<stdin>", stdin)
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		path, err := rulesheet(arg)
		if err != nil {
			return nil, err
		}
		return openFile(path)
	case err == nil:
		return openFile(arg)
	}
	if g, ok := Lookup(arg); ok {
		return source.NewFile(g.File, g.Rules()), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if near := nearest(arg); near != "" {
		return nil, fmt.Errorf("%q: %w; did you mean %s?", arg, ErrNotFound, near)
	}
	return nil, fmt.Errorf("%q: %w", arg, ErrNotFound)
}

// nearest returns the game with a name like the given one, or "".
func nearest(name string) string {
	return spelling.Nearest(name, Names())
}

func openFile(path string) (*source.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readText(path, f)
}

// readText reads a text up to the largest size that is accepted, plus one byte to detect
// larger ones.
func readText(name string, r io.Reader) (*source.File, error) {
	text, err := io.ReadAll(io.LimitReader(r, source.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return source.NewFile(name, text), nil
}

// rulesheet finds the rules in a folder KEY of the public repository: the
// highest KEY/vN, or KEY itself, which is version 0.
func rulesheet(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	newest, version := dir, 0
	for _, e := range entries {
		n, err := strconv.Atoi(strings.TrimPrefix(e.Name(), "v"))
		if e.IsDir() && err == nil && strings.HasPrefix(e.Name(), "v") && n > version {
			newest, version = filepath.Join(dir, e.Name()), n
		}
	}
	return rulesheetIn(newest)
}

// rulesheetIn reads the name of the rules from METADATA, or takes the only
// file with rules.
func rulesheetIn(dir string) (string, error) {
	data, err := os.ReadFile(filepath.Join(dir, "METADATA"))
	if err == nil {
		var meta struct {
			Rulesheet string `json:"rulesheet"`
		}
		if err := json.Unmarshal(data, &meta); err != nil {
			return "", fmt.Errorf("%s: %w", filepath.Join(dir, "METADATA"), err)
		}
		if meta.Rulesheet != "" && filepath.IsLocal(meta.Rulesheet) {
			return filepath.Join(dir, meta.Rulesheet), nil
		}
	}
	var found []string
	for _, ending := range ruleEndings {
		matches, err := filepath.Glob(filepath.Join(dir, "*"+ending))
		if err != nil {
			return "", err
		}
		found = append(found, matches...)
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s: a game folder has METADATA or exactly one .kif, .gdl or .rbg file, here are %d", dir, len(found))
	}
	return found[0], nil
}
