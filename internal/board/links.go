package board

import (
	"slices"
	"strings"

	"ludex/internal/picture"
)

// link draws the facts that connect two cells as lines on the first board: their first
// arguments are the coordinates of both cells, and one behind them may be a role.
func (p *Presentation) link(s *picture.Scene, facts, roles []string) {
	if p == nil || p.Links == "" || len(s.Sheets) == 0 || len(s.Sheets[0].Cells) == 0 {
		return
	}
	sh := s.Sheets[0]
	index := map[string]int{}
	for i, c := range sh.Cells {
		index[c.ID] = i
	}
	n := 1 + strings.Count(sh.Cells[0].ID, ",")
	for _, fact := range facts {
		words := strings.Fields(strings.Trim(withoutLifetime(fact), "()"))
		if words[0] != p.Links || len(words) < 1+2*n {
			continue
		}
		from, ok := index[strings.Join(words[1:1+n], ",")]
		to, ok2 := index[strings.Join(words[1+n:1+2*n], ",")]
		if !ok || !ok2 {
			continue
		}
		l := picture.Link{From: from, To: to, Owner: picture.None}
		for _, w := range words[1+2*n:] {
			if r := slices.Index(roles, w); r >= 0 {
				l.Owner = r
			}
		}
		sh.Links = append(sh.Links, l)
	}
}
