package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ludex/internal/printable"
	"ludex/internal/store"
	"ludex/internal/tournament"
)

func newRatings() *cobra.Command {
	var from, name, game string
	var opt tournament.RateOptions
	var asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "ratings",
		Short: "Estimate how strong the players of stored matches are",
		Long: `Ratings shows the strength of players on the Elo scale, over all games and in each: the
maximum-likelihood ratings of the Bradley-Terry model for the results of tournaments and
of other stored matches between programs, with 95 % confidence intervals. A draw is
half a win. In matches of three or more every two players are compared; matches of one
say nothing, and neither do matches between players of the same name.`,
		Example: `  ludex ratings
  ludex ratings --tournament "spring cup" --anchor random --elo 1000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			s, err := openStore(cmd.Context(), from)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if name != "" {
				if _, err := s.Tournament(cmd.Context(), name); err != nil {
					return err
				}
			}
			results, err := s.Results(cmd.Context(), name)
			if err != nil {
				return err
			}
			if name == "" {
				single, err := tournament.MatchResults(cmd.Context(), s)
				if err != nil {
					return err
				}
				results = append(results, single...)
			}
			lists, err := rateAll(results, game, opt)
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return json.NewEncoder(printable.JSONWriter(cmd.OutOrStdout())).Encode(lists)
			case asCSV:
				return ratingsCSV(cmd.OutOrStdout(), lists)
			}
			return showRatings(cmd.OutOrStdout(), lists)
		},
	}
	storeFlag(cmd, &from)
	cmd.Flags().StringVar(&name, "tournament", "", "take only the tournament of this `NAME`, and no other matches")
	cmd.Flags().StringVar(&game, "game", "", "take only the game of this `NAME`")
	cmd.Flags().StringVar(&opt.Anchor, "anchor", "", "let the player of this `NAME` have the rating of --elo, instead of the mean of all")
	cmd.Flags().Float64Var(&opt.Mean, "elo", tournament.DefaultMean, "the `rating` of the mean, or of the anchor")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write a table for other programs")
	return cmd
}

// A ratingList has the ratings in one game, or in all games.
type ratingList struct {
	Game    string              `json:"game,omitempty"` // "" is all games
	Matches int                 `json:"matches"`
	Note    string              `json:"note,omitempty"`
	Ratings []tournament.Rating `json:"ratings"`
}

// rateAll returns the ratings in all games together and in each game, or in one game
// only. If there is only one game, there is one list.
func rateAll(results []store.Result, game string, opt tournament.RateOptions) ([]ratingList, error) {
	var games []string
	for _, res := range results {
		games = append(games, res.Game)
	}
	slices.Sort(games)
	games = slices.Compact(games)
	switch {
	case game != "" && !slices.Contains(games, game):
		return nil, fmt.Errorf("there are no results of the game %q", game)
	case game != "":
		games = []string{game}
	case len(games) != 1:
		games = append([]string{""}, games...)
	}
	lists := []ratingList{}
	for i, name := range games {
		of := slices.DeleteFunc(slices.Clone(results), func(r store.Result) bool { return name != "" && r.Game != name })
		l := ratingList{Game: name, Matches: len(of)}
		here := opt
		if i > 0 && opt.Anchor != "" && !takesPart(of, opt.Anchor) {
			l.Note = fmt.Sprintf("%s has not played here; the mean is %.0f", opt.Anchor, opt.Mean)
			here.Anchor = ""
		}
		var err error
		if l.Ratings, err = tournament.RateResults(of, here); err != nil {
			return nil, fmt.Errorf("%s: %w", orAll(name), err)
		}
		lists = append(lists, l)
	}
	return lists, nil
}

// takesPart reports whether results compare a player with others.
func takesPart(results []store.Result, name string) bool {
	return slices.ContainsFunc(tournament.Compare(results), func(c tournament.Comparison) bool { return c.A == name || c.B == name })
}

func orAll(game string) string {
	if game == "" {
		return "all games"
	}
	return game
}

// showRatings writes ratings for people.
func showRatings(out io.Writer, lists []ratingList) error {
	for i, l := range lists {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s, %s\n", printable.Line(orAll(l.Game)), matches(l.Matches))
		if l.Note != "" {
			fmt.Fprintln(out, printable.Line(l.Note))
		}
		if len(l.Ratings) == 0 {
			fmt.Fprintln(out, "no two players of different names have played each other")
			continue
		}
		rows := [][]string{{"#", "player", "Elo", "±", "played", "score"}}
		for _, r := range l.Ratings {
			rows = append(rows, []string{fmt.Sprint(r.Rank), printable.Line(r.Name), fmt.Sprintf("%.0f", r.Elo), fmt.Sprintf("%.0f", r.Error),
				fmt.Sprint(r.Played), fmt.Sprintf("%.1f %%", 100*r.Score)})
		}
		for _, line := range align(rows, 1) {
			fmt.Fprintln(out, line)
		}
	}
	return nil
}

// ratingsCSV writes ratings as CSV.
func ratingsCSV(out io.Writer, lists []ratingList) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"game", "rank", "player", "elo", "error", "played", "score"}}
	for _, l := range lists {
		for _, r := range l.Ratings {
			rows = append(rows, []string{store.CSVText(l.Game), fmt.Sprint(r.Rank), store.CSVText(r.Name), fmt.Sprintf("%.2f", r.Elo), fmt.Sprintf("%.2f", r.Error),
				fmt.Sprint(r.Played), fmt.Sprintf("%.4f", r.Score)})
		}
	}
	return w.WriteAll(rows)
}
