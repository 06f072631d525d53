package circuit

// order returns by part the conjunctions and components of a net, each after what it
// depends on, in depth-first order.
func (w *networker) order() [numParts][]unit {
	o := &networkOrder{networker: w, seen: make([]bool, len(w.net.nodes)), tied: make([]bool, len(w.components))}
	for i := range w.net.nodes {
		if w.uses[i] > 0 {
			o.visit(int32(i))
		}
	}
	return o.order
}

type networkOrder struct {
	*networker
	order [numParts][]unit
	seen  []bool
	tied  []bool
}

func (o *networkOrder) visit(id int32) {
	if o.seen[id] {
		return
	}
	o.seen[id] = true
	if k := o.componentOf[id]; k != none {
		o.visitComponent(k)
		return
	}
	for _, a := range o.net.nodes[id].args {
		o.visit(a.node())
	}
	if o.net.nodes[id].kind == kindAnd && !o.merged[id] {
		p := o.parts[id]
		o.order[p] = append(o.order[p], unit(id))
	}
}

func (o *networkOrder) visitComponent(k int32) {
	if o.tied[k] {
		return
	}
	o.tied[k] = true
	for _, list := range [][]int32{o.components[k].inner, o.components[k].vars} {
		for _, id := range list {
			for _, a := range o.net.dependencies(id) {
				if o.componentOf[a.node()] != k {
					o.visit(a.node())
				}
			}
		}
	}
	p := o.parts[o.components[k].vars[0]]
	o.order[p] = append(o.order[p], unit(-1-k))
}
