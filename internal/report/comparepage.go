package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed comparison.html
var comparisonText string

var comparisonTemplate = template.Must(template.New("comparison").Parse(comparisonText))

// A Compared is a game of a comparison.
type Compared struct {
	Name     string    `json:"name"`
	Data     *Data     `json:"data"`
	Measures *Measures `json:"measures"`
}

// A Pair is the comparison of a game with the first one.
type Pair struct {
	A           string       `json:"a"`
	B           string       `json:"b"`
	Rules       string       `json:"rules,omitempty"` // the difference of their texts
	Differences []Difference `json:"differences"`
}

// Head returns the names of the columns.
func (p Pair) Head() []string {
	head := append([]string(nil), ComparisonHead...)
	head[1], head[2] = p.A, p.B
	return head
}

// ComparisonPage writes a comparison as a self-contained HTML page.
func ComparisonPage(w io.Writer, games []Compared, pairs []Pair) error {
	type game struct {
		Name    string
		Verdict []Sentence
	}
	var data struct {
		Style template.CSS
		Title string
		Pairs []Pair
		Games []game
	}
	var names []string
	for _, g := range games {
		names = append(names, g.Name)
		data.Games = append(data.Games, game{g.Name, g.Measures.Verdict})
	}
	data.Style, data.Title, data.Pairs = template.CSS(pageStyle), strings.Join(names, ", "), pairs
	return comparisonTemplate.Execute(w, data)
}
