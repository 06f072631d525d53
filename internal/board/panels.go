package board

import (
	"slices"
	"strings"

	"ludex/internal/picture"
)

// keepPanels leaves out all panels of a board but the first ones: the rules may use others to
// remember something. The only panel that is left needs no title, and its cells no word for it.
func keepPanels(sh *picture.Sheet, panels int) {
	kept := map[int]int{} // the new numbers of cells
	var cells []picture.Cell
	for i := range sh.Cells {
		if sh.Cells[i].Panel < panels {
			kept[i] = len(cells)
			cells = append(cells, sh.Cells[i])
		}
	}
	if len(cells) == len(sh.Cells) || len(cells) == 0 {
		return
	}
	sh.Cells = cells
	var arrow []int
	for _, c := range sh.Arrow {
		if n, ok := kept[c]; ok {
			arrow = append(arrow, n)
		}
	}
	sh.Arrow = arrow
	right, bottom, top := cells[0].X, cells[0].Y, cells[0].Y
	for i := range cells {
		right, bottom, top = max(right, cells[i].X), max(bottom, cells[i].Y), min(top, cells[i].Y)
	}
	sh.Labels = slices.DeleteFunc(slices.Clone(sh.Labels), func(l picture.Label) bool {
		return l.X > right || l.Y > bottom+1 || panels == 1 && l.Y < top-0.5
	})
	if panels == 1 {
		dropSuffix(cells)
	}
}

// dropSuffix removes the last letter of the names of cells, if all have the same.
func dropSuffix(cells []picture.Cell) {
	last := cells[0].Name[max(0, len(cells[0].Name)-1):]
	if last == "" || slices.ContainsFunc(cells, func(c picture.Cell) bool { return !strings.HasSuffix(c.Name, last) }) {
		return
	}
	for i := range cells {
		cells[i].Name = strings.TrimSuffix(cells[i].Name, last)
	}
}
