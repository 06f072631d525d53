package main

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"ludex/internal/board"
	"ludex/internal/rulestext"
	"ludex/rules"
)

// wordsWidth is the length of lines of rules in words.
const wordsWidth = 80

// infoRules says in words how a game is played, and draws the first example if a file for
// that is given.
func infoRules(cmd *cobra.Command, d *rules.Rules, svg string, asJSON bool) error {
	d, err := d.Playable(cmd.Context())
	if err != nil {
		return err
	}
	text, err := rulestext.Of(cmd.Context(), d)
	if err != nil {
		return err
	}
	if svg != "" {
		if err := drawExample(cmd, d, text, svg); err != nil || svg == "-" {
			return err
		}
	}
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(text)
	}
	return text.Write(cmd.OutOrStdout(), wordsWidth)
}

// drawExample writes a picture of the first example of a text.
func drawExample(cmd *cobra.Command, d *rules.Rules, text *rulestext.Text, svg string) error {
	if len(text.Examples) == 0 {
		return errors.New("--svg: a generated description has no examples to draw")
	}
	played, err := text.Examples[0].Play(cmd.Context(), d)
	if err != nil {
		return err
	}
	b, err := board.Presented(cmd.Context(), d)
	if err != nil {
		return err
	}
	return writePicture(cmd, svg, func(out io.Writer) error { return played.Draw(out, b, board.Options{}) })
}
