package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"ludex/internal/parameters"
	"ludex/internal/report"
	"ludex/rules"
	"ludex/source"
)

// loadVersion reads a game for a comparison: as other verbs do, or as git has it, such as
// HEAD~1:game.kif, or with other parameters, such as game.rbg@columns=6.
func (f *reportFlags) loadVersion(cmd *cobra.Command, arg string) (*rules.Rules, error) {
	base, settings, changed := cutSettings(arg)
	var d *rules.Rules
	var err error
	if revision, path, ok := strings.Cut(base, ":"); ok && revision != "" && path != "" && !exists(base) {
		var text []byte
		if text, err = gitShow(cmd.Context(), base); err != nil {
			return nil, err
		}
		d, err = f.parsed(cmd, source.NewFile(path, text))
	} else {
		d, err = f.load(cmd, base)
	}
	if err != nil || !changed {
		return d, err
	}
	return f.withSettings(cmd, d, settings)
}

// withSettings returns rules with other values of parameters.
func (f *reportFlags) withSettings(cmd *cobra.Command, d *rules.Rules, settings map[string]int) (*rules.Rules, error) {
	list, err := parameters.Find(d.Text(), d.IsRBG())
	if err != nil {
		return nil, err
	}
	text, err := parameters.Set(d.Text(), list, settings)
	if err != nil {
		return nil, err
	}
	return f.parsed(cmd, source.NewFile(d.File.Name(), []byte(text)))
}

