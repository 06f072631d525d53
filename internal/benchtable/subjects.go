package benchtable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludex/library"
	"ludex/rules"
)

// A Subject is a game of the table, with its descriptions.
type Subject struct {
	Title string
	Paper bool // whether it is in the paper's table

	entry *entry // nil if it is not
	found [3]found
}

// The descriptions that a subject may have.
const (
	slotRBG = iota
	slotGDL
	slotPerft // the boardgame whose tree is counted
)

// found is a description with the rank of its name: less is better.
type found struct {
	rules *rules.Rules
	rank  int
}

// libraryRank is the rank of games of the library, which are used if nothing else is
// given.
const libraryRank = 1 << 20

// Query selects the games of the table.
type Query struct {
	// Args name files, folders of descriptions, and games of the library.
	Args []string
	// Games are the names of the wanted rows; empty means all games of the paper.
	Games []string
	Stdin io.Reader
	How   rules.Options
}

// FindSubjects finds descriptions of the paper's games, by their names, among the
// arguments and in the library. Other games that are given individually, or are
// found in a folder and wanted by name, get a row below. If all arguments are
// individual games and no rows are wanted by name, there is nothing else in the table.
func FindSubjects(q Query) ([]*Subject, error) {
	g := &subjectFinder{Query: q}
	for i := range paper {
		if e := &paper[i]; len(q.Games) == 0 || slices.ContainsFunc(q.Games, func(w string) bool { return e.called(plain(w)) }) {
			g.subjects = append(g.subjects, &Subject{Title: e.title, Paper: true, entry: e})
		}
	}
	for _, arg := range q.Args {
		if err := g.argument(arg); err != nil {
			return nil, err
		}
	}
	if len(q.Args) > 0 && len(q.Games) == 0 && !g.folders {
		g.subjects = slices.DeleteFunc(g.subjects, func(s *Subject) bool { return s.found == [3]found{} })
		return g.subjects, nil
	}
	if err := g.fromLibrary(); err != nil {
		return nil, err
	}
	for _, w := range q.Games {
		if !slices.ContainsFunc(g.subjects, func(s *Subject) bool { return s.called(plain(w)) }) {
			return nil, fmt.Errorf("no game of the table and none in the folders given is called %q; the paper's games are %s", w, strings.Join(paperTitles(), ", "))
		}
	}
	return g.subjects, nil
}

func paperTitles() []string {
	var all []string
	for _, e := range paper {
		all = append(all, e.title)
	}
	return all
}

// called reports whether a normalized word names the subject.
func (s *Subject) called(word string) bool {
	return s.entry != nil && s.entry.called(word) || s.entry == nil && plain(s.Title) == word
}

// A subjectFinder collects descriptions.
type subjectFinder struct {
	Query
	subjects []*Subject
	folders  bool // some argument is a folder of descriptions
}

// argument adds what an argument names.
func (g *subjectFinder) argument(arg string) error {
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() && !isGameFolder(arg) {
		g.folders = true
		return g.folder(arg)
	}
	r, err2 := g.read(arg)
	if err2 != nil {
		return err2
	}
	if err != nil && arg != "-" {
		return g.ownGame(arg, r)
	}
	name := r.Name()
	if err == nil && info.IsDir() {
		name = folderName(arg)
	}
	if !g.place(name, r) {
		g.extra(name, r)
	}
	return nil
}

// isGameFolder reports whether a folder holds one game of the public repository.
func isGameFolder(dir string) bool {
	if _, err := os.Stat(filepath.Join(dir, "METADATA")); err == nil {
		return true
	}
	name := plain(folderName(dir))
	return slices.ContainsFunc(paper, func(e entry) bool { return rank(e.gdl.public, name) >= 0 }) && hasRules(dir)
}

// hasRules reports whether the folder of a game has rules that can be opened.
func hasRules(dir string) bool {
	_, err := library.Open(dir, nil)
	return err == nil
}

// folderName returns the last part of the path of a folder.
func folderName(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}

// endings are the file extensions of descriptions.
var endings = []string{".rbg", ".kif", ".gdl"}

