package ground

// A codeBuffer holds instances of rules in the order in which they were found,
// each as the atom of its head, the number of its literals, and the literals:
// 2·atom, plus 1 for a negated one. It grows without being copied.
type codeBuffer struct {
	blocks    [][]int32
	instances int
}

const (
	firstBlock = 1 << 10
	lastBlock  = 1 << 20
)

func (c *codeBuffer) add(head int32, literals []int32) {
	need := len(literals) + 2
	n := len(c.blocks)
	if n == 0 || cap(c.blocks[n-1])-len(c.blocks[n-1]) < need {
		size := firstBlock
		if n > 0 {
			size = min(2*cap(c.blocks[n-1]), lastBlock)
		}
		c.blocks = append(c.blocks, make([]int32, 0, max(size, need)))
		n++
	}
	b := append(c.blocks[n-1], head, int32(len(literals)))
	c.blocks[n-1] = append(b, literals...)
	c.instances++
}

// each calls visit for each instance.
func (c *codeBuffer) each(visit func(head int32, literals []int32)) {
	for _, b := range c.blocks {
		eachInstance(b, visit)
	}
}

// eachBackwards calls visit for each instance, the last one first.
func (c *codeBuffer) eachBackwards(visit func(head int32, literals []int32)) {
	var starts []int32
	for k := len(c.blocks) - 1; k >= 0; k-- {
		b := c.blocks[k]
		starts = starts[:0]
		for i := 0; i < len(b); i += 2 + int(b[i+1]) {
			starts = append(starts, int32(i))
		}
		for j := len(starts) - 1; j >= 0; j-- {
			i := starts[j]
			visit(b[i], b[i+2:i+2+b[i+1]])
		}
	}
}

// drain calls visit for each instance and frees the memory of earlier ones.
func (c *codeBuffer) drain(visit func(head int32, literals []int32)) {
	for i, b := range c.blocks {
		eachInstance(b, visit)
		c.blocks[i] = nil
	}
	c.blocks = nil
}

func eachInstance(block []int32, visit func(head int32, literals []int32)) {
	for i := 0; i < len(block); {
		n := int(block[i+1])
		visit(block[i], block[i+2:i+2+n])
		i += 2 + n
	}
}

func (c *codeBuffer) words() int64 {
	n := 0
	for _, b := range c.blocks {
		n += cap(b)
	}
	return int64(n)
}