// parsed reads a text that is in memory, and refuses one with errors.
func (f *reportFlags) parsed(cmd *cobra.Command, file *source.File) (*rules.Rules, error) {
	r := rules.Read(file, rules.Options{})
	if r.Problems.HasErrors() {
		if err := render(cmd.ErrOrStderr(), r.Problems); err != nil {
			return nil, err
		}
		return nil, &exitError{code: exitUsage}
	}
	return r.Playable(cmd.Context())
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// gitShow returns a file as git has it in a revision.
func gitShow(ctx context.Context, name string) ([]byte, error) {
	git := exec.CommandContext(ctx, "git", "show", "--end-of-options", name)
	var problems bytes.Buffer
	git.Stderr = &problems
	text, err := git.Output()
	if err != nil {
		return nil, fmt.Errorf("%q: git show: %w: %s", name, err, strings.TrimSpace(problems.String()))
	}
	return text, nil
}

// cutSettings splits "game@size=6,target=4" into the game and the values of parameters.
func cutSettings(arg string) (base string, settings map[string]int, ok bool) {
	at := strings.LastIndex(arg, "@")
	if at < 0 || exists(arg) {
		return arg, nil, false
	}
	settings = map[string]int{}
	for part := range strings.SplitSeq(arg[at+1:], ",") {
		name, text, _ := strings.Cut(part, "=")
		value, err := strconv.Atoi(text)
		if err != nil || name == "" {
			return arg, nil, false
		}
		settings[name] = value
	}
	return arg[:at], settings, true
}

// compare reports on several games and says how the others differ from the first one.
func (f *reportFlags) compare(cmd *cobra.Command, args []string) error {
	if f.pool.wanted() {
		return errors.New("a comparison is made on this machine: leave out --workers and --nats")
	}
	var versions []*comparedGame
	for _, arg := range args {
		d, err := f.loadVersion(cmd, arg)
		if err != nil {
			return err
		}
		g := *f // each game has its own player
		v := &comparedGame{flags: &g, name: arg, rules: d}
		if v.subject, err = v.flags.subject(cmd, d); err != nil {
			return err
		}
		versions = append(versions, v)
	}
	ctx, cancel := f.limited(cmd.Context())
	defer cancel()
	settled, err := f.playVersions(ctx, cmd, versions)
	if err != nil {
		return err
	}
	if err := f.writeComparison(cmd, versions); err != nil {
		return err
	}
	if f.until != "" && !settled {
		return &exitError{exitUndecided, fmt.Errorf("undecided: the difference of %s is not settled", f.until)}
	}
	return nil
}

// A comparedGame is a game of a comparison.
type comparedGame struct {
	flags   *reportFlags
	name    string
	rules   *rules.Rules
	subject report.Subject
	data    *report.Data
}

// playVersions plays all games once, or with --until part by part until the difference is
// settled.
func (f *reportFlags) playVersions(ctx context.Context, cmd *cobra.Command, versions []*comparedGame) (settled bool, err error) {
	parts := 1
	if f.until != "" {
		parts = report.Looks
	}
	for part := range parts {
		for i, v := range versions {
			share, cancel := report.ShareTime(ctx, len(versions)-i)
			err := v.play(share, cmd, report.Shard{Index: part, Of: parts})
			cancel()
			if err != nil {
				return false, err
			}
		}
		if part == 0 && f.until != "" && ctx.Err() == nil {
			if err := f.checkUntil(versions); err != nil {
				return false, err
			}
		}
		if settled = f.settled(versions); ctx.Err() != nil || settled {
			break
		}
	}
	for _, v := range versions {
		if err := report.Follow(ctx, v.rules, v.subject, v.data); err != nil && ctx.Err() == nil {
			return false, err
		}
	}
	return settled, nil
}

// play adds a part of the plays. With --until each part is as long as a whole report.
func (v *comparedGame) play(ctx context.Context, cmd *cobra.Command, part report.Shard) error {
	opt := v.flags.Options
	opt.NoTrend = true // no measure of a comparison needs these games
	if part.Of > 1 {
		var err error
		if opt, err = opt.Times(ctx, v.subject, part.Of); err != nil {
			return err
		}
	}
	stop := progress(cmd, "playing "+v.name)
	d, err := report.Collect(ctx, v.subject, opt, part)
	stop()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if v.data == nil {
		v.data = d
		return nil
	}
	v.data, err = report.Merge(v.data, d)
	return err
}

// checkUntil refuses a measure that the games do not have.
func (f *reportFlags) checkUntil(versions []*comparedGame) error {
	a := versions[0].data
	var names []string
	for _, v := range versions[1:] {
		for _, d := range report.Compare(a, report.Measure(a), v.data, report.Measure(v.data)) {
			if d.Measure == f.until {
				return nil
			}
			names = append(names, d.Measure)
		}
	}
	return fmt.Errorf("--until: the games have no measure %q in common; they have %s", f.until, strings.Join(names, ", "))
}

// settled reports whether the measure of --until differs beyond doubt in all pairs.
func (f *reportFlags) settled(versions []*comparedGame) bool {
	if f.until == "" {
		return false
	}
	for _, v := range versions[1:] {
		a, b := versions[0].data, v.data
		list := report.Compare(a, report.Measure(a), b, report.Measure(b))
		if !slices.ContainsFunc(list, func(d report.Difference) bool { return d.Measure == f.until && d.Settled() }) {
			return false
		}
	}
	return true
}

// comparisonJSON is the JSON output of a comparison.
type comparisonJSON struct {
	Games       []report.Compared `json:"games"`
	Comparisons []report.Pair     `json:"comparisons"`
}

// writeComparison writes the page and the summary.
func (f *reportFlags) writeComparison(cmd *cobra.Command, versions []*comparedGame) error {
	var all comparisonJSON
	for _, v := range versions {
		all.Games = append(all.Games, report.Compared{Name: v.name, Data: v.data, Measures: report.Measure(v.data)})
	}
	first := &all.Games[0]
	for i := range all.Games[1:] {
		g := &all.Games[i+1]
		all.Comparisons = append(all.Comparisons, report.Pair{A: first.Name, B: g.Name,
			Rules:       udiff.Unified(first.Name, g.Name, versions[0].rules.Text(), versions[i+1].rules.Text()),
			Differences: report.Compare(first.Data, first.Measures, g.Data, g.Measures)})
	}
	out := cmd.OutOrStdout()
	if f.asJSON {
		if err := json.NewEncoder(out).Encode(all); err != nil {
			return err
		}
	} else if f.out != "-" {
		if err := writePairs(out, &all); err != nil {
			return err
		}
	}
	switch f.out {
	case "":
		return nil
	case "-":
		return report.ComparisonPage(out, all.Games, all.Comparisons)
	}
	var page bytes.Buffer
	if err := report.ComparisonPage(&page, all.Games, all.Comparisons); err != nil {
		return err
	}
	if err := os.WriteFile(f.out, page.Bytes(), 0o644); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

// writePairs writes the comparisons for a terminal.
func writePairs(out io.Writer, all *comparisonJSON) error {
	for i, p := range all.Comparisons {
		a, b := all.Games[0].Measures, all.Games[i+1].Measures
		fmt.Fprintf(out, "%s and %s: %d and %d games, %d and %d random plays\n", p.A, p.B, a.Self.Plays, b.Self.Plays, a.Random.Plays, b.Random.Plays)
		if p.Rules == "" {
			fmt.Fprintln(out, "the rules are the same")
		} else {
			fmt.Fprint(out, p.Rules)
		}
		if err := report.WriteComparison(out, p.A, p.B, p.Differences); err != nil {
			return err
		}
	}
	return nil
}
