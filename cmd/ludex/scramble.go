package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"ludex/internal/gdlformat"
	"ludex/internal/gdlrewrite"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgrewrite"
	"ludex/rules"
)

func newScramble() *cobra.Command {
	var game gameFlags
	var seed uint64
	var mapFile string
	cmd := &cobra.Command{
		Use:   "scramble --seed N <game>",
		Short: "Replace the words of a description by nonsense",
		Long: `Scramble replaces every word of a description by a nonsense word, the same one each
time, so that no player can know the game by its names. Keywords, numbers and
variables stay, comments go. The same seed gives the same words. With --map the
dictionary is saved for "ludex unscramble". A regular boardgame comes out in
low-level form, because macros and the shape of the board would tell.`,
		Example: `  ludex scramble --seed 7 --map words.json tictactoe`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := game.load(cmd, args[0])
			if err != nil {
				return err
			}
			text, words := scramble(d, seed)
			if mapFile != "" {
				if err := os.WriteFile(mapFile, words, 0o644); err != nil {
					return fmt.Errorf("--map: %w", err)
				}
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	game.register(cmd)
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the seed of the words")
	cmd.Flags().StringVar(&mapFile, "map", "", "save the dictionary to `FILE`")
	return cmd
}

// scramble returns the scrambled text and the dictionary of its words.
func scramble(d *rules.Rules, seed uint64) (text, words []byte) {
	if d.IsRBG() {
		g, m := rbgrewrite.Scramble(d.RBG, seed)
		return rbgformat.LowLevel(g), m.Encode()
	}
	prog, m := gdlrewrite.Scramble(d.GDL, seed)
	return gdlformat.Program(prog, prog.Syntax), m.Encode()
}

// unscramble returns the text with the original words.
func unscramble(d *rules.Rules, words []byte) ([]byte, error) {
	if d.IsRBG() {
		m, err := rbgrewrite.ReadMap(words)
		if err != nil {
			return nil, err
		}
		return rbgformat.LowLevel(m.Inverse().Apply(d.RBG)), nil
	}
	m, err := gdlrewrite.ReadMap(words)
	if err != nil {
		return nil, err
	}
	return gdlformat.Program(m.Inverse().Apply(d.GDL), d.GDL.Syntax), nil
}

func newUnscramble() *cobra.Command {
	var game gameFlags
	var mapFile string
	cmd := &cobra.Command{
		Use:   "unscramble --map FILE <game>",
		Short: "Give a scrambled description or its moves their words back",
		Long: `Unscramble applies the dictionary that "ludex scramble --map" saved backwards. The
input is a scrambled description, or a list of scrambled terms such as moves.`,
		Example: `  ludex unscramble --map words.json scrambled.kif
  echo '(himenoing 1 1)' | ludex unscramble --map words.json -`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, err := os.ReadFile(mapFile)
			if err != nil {
				return fmt.Errorf("--map: %w", err)
			}
			d, err := game.load(cmd, args[0])
			if err != nil {
				return err
			}
			text, err := unscramble(d, data)
			if err != nil {
				return fmt.Errorf("--map: %s: %w", mapFile, err)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	game.register(cmd)
	cmd.Flags().StringVar(&mapFile, "map", "", "the dictionary `FILE`")
	if err := cmd.MarkFlagRequired("map"); err != nil {
		panic(err) // the flag is declared just above
	}
	return cmd
}