// folder adds the relevant descriptions of a folder: files, and folders of the
// public repository. Others are not opened.
func (g *subjectFinder) folder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		name := e.Name()
		if !e.IsDir() {
			ending := filepath.Ext(name)
			if !slices.Contains(endings, ending) {
				continue
			}
			name = strings.TrimSuffix(name, ending)
		}
		if !g.concerns(name) || e.IsDir() && !hasRules(path) {
			continue
		}
		r, err := g.read(path)
		if err != nil {
			return err
		}
		if !g.place(name, r) && g.wanted(name) {
			g.extra(name, r)
		}
	}
	return nil
}

// concerns reports whether descriptions with a name are relevant.
func (g *subjectFinder) concerns(name string) bool {
	name = plain(name)
	return g.wanted(name) || slices.ContainsFunc(g.subjects, func(s *Subject) bool {
		return s.entry != nil && (rank(s.entry.rbg.public, name) >= 0 || rank(s.entry.rbg.perft, name) >= 0 || rank(s.entry.gdl.public, name) >= 0)
	})
}

// wanted reports whether a name was requested.
func (g *subjectFinder) wanted(name string) bool { return rank(g.Games, plain(name)) >= 0 }

// errNotMeasured is returned for games that the table cannot hold.
var errNotMeasured = errors.New("the table is about regular boardgames and games in GDL that are not in real time")

// read reads a description, which must not have errors.
func (g *subjectFinder) read(arg string) (*rules.Rules, error) {
	file, err := library.Open(arg, g.Stdin)
	if err != nil {
		return nil, err
	}
	r := rules.Read(file, g.How)
	if r.Problems.HasErrors() {
		return nil, fmt.Errorf("%s has errors: \"ludex check\" shows them", file.Name())
	}
	if r.IsTimed() {
		return nil, fmt.Errorf("%s: %w", file.Name(), errNotMeasured)
	}
	return r, nil
}

// place adds a description to the row of its name, and reports whether there is one.
func (g *subjectFinder) place(name string, r *rules.Rules) bool {
	name = plain(name)
	for _, s := range g.subjects {
		if s.entry == nil {
			continue
		}
		n := s.entry.of(language(r))
		if k := rank(n.public, name); k >= 0 {
			s.offer(slot(r), r, k)
			return true
		}
		if k := rank(n.perft, name); k >= 0 {
			s.offer(slotPerft, r, k)
			return true
		}
	}
	return false
}

// ownGame places a game of the library that was named. The name alone does not
// identify the paper's game, which may have another size.
func (g *subjectFinder) ownGame(name string, r *rules.Rules) error {
	for _, s := range g.subjects {
		if s.entry != nil && s.entry.of(language(r)).library == name {
			s.offer(slot(r), r, 0)
			return nil
		}
	}
	g.extra(name, r)
	return nil
}

// extra gives a description a row of its own, or the row of a description in the
// other language with the same name.
func (g *subjectFinder) extra(name string, r *rules.Rules) {
	for _, s := range g.subjects {
		if s.entry == nil && plain(s.Title) == plain(name) && s.found[slot(r)].rules == nil {
			s.offer(slot(r), r, 0)
			return
		}
	}
	s := &Subject{Title: name}
	s.offer(slot(r), r, 0)
	g.subjects = append(g.subjects, s)
}

// fromLibrary fills missing descriptions from the library.
func (g *subjectFinder) fromLibrary() error {
	for _, s := range g.subjects {
		if s.entry == nil {
			continue
		}
		names := []string{slotRBG: s.entry.rbg.library, slotGDL: s.entry.gdl.library, slotPerft: s.entry.rbg.perftLibrary}
		for slot, name := range names {
			own, ok := library.Lookup(name)
			if !ok || s.found[slot].rules != nil || slot == slotPerft && s.found[slotRBG].rank != libraryRank {
				continue // the tree of our description is not that of another one
			}
			r, err := rules.Parse(own.File, string(own.Rules()))
			if err != nil {
				return err
			}
			s.offer(slot, r, libraryRank)
		}
	}
	return nil
}

// offer gives a subject a description, which it takes if it has no better one.
func (s *Subject) offer(slot int, r *rules.Rules, rank int) {
	if f := &s.found[slot]; f.rules == nil || rank < f.rank {
		*f = found{r, rank}
	}
}

func language(r *rules.Rules) Language {
	if r.IsRBG() {
		return RBG
	}
	return GDL
}

func slotOf(l Language) int {
	if l == RBG {
		return slotRBG
	}
	return slotGDL
}

func slot(r *rules.Rules) int { return slotOf(language(r)) }
