package tournament

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ludex/internal/store"
)

//go:embed page.html
var pageText string

// pageTemplate is read when the first page is written.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"points": Points, "percent": func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) },
		"number": func(x float64) string { return fmt.Sprintf("%.0f", x) },
	}).Parse(pageText))
})

// maxListed is how many matches a page lists.
const maxListed = 2000

// Page writes everything about a tournament as one self-contained HTML file. While
// matches are left, it asks browsers to reload.
func Page(out io.Writer, p *Progress) error {
	view, err := newPage(p)
	if err != nil {
		return err
	}
	return pageTemplate().Execute(out, view)
}

// Points writes points, which may be parts of a whole.
func Points(x float64) string {
	x = rounded(x)
	whole := float64(int(x))
	switch x - whole {
	case 0:
		return strconv.Itoa(int(x))
	case 0.5:
		return strings.TrimPrefix(strconv.Itoa(int(x)), "0") + "½"
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// A page is what the template shows.
type page struct {
	*Progress
	Left    int
	Refresh bool
	Table   Table
	Games   []string // if there are several
	Ratings []ratingView
	Rounds  []roundView
	Matches []matchView
	Omitted int
}

// A ratingView is a list of ratings with bars.
type ratingView struct {
	Title string
	Rows  []ratingRow
}

type ratingRow struct {
	Rating
	From, Width, At float64 // in per cent of the chart
}

// A roundView is a round of a Swiss tournament or a knockout.
type roundView struct {
	Number   int
	Pairings []pairingView
}

type pairingView struct {
	Players []pairingPlayer
	Done    bool
}

type pairingPlayer struct {
	Name   string
	Points float64
	Winner bool
}

type matchView struct {
	store.Result
	Seats []seatView
}

type seatView struct {
	Role, Player string
	Points       float64
	Goal         string
	Faults       int
}

func newPage(p *Progress) (*page, error) {
	v := &page{Progress: p, Left: p.Schedule.Total - p.Done, Table: p.Config.Table(p.Schedule, p.Results)}
	v.Refresh = len(p.Running) > 0
	if p.Finished() {
		v.Left = 0
	}
	if len(p.Config.Games) > 1 {
		for _, g := range p.Config.Games {
			v.Games = append(v.Games, g.Name)
		}
	}
	results := p.played()
	if err := v.rate(results); err != nil {
		return nil, err
	}
	v.rounds()
	v.Omitted = max(len(results)-maxListed, 0)
	for _, res := range results[v.Omitted:] {
		v.Matches = append(v.Matches, p.Config.view(res))
	}
	return v, nil
}

// played returns the results in the order of the schedule.
func (p *Progress) played() []store.Result {
	var list []store.Result
	for _, f := range p.Schedule.Fixtures {
		if res, ok := p.Results[f.Key]; ok {
			list = append(list, res)
		}
	}
	return list
}

// rate adds ratings, of all games together and of each.
func (v *page) rate(results []store.Result) error {
	for _, title := range append([]string{""}, v.Games...) {
		of := slices.DeleteFunc(slices.Clone(results), func(r store.Result) bool { return title != "" && r.Game != title })
		list, err := RateResults(of, RateOptions{})
		if err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		low, high := list[0].Elo, list[0].Elo
		for _, r := range list {
			low, high = min(low, r.Elo-r.Error), max(high, r.Elo+r.Error)
		}
		view := ratingView{Title: title}
		for _, r := range list {
			part := func(x float64) float64 { return 100 * x / max(high-low, 1) }
			view.Rows = append(view.Rows, ratingRow{r, part(r.Elo - r.Error - low), part(2 * r.Error), part(r.Elo - low)})
		}
		v.Ratings = append(v.Ratings, view)
	}
	return nil
}

// rounds adds the pairings by round.
func (v *page) rounds() {
	for _, m := range v.Schedule.Pairings {
		if len(v.Rounds) < m.Round {
			v.Rounds = append(v.Rounds, roundView{Number: m.Round})
		}
		view := pairingView{Done: m.Done}
		for i, p := range m.Players {
			view.Players = append(view.Players, pairingPlayer{v.Config.Players[p].Name, m.Points[i], m.Winner == p})
		}
		round := &v.Rounds[len(v.Rounds)-1]
		round.Pairings = append(round.Pairings, view)
	}
}

// view returns a result as a page shows it.
func (c *Config) view(res store.Result) matchView {
	v := matchView{Result: res}
	i := slices.IndexFunc(c.Games, func(g Game) bool { return g.Name == res.Game })
	if i < 0 {
		return v
	}
	for _, role := range c.Games[i].Seats {
		s := seatView{Role: c.Games[i].Roles[role], Player: res.Players[role], Points: res.Points[role], Goal: "–"}
		if role < len(res.Goals) {
			s.Goal = strconv.Itoa(res.Goals[role])
		}
		if role < len(res.Faults) {
			s.Faults = res.Faults[role]
		}
		v.Seats = append(v.Seats, s)
	}
	return v
}

// Clock writes a clock for people.
func (d Duration) Clock() string {
	if d == 0 {
		return "none"
	}
	return time.Duration(d).String()
}

// Percent returns how much of the tournament has been played.
func (v *page) Percent() int { return 100 * v.Done / max(v.Schedule.Total, 1) }
