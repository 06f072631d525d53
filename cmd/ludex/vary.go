package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/parameters"
	"ludex/internal/trial"
	"ludex/internal/variation"
	"ludex/rules"
)

// varyFlags are the flags of the verb vary.
type varyFlags struct {
	gameFlags
	trialFlags
	measures []string
	keep     string
	svg      string
	asJSON   bool
}

// varyDefaults are enough to see what changes.
var varyDefaults = trial.Options{Playouts: 20_000, Sample: 200, Games: 24, Nodes: 100}

func newVary() *cobra.Command {
	var f varyFlags
	cmd := &cobra.Command{
		Use:   "vary <game> [NAME=VALUES…]",
		Short: "Measure a game with other values of its parameters",
		Long: `Vary measures a game with other values of its parameters: board size, number of pieces,
length of a line. Without values it lists the parameters: exponents and repeated items
of boardgames, facts that count and conditions about a number in GDL, and whatever a
comment "parameter NAME" names (docs/design.md).

VALUES are a range, such as columns=4..8, a range with a step, rows=4..12/2, or a list,
target=3,4,5. Every combination is played: at random, many plays at a time, and by
a player against itself and against weaker ones. A table shows the measures of each
variant with 95 % intervals; --svg draws them, along one parameter as bars and over
two as a map.

The same seed gives the same figures, also with --workers or --nats, where other
processes play. Ctrl-C, or the end of --time, writes what there is so far. With --keep
results go to a file, and the next run with that file takes them from there.`,
		Example: `  ludex vary breakthrough-rbg
  ludex vary breakthrough-rbg line15=3..8 --svg breakthrough.svg
  ludex vary game.rbg columns=4..8 rows=4..8 --measure length,advantage --keep game.jsonl --workers 4`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.gameFlags.register(cmd)
	f.trialFlags.register(cmd, varyDefaults, 0)
	cmd.Flags().StringSliceVar(&f.measures, "measure", nil, "show these `MEASURES`, or all (default "+strings.Join(variation.DefaultMeasures, ",")+")")
	cmd.Flags().StringVar(&f.keep, "keep", "", "keep the results in `FILE`, and go on from those that are there")
	cmd.Flags().StringVar(&f.svg, "svg", "", "draw the measures to `FILE`")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

func (f *varyFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	d, err := f.loadPlayable(cmd, args[0])
	if err != nil {
		return err
	}
	if d.IsTimed() {
		return refuseTimed("vary", d.Name())
	}
	if len(args) == 1 {
		return f.list(cmd, d)
	}
	var axes []variation.Axis
	for _, arg := range args[1:] {
		a, err := variation.ParseAxis(arg)
		if err != nil {
			return err
		}
		axes = append(axes, a)
	}
	s, err := variation.New(d, axes, f.Options)
	if err != nil {
		return err
	}
	if err := f.sweep(cmd, s); err != nil {
		return err
	}
	return f.write(cmd, s)
}

// list lists the parameters of a game.
func (f *varyFlags) list(cmd *cobra.Command, d *rules.Rules) error {
	found, err := parameters.Find(d.Text(), d.IsRBG())
	if err != nil {
		return fmt.Errorf("%s: %w", d.File.Name(), err)
	}
	out := cmd.OutOrStdout()
	if f.asJSON {
		return json.NewEncoder(out).Encode(found)
	}
	if len(found) == 0 {
		fmt.Fprintf(out, "%s has no parameters that can be found: name a number with a comment \"parameter NAME\" at the end of its line\n", d.Name())
		return nil
	}
	for _, p := range found {
		text := p.Text
		if r := []rune(text); len(r) > 60 {
			text = string(r[:59]) + "…"
		}
		fmt.Fprintf(out, "%s=%d  line %d: %s\n", p.Name, p.Value, p.Line, text)
	}
	return nil
}

// sweep tries the variants.
func (f *varyFlags) sweep(cmd *cobra.Command, s *variation.Sweep) error {
	keep := func(*variation.Variant) error { return nil }
	if f.keep != "" {
		file, err := openKept(f.keep, func(w io.Writer) error { return json.NewEncoder(w).Encode(s.Head()) }, s.Take)
		if err != nil {
			return fmt.Errorf("--keep: %w", err)
		}
		defer file.Close()
		keep = func(v *variation.Variant) error {
			return json.NewEncoder(file).Encode(variation.Line{Key: v.Key(), Result: *v.Result})
		}
	}
	t, err := f.begin(cmd)
	if err != nil {
		return err
	}
	defer t.close()
	ctx, cancel := f.limited(cmd.Context())
	defer cancel()
	before := s.Tried()
	begun := time.Now()
	stop := progressLine(cmd, func() string {
		return countText("playing "+s.Game, "variants", before+int(t.done.Load()), len(s.Variants), time.Since(begun))
	})
	err = s.Run(ctx, t.each, keep)
	stop()
	if stoppedEarly(ctx, err) {
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: stopped after %d of %d variants\n", s.Tried(), len(s.Variants))
		return nil
	}
	return err
}

// write writes table, JSON and picture.
func (f *varyFlags) write(cmd *cobra.Command, s *variation.Sweep) error {
	shown := f.measures
	known := s.Measures()
	switch {
	case shown == nil:
		shown = slices.DeleteFunc(slices.Clone(variation.DefaultMeasures), func(m string) bool { return !slices.Contains(known, m) })
		if len(shown) == 0 {
			shown = known
		}
	case slices.Equal(shown, []string{"all"}):
		shown = known
	}
	for _, m := range shown {
		if !slices.Contains(known, m) && len(known) > 0 {
			return fmt.Errorf("--measure: there is no %q; there are %s", m, strings.Join(known, ", "))
		}
	}
	if f.svg != "" && len(shown) > 0 {
		var picture bytes.Buffer
		if err := s.WriteSVG(&picture, shown); err != nil {
			return err
		}
		if err := os.WriteFile(f.svg, picture.Bytes(), 0o644); err != nil {
			return fmt.Errorf("--svg: %w", err)
		}
	}
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
	}
	return s.WriteTable(cmd.OutOrStdout(), shown)
}
