package report

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"ludex/internal/board"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// pageTemplate is read when the first page is written.
var pageTemplate = sync.OnceValue(func() *template.Template {
	number := func(n int) int { return n + 1 } // people count from 1
	return template.Must(template.New("page").Funcs(template.FuncMap{"number": number}).Parse(pageText))
})

// Page writes the report as a self-contained HTML page. It depends on the data only.
func Page(w io.Writer, d *Data, m *Measures) error {
	p := page{
		Style: template.CSS(pageStyle), Title: d.About.title(), Name: d.About.Name, Subtitle: subtitle(d),
		Missing: d.Missing(), Facts: d.About.Facts, Method: methodFacts(d, m),
	}
	if d.About.Picture != "" {
		p.Picture = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(d.About.Picture)))
	}
	if r := d.Rules; r != nil {
		p.Findings = r.Findings
		p.Facts = append(p.Facts[:len(p.Facts):len(p.Facts)], statesFact(r))
	}
	p.Verdict = m.Verdict
	p.Games = shownPlays(d, m)
	if d.Replay != nil && len(d.Replay.Gallery) > 0 {
		p.BoardStyle = template.CSS(board.StyleSheet())
	}
	p.Cards = cards(d, m)
	p.Sections = sections(d, m)
	p.Definitions = definitions(d, m)
	return pageTemplate().Execute(w, p)
}

// A page is the data of the template.
type page struct {
	Style                 template.CSS
	Title, Name, Subtitle string
	Missing               string
	Picture               template.URL
	Facts, Findings       []Fact
	Verdict               []Sentence
	Cards                 []card
	Games                 []shownPlay
	BoardStyle            template.CSS
	Sections              []section
	Method, Definitions   []Fact
}

// A section is a part of the page.
type section struct {
	ID, Title string
	Text      []string // paragraphs
	Figures   []figure
	Table     *table
}

// Beside reports whether the table is placed beside the last figure instead of below
// it.
func (s section) Beside() bool { return s.Table != nil && len(s.Figures)%2 == 1 }

// A table has the numbers of a section.
type table struct {
	Head []string
	Rows [][]string
}

// subtitle describes the kind of game in a line.
func subtitle(d *Data) string {
	var names []string
	for _, s := range d.About.Seats() {
		names = append(names, d.About.Roles[s])
	}
	kind := fmt.Sprintf("A game for %d: %s", len(names), list(names))
	switch {
	case len(names) == 1:
		kind = "A puzzle for " + names[0]
	case len(names) > 6:
		kind = fmt.Sprintf("A game for %d", len(names))
	}
	var more []string
	if d.About.Timed {
		more = append(more, "in real time")
	}
	if d.Random.Deciders[2] > 0 {
		more = append(more, "with moves at the same time")
	}
	if d.Random.ChanceSteps > 0 || d.About.Timed && int(d.About.Chance) >= 0 {
		more = append(more, "with chance")
	}
	if d.About.Hidden {
		more = append(more, "with hidden information")
	}
	if more == nil {
		return kind
	}
	return kind + "; " + strings.Join(more, ", ")
}

// statesFact says how many states were explored.
func statesFact(r *RuleFacts) Fact {
	if r.Exhausted {
		return Fact{"states", plural(r.States, "reachable state")}
	}
	return Fact{"states", "more than " + plural(r.States, "reachable state")}
}

// methodFacts describes the method.
func methodFacts(d *Data, m *Measures) []Fact {
	facts := []Fact{
		{"random plays", fmt.Sprintf("%s; all roles choose among their legal moves with equal chances", whole(m.Random.Plays))},
		{"games", fmt.Sprintf("%s of %s against itself, %s", whole(m.Self.Plays+uint64(m.Repeated)), d.Method.Player, d.Method.budget())},
	}
	if m.Repeated > 0 {
		facts[1].Text += fmt.Sprintf("; %d repeat others, and do not count", m.Repeated)
	}
	if d.About.Timed {
		facts[0].Text = fmt.Sprintf("%s; all roles make random legal moves, one a unit of time on average, at random instants", whole(m.Random.Plays))
	}
	if note := playerNote(d); note != "" {
		facts = append(facts, Fact{"the player", note})
	}
	for i, r := range d.Method.Rivals {
		if r.Strong > 0 {
			continue // the section on depth has them
		}
		n := 0
		for _, b := range d.Bouts {
			if b.Rival == i {
				n++
			}
		}
		facts = append(facts, Fact{"rival", fmt.Sprintf("%s against %s, in turns at all seats", plural(n, "game"), r.Name)})
	}
	if d.Views != nil {
		facts = append(facts, Fact{"information sets", fmt.Sprintf("followed in %s and in the games, up to %s developments", plural(d.Views.Plays, "random play"), whole(ViewLimit))})
	}
	limit := fmt.Sprintf("plays end after %s", plural(d.Method.MaxSteps, "step"))
	if d.About.Timed {
		limit = fmt.Sprintf("plays end after %s of time", plural(d.Method.MaxTime, "unit"))
	}
	facts = append(facts, Fact{"limit", limit}, Fact{"seed", fmt.Sprint(d.Method.Seed)})
	if faults := countFaults(d); faults > 0 {
		facts = append(facts, Fact{"faults", fmt.Sprintf("%s had to be replaced by a random one", plural(faults, "move"))})
	}
	if d.About.Hash != "" {
		facts = append(facts, Fact{"rules", "SHA-256 " + d.About.Hash})
	}
	return facts
}

// playerNote returns the note of the player.
func playerNote(d *Data) string {
	if d.SelfTimed != nil {
		return d.SelfTimed.Note
	}
	if len(d.Self) > 0 {
		return d.Self[0].Note
	}
	return ""
}

func countFaults(d *Data) uint64 {
	n := uint64(0)
	if d.SelfTimed != nil {
		n = d.SelfTimed.Faults
	}
	for _, p := range d.Self {
		n += uint64(p.Faults)
	}
	return n
}
