package server

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"ludex/internal/puzzle"
	"ludex/internal/server/gamecache"
	"ludex/library"
)

// A gameCard is a game on the front page, with all its variants.
type gameCard struct {
	gamecache.About
	Variants []variantLink // the game itself is the first; empty if there is one only
	appeal   int
	kinds    []string
	names    []string
}

// A variantLink is a variant of a game.
type variantLink struct{ Name, Label string }

// Kinds returns the kinds of the game and its variants, for the script of the page.
func (c *gameCard) Kinds() string { return strings.Join(c.kinds, " ") }

// Words returns the names that people look for, for the script of the page.
func (c *gameCard) Words() string { return strings.Join(c.names, " ") }

// Players says how many people play.
func (c *gameCard) Tags() []string { return tags(c.About) }

// tags returns the labels of a game for players.
func tags(a gamecache.About) []string {
	list := []string{fmt.Sprintf("%d players", a.Players)}
	if a.Players == 1 {
		list[0] = "solo"
	}
	if a.RealTime {
		list = append(list, "real time")
	}
	return list
}

// newCards puts variants on one card, and sorts the cards by appeal.
func newCards(games []gamecache.About) []*gameCard {
	cards := map[string]*gameCard{}
	var list []*gameCard
	for _, g := range games { // the games that are no variants come first
		if entry, ok := library.Lookup(g.Name); ok && entry.VariantOf == "" {
			cards[g.Name] = &gameCard{About: g, appeal: entry.Appeal, Variants: []variantLink{{g.Name, entry.Variant}}}
			list = append(list, cards[g.Name])
		}
	}
	for _, g := range games {
		entry, ok := library.Lookup(g.Name)
		if !ok {
			continue
		}
		card := cards[cmp.Or(entry.VariantOf, entry.Name)]
		card.kinds = append(card.kinds, kindsOf(g)...)
		card.names = append(card.names, entry.Names()...)
		if entry.VariantOf != "" {
			card.Variants = append(card.Variants, variantLink{g.Name, entry.Variant})
		}
	}
	for _, c := range list {
		c.kinds = slices.Compact(sorted(c.kinds))
		if len(c.Variants) == 1 {
			c.Variants = nil
		}
	}
	slices.SortStableFunc(list, func(a, b *gameCard) int { return b.appeal - a.appeal })
	return list
}

// wants reports whether a card, or one of its variants, is what somebody looks for.
func (f filter) wantsCard(c *gameCard) bool {
	return (f.Kind == "" || slices.Contains(c.kinds, f.Kind)) && library.Rank(f.Search, c.names...) > 0
}

// A kindChoice is a kind of games that players choose from.
type kindChoice struct{ Value, Label string }

var kindChoices = []kindChoice{
	{"", "All"}, {"board", "Board"}, {"cards", "Cards and dice"}, {"puzzle", "Puzzles"}, {"guessing", "Guessing and bluff"},
	{"realtime", "Real time"}, {"solo", "Solo"}, {"friends", "With friends"},
}

// featured is the number of games that the front page recommends.
const featured = 6

// A frontPage is the data of the front page.
type frontPage struct {
	Filter filter
	Kinds  []kindChoice
	First  []*gameCard // what to play first; empty if somebody looks for something
	Cards  []*gameCard
	Hidden map[string]bool // by name of a card: the filter does not want it
	Count  int             // of cards that are shown
	Daily  dailyCard
	Made   []*gameCard // written and published here
	Mine   bool        // tables of this browser can be asked for
}

// A dailyCard announces the puzzle of the day.
type dailyCard struct {
	Name, Title, Task, Hash string
}

func (p *pages) games(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	data := frontPage{Filter: filter{Search: q.Get("q"), Kind: q.Get("kind")}, Kinds: kindChoices, Hidden: map[string]bool{}, Mine: p.server.hasRoute(http.MethodGet, "/tables/mine")}
	data.Cards = newCards(libraryGames(p.server.games))
	if data.Filter == (filter{}) {
		n := min(featured, len(data.Cards))
		data.First, data.Cards = data.Cards[:n], data.Cards[n:]
	}
	for _, c := range data.Cards {
		if data.Hidden[c.Name] = !data.Filter.wantsCard(c); !data.Hidden[c.Name] {
			data.Count++
		}
	}
	made, err := p.server.madeGames(r.Context())
	if err != nil {
		return err
	}
	for _, g := range made {
		c := &gameCard{About: g, kinds: kindsOf(g), names: g.Names()}
		if data.Filter.wantsCard(c) {
			data.Made = append(data.Made, c)
		}
	}
	data.Count += len(data.First) + len(data.Made)
	today := puzzle.Daily().OfDay(time.Now())
	data.Daily = dailyCard{Name: today.Name, Title: gameTitle(today.Game), Task: task(today)}
	if e, err := p.server.games.Find(gamecache.Ref{Game: today.Game}); err == nil {
		data.Daily.Hash = e.About().Hash[:8]
	}
	return p.show(w, r, http.StatusOK, "games", "games", "Games", data)
}

// hasRoute reports whether the API has a route.
func (s *Server) hasRoute(method, path string) bool {
	return slices.ContainsFunc(s.routes(), func(rt route) bool { return rt.method == method && rt.path == path })
}
