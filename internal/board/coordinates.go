package board

import (
	"cmp"
	"slices"
	"strconv"

	"ludex/internal/picture"
)

// renames reports whether a presentation gives cells other names than the rules do.
func (p *Presentation) renames() bool {
	return p != nil && (p.Rotated != 0 || p.Panels > 0 || p.Columns != nil || p.Rows != nil || p.Numbered)
}

// checkCoordinates returns an error if names of columns or rows cannot tell cells apart.
func (p *Presentation) checkCoordinates() error {
	if p.Numbered && (p.Columns != nil || p.Rows != nil) {
		return p.errorf("numbered", "cells with numbers have no names of columns and rows")
	}
	for key, names := range map[string][]string{"columns": p.Columns, "rows": p.Rows} {
		seen := map[string]bool{"": true}
		for _, name := range names {
			if seen[name] {
				return p.errorf(key, "the name %q is empty, or there twice", name)
			}
			seen[name] = true
		}
	}
	return nil
}

// fitCoordinates returns an error if a board has not as many columns or rows as there are
// names.
func (p *Presentation) fitCoordinates(cells []Cell) error {
	columns, rows := 0, 0
	for _, c := range cells {
		columns, rows = max(columns, c.Column+1), max(rows, c.Row+1)
	}
	if p.Columns != nil && len(p.Columns) != columns {
		return p.errorf("columns", "there are %d names for %d columns", len(p.Columns), columns)
	}
	if p.Rows != nil && len(p.Rows) != rows {
		return p.errorf("rows", "there are %d names for %d rows", len(p.Rows), rows)
	}
	return nil
}

// coordinates names the cells of a board as its players do.
func (p *Presentation) coordinates(sh *picture.Sheet) {
	switch {
	case p.Numbered:
		number(sh)
	case p.Columns != nil || p.Rows != nil:
		p.nameLines(sh)
	}
}

// lightCell is the name of cells that have no number.
const lightCell = "light"

// number gives numbers to the dark cells, from the top and from left to right, as in
// draughts.
func number(sh *picture.Sheet) {
	order := make([]*picture.Cell, len(sh.Cells))
	for i := range sh.Cells {
		order[i] = &sh.Cells[i]
	}
	slices.SortStableFunc(order, func(a, b *picture.Cell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	n := 0
	for _, c := range order {
		c.Name = lightCell
		if c.Dark {
			n++
			c.Name = strconv.Itoa(n)
		}
	}
	sh.Labels, sh.Numbered = nil, true
}

// nameLines names the columns and rows of a board. The stars stay on their cells.
func (p *Presentation) nameLines(sh *picture.Sheet) {
	columns, rows := map[string]string{}, map[string]string{} // by the names of the rules
	renamed := map[string]string{}
	for i := range sh.Cells {
		c := &sh.Cells[i]
		column, row := splitSquare(c.Name)
		if row == "" {
			return // the rules name cells otherwise
		}
		columns[column], rows[row] = column, row
		if p.Columns != nil {
			columns[column] = p.Columns[c.Column]
		}
		if p.Rows != nil {
			rows[row] = p.Rows[c.Row]
		}
		renamed[c.Name] = columns[column] + rows[row]
	}
	for i := range sh.Cells {
		sh.Cells[i].Name = renamed[sh.Cells[i].Name]
	}
	for i, star := range sh.Stars {
		sh.Stars[i] = renamed[star]
	}
	sh.Labels = slices.Clone(sh.Labels)
	for i := range sh.Labels {
		l := &sh.Labels[i]
		if name, ok := columns[l.Text]; ok && l.Anchor == picture.Middle {
			l.Text = name
		} else if name, ok := rows[l.Text]; ok && l.Anchor == picture.Left {
			l.Text = name
		}
	}
}

// splitSquare splits the label of a square, such as e4, into its column and row. The row is
// empty for other labels.
func splitSquare(label string) (column, row string) {
	if !isSquare(label) {
		return label, ""
	}
	for i, r := range label {
		if r <= '9' {
			return label[:i], label[i:]
		}
	}
	return label, ""
}
