package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
	"ludex/internal/wholefile"
	"ludex/rules"
)

func newPage() *cobra.Command {
	var flags gameFlags
	var out, look string
	cmd := &cobra.Command{
		Use:   "page <game>",
		Short: "Write a page that plays a game in any browser, without a server",
		Long: `Page writes one file of HTML that plays a game: the board of the arena, the rules in
words, programs of several levels as opponents, two people at one screen, taking
back, hints, and links to positions. Everything is in the file, also the engines and
players, as WebAssembly. It can be opened from a disk or put on any web server; it
loads nothing and sends nothing.

The program uses the network that "ludex train" made for the game, if there is one.
A game in real time is played by keys or buttons, at a pace that the person chooses.

Releases have the engine for browsers in them. A ludex that runs from its source builds
it with the Go toolchain, which takes a minute the first time.`,
		Example: `  ludex page breakthrough > breakthrough.html
  ludex page mygame.gdl --presentation mygame.toml -o mygame.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := flags.loadPlayable(cmd, args[0])
			if err != nil {
				return err
			}
			e, err := pageGame(d, look)
			if err != nil {
				return err
			}
			return writeOutput(cmd, out, func(w io.Writer) error {
				stop := progress(cmd, "preparing the engine for browsers")
				engine, err := localpage.FindEngine(cmd.Context())
				stop()
				if err != nil {
					return err
				}
				return localpage.Write(cmd.Context(), w, e, engine)
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "-", "write the page to `FILE`, or - for standard output")
	cmd.Flags().StringVar(&look, "presentation", "", "take shapes and colours from a presentation `FILE`")
	return cmd
}

// pageTime is the time limit for preparing an engine.
const pageTime = 30 * time.Second

// pageGame returns the game of a page, with its presentation.
func pageGame(d *rules.Rules, look string) (*gamecache.Entry, error) {
	ref := gamecache.Ref{Game: d.Name(), Text: d.Text()}
	if look != "" {
		text, err := os.ReadFile(look)
		if err != nil {
			return nil, fmt.Errorf("--presentation: %w", err)
		}
		ref.Board = string(text)
	}
	return gamecache.New(gamecache.Limit{Games: 1, Time: pageTime}).Find(ref)
}

// writeOutput writes to a file, or to standard output if that is no terminal. A file is
// replaced only when everything was written.
func writeOutput(cmd *cobra.Command, name string, write func(io.Writer) error) error {
	if name == "-" {
		if f, ok := cmd.OutOrStdout().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			return errors.New("this is no text for a terminal: use -o FILE, or > FILE")
		}
		return write(cmd.OutOrStdout())
	}
	return wholefile.Write(name, 0o644, write)
}
