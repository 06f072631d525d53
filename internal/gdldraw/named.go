package gdldraw

import "ludex/gdl"

// asNamed finds an argument of a relation whose values are names of places: a
// relation of the rules lists each of them with two coordinates.
func (s *boardFinder) asNamed(r *relation) *layer {
	for arg, a := range r.args {
		if a == nil || len(a.values) < 4 || !r.isKey(arg) || r.isLine([]int{arg}) {
			continue
		}
		for _, table := range s.tables {
			if s.work += len(table); s.work > maxStaticFacts {
				return nil
			}
			for name := range table[0].Args {
				if places := s.placesIn(table, name, a); places != nil {
					return s.newNamed(r, arg, places)
				}
			}
		}
	}
	return nil
}

// newNamed returns a layer whose coordinates have names.
func (s *boardFinder) newNamed(r *relation, arg int, places map[string][]string) *layer {
	l := s.newLayer(r, arg)
	l.names = places
	l.axes = make([]*axis, 2)
	for i := range l.axes {
		found := map[string]bool{}
		var values []string
		for _, name := range r.args[arg].values { // in a fixed order
			if v := places[name][i]; !found[v] {
				found[v] = true
				values = append(values, v)
			}
		}
		l.axes[i] = s.newAxis(values)
	}
	return l
}

// placesIn returns the coordinates that a table of facts gives to the names in one
// of its arguments, or nil if it gives none.
func (s *boardFinder) placesIn(table []*gdl.Term, name int, a *axis) map[string][]string {
	var found map[string][]string
	choose(len(table[0].Args), 2, func(args []int) {
		if found == nil && args[0] != name && args[1] != name {
			found = placesOf(table, name, args, a)
		}
	})
	return found
}

// placesOf returns the values of two arguments by the values of a third one, if
// they are different for all values of an axis and make a board that is at least
// half full.
func placesOf(table []*gdl.Term, name int, args []int, a *axis) map[string][]string {
	found := map[string][]string{}
	taken, columns, rows := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range table {
		n := f.Args[name].Name
		if _, ok := a.index[n]; !ok {
			continue
		}
		at := []string{f.Args[args[0]].Name, f.Args[args[1]].Name}
		if found[n] != nil || taken[key(at)] {
			return nil
		}
		found[n], taken[key(at)], columns[at[0]], rows[at[1]] = at, true, true, true
	}
	if len(found) != len(a.values) || len(columns) < 2 || len(rows) < 2 || len(columns)*len(rows) > 2*len(found) {
		return nil
	}
	return found
}

// constantTables returns the static relations whose facts in the rules have three
// or four constant arguments.
func constantTables(p *gdl.Program) [][]*gdl.Term {
	var list [][]*gdl.Term
	index := map[gdl.Symbol]int{}
	for i := range p.Clauses {
		c := &p.Clauses[i]
		if sym := c.Head.Symbol(); len(c.Body) > 0 || sym.Arity < 3 || sym.Arity > 4 || gdl.IsReserved(sym.Name) || !flat(&c.Head) {
			continue
		}
		n, ok := index[c.Head.Symbol()]
		if !ok {
			n = len(list)
			index[c.Head.Symbol()] = n
			list = append(list, nil)
		}
		list[n] = append(list[n], &c.Head)
	}
	return list
}

// flat reports whether all arguments are constants.
func flat(t *gdl.Term) bool {
	for i := range t.Args {
		if t.Args[i].Kind != gdl.Constant {
			return false
		}
	}
	return true
}
