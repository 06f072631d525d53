package board

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"ludex/internal/gdldraw"
	"ludex/internal/picture"
	"ludex/internal/tomlfile"
)

// maxPresentation is the size limit of presentation files, in bytes.
const maxPresentation = 1 << 20

// ReadPresentation reads a presentation file. Errors name the file and the line.
func ReadPresentation(name string, text []byte) (*Presentation, error) {
	if len(text) > maxPresentation {
		return nil, fmt.Errorf("%s: a presentation has at most %d bytes", name, maxPresentation)
	}
	p := &Presentation{name: name, text: string(text)}
	meta, err := toml.NewDecoder(bytes.NewReader(text)).Decode(p)
	if err != nil {
		return nil, tomlfile.Error(name, p.text, err)
	}
	for _, key := range meta.Undecoded() {
		return nil, p.errorf(strings.Join(key, "."), "unknown key %s", key)
	}
	return p, p.check()
}

// check returns an error if a value is not allowed.
func (p *Presentation) check() error {
	if _, ok := grounds[p.Ground]; p.Ground != "" && !ok {
		return p.errorf("ground", "unknown ground %q; there are %s", p.Ground, strings.Join(sortedKeys(grounds), ", "))
	}
	for key, color := range map[string]string{"light": p.Light, "dark": p.Dark, "line": p.Line} {
		if err := p.checkColor(key, color); err != nil {
			return err
		}
	}
	for _, name := range sortedKeys(p.Players) {
		if err := p.checkColor("players."+name+".color", p.Players[name].Color); err != nil {
			return err
		}
	}
	for _, name := range sortedKeys(p.Pieces) {
		piece := p.Pieces[name]
		err := errors.Join(p.checkShape("pieces."+name+".shape", piece.Shape), p.checkShape("pieces."+name+".alone", piece.Alone), p.checkColor("pieces."+name+".color", piece.Color))
		if err != nil {
			return err
		}
	}
	for _, name := range sortedKeys(p.Parts) {
		if kind := p.Parts[name].Kind; kind != "" && !slices.Contains(gdldraw.PartNames, kind) {
			return p.errorf("parts."+name+".kind", "unknown kind %q; there are %s", kind, strings.Join(gdldraw.PartNames, ", "))
		}
	}
	if err := p.checkCoordinates(); err != nil {
		return err
	}
	if p.Rotated%60 != 0 {
		return p.errorf("rotated", "a board of hexagons is rotated by a multiple of 60 degrees, not by %d", p.Rotated)
	}
	for _, name := range sortedKeys(p.Edges) {
		for _, side := range p.Edges[name] {
			if _, ok := sides[side]; !ok {
				return p.errorf("edges."+name, "unknown side %q; there are %s", side, strings.Join(sortedKeys(sides), ", "))
			}
		}
	}
	for _, name := range sortedKeys(p.Moves) {
		for _, part := range p.Moves[name].Cells {
			if _, ok := partNames[part]; !ok {
				return p.errorf("moves."+name, "unknown part %q of a move; there are %s", part, strings.Join(sortedKeys(partNames), ", "))
			}
		}
	}
	for _, name := range sortedKeys(p.Places) {
		place := p.Places[name]
		if err := errors.Join(p.checkShape("places."+name+".shape", place.Shape), p.checkColor("places."+name+".color", place.Color)); err != nil {
			return err
		}
	}
	return nil
}

// isColor reports whether a text is a colour: a name, or # and three or six hexadecimal
// digits. It keeps other texts out of style sheets.
func isColor(text string) bool {
	if digits, ok := strings.CutPrefix(text, "#"); ok {
		return (len(digits) == 3 || len(digits) == 6) && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
	}
	return len(text) >= 3 && len(text) <= 24 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}

func (p *Presentation) checkColor(key, color string) error {
	if color == "" || isColor(color) {
		return nil
	}
	return p.errorf(key, "%q is no colour; colours are written like #c04030 or teal", color)
}

func (p *Presentation) checkShape(key, shape string) error {
	if shape == "" || picture.IsShape(shape) {
		return nil
	}
	return p.errorf(key, "unknown shape %q; there are %s", shape, strings.Join(picture.Shapes(), ", "))
}

// errorf returns an error at the line of a key.
func (p *Presentation) errorf(key, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.name, p.line(key), fmt.Sprintf(format, args...))
}

// line returns the line that sets a key, or the longest prefix of the key that is set.
func (p *Presentation) line(key string) int {
	best, found := 0, 1
	table := ""
	for i, line := range strings.Split(p.text, "\n") {
		line = strings.TrimSpace(line)
		path := ""
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = unquoted(name)
			path = table
		} else if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			path = unquoted(name)
			if table != "" {
				path = table + "." + path
			}
		}
		if strings.HasPrefix(path, key+".") {
			path = key // the first of several values
		}
		if (path == key || strings.HasPrefix(key, path+".")) && len(path) > best {
			best, found = len(path), i+1
		}
	}
	return found
}

// unquoted returns a key without surrounding blanks and quotes.
func unquoted(key string) string {
	var parts []string
	for part := range strings.SplitSeq(key, ".") {
		parts = append(parts, strings.Trim(strings.TrimSpace(part), `"'`))
	}
	return strings.Join(parts, ".")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
