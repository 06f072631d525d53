package movecells

import (
	"context"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/board"
)

// pass is the name of a move that leaves everything as it is.
const pass = "Pass"

// name names moves, so that no two have the same name.
func (f *Finder) name(texts []string, found []Found) {
	for i := range found {
		found[i].Name = f.shortName(texts[i], &found[i])
	}
	for _, group := range groups(found, func(m *Found) string { return m.Name }) {
		f.nameLong(texts, found, group)
	}
}

// shortName returns the name of a single move.
func (f *Finder) shortName(text string, m *Found) string {
	if m.known != nil {
		return m.known.name
	}
	if len(m.Cells) == 0 && (f.waits[text] || m.Nothing && !m.unnamed) {
		return pass
	}
	return f.board.MoveName(text, m.MoveCells, m.Changes, false)
}

// nameLong gives the moves of a group, which have the same name, longer ones. Where these
// are the same, too, the words of the moves that differ follow.
func (f *Finder) nameLong(texts []string, found []Found, group []int) {
	same := make([]Found, len(group))
	for k, i := range group {
		same[k].Name = f.board.MoveName(texts[i], found[i].MoveCells, found[i].Changes, true)
		found[i].Name = same[k].Name
	}
	for _, again := range groups(same, func(m *Found) string { return m.Name }) {
		words := make([]string, len(again))
		for n, k := range again {
			words[n] = texts[group[k]]
		}
		for n, w := range board.OtherWords(words) {
			i := group[again[n]]
			if found[i].Name += " " + strings.ToLower(w); w == "" {
				found[i].Name = board.Words(words[n])
			}
		}
	}
}

// choices finds the moves that the same cells mean, and what tells them apart: another
// piece on the last cell, or words.
func (f *Finder) choices(texts []string, found []Found) {
	for _, group := range groups(found, touched) {
		words := make([]string, len(group))
		pieces := map[string]bool{}
		for k, i := range group {
			words[k] = texts[i]
			path, _ := found[i].Touched()
			for _, c := range found[i].Changes {
				if c.Cell == path[len(path)-1] && len(c.Gained) > 0 {
					found[i].Piece = c.Gained[0]
				}
			}
			pieces[found[i].Piece] = true
		}
		for k, w := range board.OtherWords(words) {
			m := &found[group[k]]
			if m.Choice = w; w == "" {
				m.Choice = m.Name
			}
			if len(pieces) < len(group) {
				m.Piece = ""
			}
		}
	}
}

// touched identifies the cells that a person touches for a move, or is "" if there are
// none.
func touched(m *Found) string {
	if m.known != nil {
		return m.known.touched
	}
	path, _ := m.Touched()
	return strings.Join(path, "\n")
}

// groups returns the numbers of moves with the same key, where there are several. Moves
// with an empty key are left out.
func groups(found []Found, key func(*Found) string) [][]int {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	defer clear(s.index)
	var lists [][]int
	for i := range found {
		k := key(&found[i])
		if k == "" {
			continue
		}
		n, ok := s.index[k]
		switch {
		case !ok:
			s.index[k] = i
		case n < 0: // the number of a list, from -1 downwards
			lists[-1-n] = append(lists[-1-n], i)
		default:
			lists = append(lists, []int{n, i})
			s.index[k] = -len(lists)
		}
	}
	slices.SortFunc(lists, func(a, b []int) int { return a[0] - b[0] }) // in the order of their first moves
	return lists
}

// waitSteps is the length of the play in which moves that only wait are found.
const waitSteps = 12

// findWaits finds the moves of roles that have nothing to decide while another role has:
// moves without arguments that only wait.
func (f *Finder) findWaits(ctx context.Context) {
	f.waits = map[string]bool{}
	f.walk(ctx, waitSteps, func(_, _ game.State, legal [][]game.Move) {
		open := slices.ContainsFunc(legal, func(list []game.Move) bool { return len(list) > 1 })
		for r, list := range legal {
			if text := f.game.MoveText(game.Role(r), list[0]); open && len(list) == 1 && !strings.HasPrefix(text, "(") && len(f.board.Target(text)) == 0 {
				f.waits[text] = true
			}
		}
	})
}
