package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
	"ludex/library"
)

func newSite() *cobra.Command {
	return &cobra.Command{
		Use:   "site FOLDER [GAME…]",
		Short: "Write a static site that plays the games of the library in any browser",
		Long: `Site writes a folder of pages, one for each game of the library, or for the named ones,
that play without a server, as those of "ludex page" do. They share the engine, which
is there once. In the workshop of the site rules are written, checked, played and
downloaded as a page, all in the browser. Any web server can serve the folder; a browser
keeps all of it, so that it can be installed and used without a network.`,
		Example: `  ludex site public
  ludex site public breakthrough hex reversi`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return writeSite(cmd, args[0], args[1:]) },
	}
}

// writeSite writes the site of some games, or of all.
func writeSite(cmd *cobra.Command, folder string, names []string) error {
	if len(names) == 0 {
		for _, g := range library.Games() {
			names = append(names, g.Name)
		}
	}
	games := gamecache.New(gamecache.Limit{Games: 2, Time: pageTime})
	var entries []*gamecache.Entry
	for _, name := range names {
		e, err := games.Find(gamecache.Ref{Game: name})
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	stop := progress(cmd, "preparing the engine for browsers")
	engine, err := localpage.FindEngine(cmd.Context())
	stop()
	if err != nil {
		return err
	}
	s := &localpage.Site{Engine: engine, Put: func(name string, data []byte) error {
		path := filepath.Join(folder, filepath.FromSlash(name))
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644))
	}}
	var done atomic.Int64
	stop = progressCount(cmd, "writing pages", "games", len(entries), func() int { return int(done.Load()) })
	defer stop()
	for _, e := range entries {
		if err := s.Add(cmd.Context(), e); err != nil {
			return err
		}
		done.Add(1)
	}
	if err := s.Finish(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d games in %s\n", len(entries), folder)
	return err
}
