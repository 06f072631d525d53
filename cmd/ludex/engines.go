package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/tiers"
	"ludex/rules"
)

// engineReport is what "info --engines" tells about a game.
type engineReport struct {
	Game    string      `json:"game"`
	Engines []game.Tier `json:"engines"`
	Note    string      `json:"note,omitempty"`
}

// infoEngines prepares all engines of a game and shows what was measured.
func infoEngines(cmd *cobra.Command, d *rules.Rules, asJSON bool) error {
	if d.IsTimed() {
		return fmt.Errorf("%s is a game in real time, which has one engine", d.File.Name())
	}
	g, note, err := d.Open(cmd.Context(), rules.Opening{})
	if err != nil {
		return err
	}
	report := engineReport{Game: g.Name(), Note: note}
	stop := progress(cmd, "preparing the engines of "+g.Name())
	if t := game.CapabilitiesOf(g).Tiers; t != nil {
		t.Prepare(cmd.Context())
		report.Engines = t.Tiers()
	} else {
		report.Engines = []game.Tier{tiers.Measure(cmd.Context(), g)}
	}
	stop()
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	fmt.Fprintln(out, report.Game)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  engine\tset-up\tplayouts\tsearch\tsteps\tperft\tused for")
	for _, t := range report.Engines {
		fmt.Fprintf(w, "  %s\t%.3f s\t%s\n", t.Engine, t.Setup, strings.Join(engineColumns(&t), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, t := range report.Engines {
		if t.Refused != "" {
			fmt.Fprintf(out, "  %s: %s\n", t.Engine, t.Refused)
		}
	}
	if note != "" {
		fmt.Fprintf(out, "  %s\n", note)
	}
	return nil
}

// engineColumns returns the speeds of an engine and what it is used for, as texts.
func engineColumns(t *game.Tier) []string {
	var columns []string
	for _, speed := range []float64{t.Playouts, t.Search, t.Steps, t.Perft} {
		text := "-"
		if speed > 0 {
			text = benchmark.Quantity(speed) + "/s"
		}
		columns = append(columns, text)
	}
	var uses []string
	for _, u := range t.Uses {
		uses = append(uses, string(u))
	}
	return append(columns, strings.Join(uses, ", "))
}
