package sat

// An order is a heap of variables by their activity.
type order struct {
	heap []uint32
	at   []int32 // by variable: its place in the heap, or -1
}

func (o *order) grow() { o.at = append(o.at, -1) }

// insert adds a variable, if it is not there.
func (o *order) insert(v uint32, activity []float64) {
	if o.at[v] >= 0 {
		return
	}
	o.at[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(len(o.heap)-1, activity)
}

// raised moves a variable whose activity has grown.
func (o *order) raised(v uint32, activity []float64) {
	if o.at[v] >= 0 {
		o.up(int(o.at[v]), activity)
	}
}

func (o *order) up(i int, activity []float64) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if activity[o.heap[parent]] >= activity[v] {
			break
		}
		o.put(i, o.heap[parent])
		i = parent
	}
	o.put(i, v)
}

func (o *order) down(i int, activity []float64) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && activity[o.heap[child+1]] > activity[o.heap[child]] {
			child++
		}
		if activity[o.heap[child]] <= activity[v] {
			break
		}
		o.put(i, o.heap[child])
		i = child
	}
	o.put(i, v)
}

func (o *order) put(i int, v uint32) {
	o.heap[i] = v
	o.at[v] = int32(i)
}

// pick takes out the variable with the highest activity that has no value. It returns 0 if
// there is none.
func (o *order) pick(activity []float64, values []int8) uint32 {
	for len(o.heap) > 0 {
		v := o.heap[0]
		last := o.heap[len(o.heap)-1]
		o.heap = o.heap[:len(o.heap)-1]
		o.at[v] = -1
		if len(o.heap) > 0 && last != v {
			o.put(0, last)
			o.down(0, activity)
		}
		if values[2*v] == isUnset {
			return v
		}
	}
	return 0
}
