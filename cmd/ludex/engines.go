package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/tiers"
	"ludex/rules"
)

// engineReport is what "info --engines" tells about a game.
type engineReport struct {
	Game    string      `json:"game"`
	Opened  float64     `json:"opened_seconds"` // until the game can be played
	Engines []game.Tier `json:"engines"`
	Note    string      `json:"note,omitempty"`
}

// engineUses are the columns of speeds.
var engineUses = []game.Use{game.ForPlayouts, game.ForSearch, game.ForSteps, game.ForPerft}

// infoEngines prepares all engines of games and shows what was measured.
func infoEngines(cmd *cobra.Command, flags *gameFlags, args []string, markdown, asJSON bool) error {
	out := cmd.OutOrStdout()
	if markdown {
		fmt.Fprintln(out, "| game | opened | playouts at first | playouts | search | steps | perft |")
		fmt.Fprintln(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	}
	for _, arg := range args {
		d, err := flags.load(cmd, arg)
		if err != nil {
			return err
		}
		report, err := measureEngines(cmd, d)
		switch {
		case err != nil:
			return err
		case markdown:
			report.writeRow(out, d.Name())
		case asJSON:
			err = json.NewEncoder(out).Encode(report)
		default:
			err = report.write(out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// measureEngines prepares and measures the engines of a game.
func measureEngines(cmd *cobra.Command, d *rules.Rules) (*engineReport, error) {
	if d.IsTimed() {
		return nil, fmt.Errorf("%s is a game in real time, which has one engine", d.File.Name())
	}
	began := time.Now()
	g, note, err := d.Open(cmd.Context(), rules.Opening{})
	if err != nil {
		return nil, err
	}
	report := &engineReport{Game: g.Name(), Note: note, Opened: time.Since(began).Seconds()}
	defer progress(cmd, "preparing the engines of "+g.Name())()
	if t := game.CapabilitiesOf(g).Tiers; t != nil {
		t.Prepare(cmd.Context())
		report.Engines = t.Tiers()
	} else {
		report.Engines = []game.Tier{tiers.Measure(cmd.Context(), g)}
		report.Engines[0].Setup = report.Opened
	}
	return report, cmd.Context().Err()
}

// write writes a report for people.
func (r *engineReport) write(out io.Writer) error {
	fmt.Fprintln(out, r.Game)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  engine\tset-up\tplayouts\tsearch\tsteps\tperft\tused for")
	for _, t := range r.Engines {
		fmt.Fprintf(w, "  %s\t%.3f s", t.Engine, t.Setup)
		for _, u := range engineUses {
			fmt.Fprintf(w, "\t%s", perSecond(t.Speed(u)))
		}
		fmt.Fprintf(w, "\t%s\n", joined(t.Uses))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, t := range r.Engines {
		if t.Refused != "" {
			fmt.Fprintf(out, "  %s: %s\n", t.Engine, t.Refused)
		}
	}
	if r.Note != "" {
		fmt.Fprintf(out, "  %s\n", r.Note)
	}
	return nil
}

// writeRow writes a row of a table in Markdown: the speeds of the engine that is used
// for each purpose.
func (r *engineReport) writeRow(out io.Writer, name string) {
	fmt.Fprintf(out, "| %s | %.3f s | %s %s |", name, r.Opened, r.Engines[0].Engine, perSecond(r.Engines[0].Playouts))
	for _, u := range engineUses {
		text := "-"
		for i := range r.Engines {
			if t := &r.Engines[i]; slices.Contains(t.Uses, u) && t.Speed(u) > 0 {
				text = t.Engine + " " + perSecond(t.Speed(u))
			}
		}
		fmt.Fprintf(out, " %s |", text)
	}
	fmt.Fprintln(out)
}

// perSecond writes a speed that may not have been measured.
func perSecond(speed float64) string {
	if speed <= 0 {
		return "-"
	}
	return benchmark.Quantity(speed) + "/s"
}

func joined(uses []game.Use) string {
	texts := make([]string, len(uses))
	for i, u := range uses {
		texts[i] = string(u)
	}
	return strings.Join(texts, ", ")
}
