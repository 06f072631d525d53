package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"ludex/internal/evolution"
	"ludex/internal/learn"
	"ludex/internal/localpage"
	"ludex/internal/report"
	"ludex/internal/server/gamecache"
	"ludex/library"
	"ludex/rules"
)

// knownGames returns the games with which the run began, and those of the library, by
// language.
func knownGames(r *evolution.Run) map[bool][]evolution.Known {
	known := map[bool][]evolution.Known{}
	for _, s := range r.Seeds {
		known[s.Rules().IsRBG()] = append(known[s.Rules().IsRBG()], evolution.Known{Name: s.Name, Text: s.Text})
	}
	for _, g := range library.Games() {
		known[g.Dialect == "rbg"] = append(known[g.Dialect == "rbg"], evolution.Known{Name: g.Name, Text: string(g.Rules())})
	}
	return known
}

// nearest fills in the known game that is most alike.
func nearest(l *evolution.Listed, known map[bool][]evolution.Known) {
	rbg := l.Candidate.Rules().IsRBG()
	i, words := evolution.Nearest(l.Text, rbg, known[rbg])
	if i < 0 {
		return
	}
	k := known[rbg][i]
	l.Nearest, l.Words = k.Name, words
	l.Diff = udiff.Unified(k.Name, "game "+l.Rules, k.Text, l.Text)
}

// writeNetwork writes the network that played a game when it was tried again, if one did, and
// has the report and the page use it.
func (f *evolveFlags) writeNetwork(l *evolution.Listed, base string) error {
	if l.Again == nil || l.Again.Network == nil {
		return nil
	}
	m, err := learn.Read(bytes.NewReader(l.Again.Network))
	if err != nil {
		return fmt.Errorf("game %d: %w", l.Number, err)
	}
	l.Network = base + ".net"
	if err := os.WriteFile(filepath.Join(f.out, l.Network), l.Again.Network, 0o644); err != nil {
		return err
	}
	l.Again.Network = nil // it is in the file, and in the log
	learn.Give(m, false)
	return nil
}

// writePages writes the report on a game and the page that plays it. The plays of the report
// are others than those by which the game was chosen.
func (f *evolveFlags) writePages(cmd *cobra.Command, l *evolution.Listed, base string) error {
	d, err := l.Candidate.Rules().Playable(cmd.Context())
	if err != nil {
		return err
	}
	name := f.Player
	if l.Network != "" {
		name = "auto" // which uses it
	}
	one := reportFlags{playFlags: f.playFlags, Options: report.Options{Playouts: 1000, Games: 2 * f.Games, Player: name, Nodes: 2 * f.Nodes, Seed: f.trialFlags.Seed + 1, Threads: f.threads}}
	subject, err := one.subject(cmd, d)
	if err != nil {
		return err
	}
	subject.About.Name = base
	data, err := one.collect(cmd.Context(), cmd, subject)
	if err != nil {
		return err
	}
	if err := report.Follow(cmd.Context(), d, subject, data); err != nil {
		return err
	}
	name = base + "-report.html"
	if err := writeOutput(cmd, filepath.Join(f.out, name), func(w io.Writer) error { return report.Page(w, data, report.Measure(data)) }); err != nil {
		return err
	}
	l.Report = name
	e, err := evolvedGame(d, l.Name, base)
	if err != nil {
		return err
	}
	engine, err := localpage.FindEngine(cmd.Context())
	if err != nil {
		return err
	}
	name = base + ".html"
	if err := writeOutput(cmd, filepath.Join(f.out, name), func(w io.Writer) error { return localpage.Write(cmd.Context(), w, e, engine) }); err != nil {
		return err
	}
	l.Page = name
	return nil
}

// evolvedGame returns the game of a page, which looks like the game that it comes from.
func evolvedGame(d *rules.Rules, from, name string) (*gamecache.Entry, error) {
	ref := gamecache.Ref{Game: name, Text: d.Text()}
	if g, ok := library.Lookup(from); ok {
		_, look := g.Board()
		ref.Board = string(look)
	}
	return gamecache.New(gamecache.Limit{Games: 1, Time: pageTime}).Find(ref)
}
