package neural

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Limits of a network in a file, so that a broken one does not take all memory.
const (
	maxFeatures = 1 << 20
	maxHidden   = 1 << 12
	maxRoles    = 64
	maxWeights  = 1 << 26
	maxText     = 1 << 12
)

// header is the first part of an encoded network.
type header struct{ Features, Hidden, Roles, Values uint32 }

// Encode writes a network whose features have the given texts. They are written in the
// order of their texts, so that the result does not depend on how an engine numbers
// them.
func (n *Network) Encode(w io.Writer, texts []string, p Precision) error {
	if len(texts) != n.features {
		return fmt.Errorf("%d texts for %d features", len(texts), n.features)
	}
	if err := n.check(); err != nil {
		return err
	}
	deflate, _ := flate.NewWriter(w, flate.DefaultCompression) // the level is valid
	e := encoder{w: bufio.NewWriter(deflate), precision: p}
	e.write(header{uint32(n.features), uint32(n.hidden), uint32(n.roles), uint32(n.values)})
	for _, f := range Order(texts) {
		e.write(uint32(len(texts[f])))
		e.write([]byte(texts[f]))
		e.write(n.movers[f])
		e.weights(n.row(int32(f)))
	}
	e.weights(n.bias)
	for at := 0; at < len(n.output); at += n.hidden {
		e.weights(n.output[at : at+n.hidden])
	}
	e.write(n.offset)
	return errors.Join(e.err, e.w.Flush(), deflate.Close())
}

// Order returns the numbers of features in the order of their texts, which does not depend
// on the engine.
func Order(texts []string) []int {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	return order
}

type encoder struct {
	w         *bufio.Writer
	precision Precision
	err       error
}

func (e *encoder) write(v any) {
	if e.err == nil {
		e.err = binary.Write(e.w, binary.LittleEndian, v)
	}
}

// weights writes the weights of a feature, an output or the hidden units.
func (e *encoder) weights(list []float32) {
	if e.precision == Exact {
		e.write(list)
		return
	}
	scale, bytes := quantize(list)
	e.write(scale)
	e.write(bytes)
}

// Decode reads a network, which was written with the given precision, and the texts of its
// features.
func Decode(r io.Reader, p Precision) (*Network, []string, error) {
	d := decoder{r: flate.NewReader(r), precision: p}
	var h header
	d.read(&h)
	if d.err == nil {
		d.err = h.check()
	}
	if d.err != nil {
		return nil, nil, d.err
	}
	n := New(Shape{Features: int(h.Features), Hidden: int(h.Hidden), Roles: int(h.Roles), ConstantSum: h.Values < h.Roles})
	texts := make([]string, n.features)
	for f := range texts {
		texts[f] = d.text()
		d.read(n.movers[f : f+1])
		d.weights(n.row(int32(f)))
		if d.err == nil && (int(n.movers[f]) >= n.roles || n.movers[f] < Nobody) {
			d.err = fmt.Errorf("feature %d belongs to role %d of %d", f, n.movers[f], n.roles)
		}
		if d.err != nil {
			return nil, nil, d.err
		}
	}
	d.weights(n.bias)
	for at := 0; at < len(n.output); at += n.hidden {
		d.weights(n.output[at : at+n.hidden])
	}
	d.read(n.offset)
	if d.err == nil {
		d.err = n.check()
	}
	return n, texts, d.err
}

// Check returns an error if a network of this size cannot be stored.
func (s Shape) Check() error {
	if s.Features < 0 || s.Features > maxFeatures || s.Hidden < 1 || s.Hidden > maxHidden || s.Roles < 1 || s.Roles > maxRoles ||
		int64(s.Features)*int64(s.Hidden) > maxWeights {
		return fmt.Errorf("a network of %d features, %d hidden units and %d roles is not possible", s.Features, s.Hidden, s.Roles)
	}
	return nil
}

// check returns an error for a size that no network has.
func (h *header) check() error {
	if err := (Shape{Features: int(h.Features), Hidden: int(h.Hidden), Roles: int(h.Roles)}).Check(); err != nil {
		return err
	}
	switch {
	case h.Hidden%block != 0:
		return fmt.Errorf("%d hidden units are not a multiple of %d", h.Hidden, block)
	case h.Values != h.Roles && (h.Values != 1 || h.Roles != 2):
		return fmt.Errorf("%d values for %d roles", h.Values, h.Roles)
	}
	return nil
}

type decoder struct {
	r         io.Reader
	precision Precision
	err       error
}

func (d *decoder) read(v any) {
	if d.err == nil {
		d.err = binary.Read(d.r, binary.LittleEndian, v)
	}
}

// weights reads what [encoder.weights] wrote.
func (d *decoder) weights(list []float32) {
	if d.precision == Exact {
		d.read(list)
		return
	}
	var scale float32
	bytes := make([]byte, 2*len(list))
	d.read(&scale)
	d.read(bytes)
	restore(scale, bytes, list)
}

func (d *decoder) text() string {
	var n uint32
	d.read(&n)
	if d.err == nil && n > maxText {
		d.err = fmt.Errorf("a feature with a text of %d bytes", n)
	}
	if d.err != nil {
		return ""
	}
	text := make([]byte, n)
	d.read(text)
	return string(text)
}

// Arrange returns the network with its features, which have the texts from, numbered as
// in the texts to. Features that the network does not have get no weights.
func (n *Network) Arrange(from, to []string) *Network {
	shape := n.Shape()
	shape.Features = len(to)
	a := New(shape)
	number := make(map[string]int32, len(from))
	for f, text := range from {
		number[text] = int32(f)
	}
	for f, text := range to {
		if old, ok := number[text]; ok {
			copy(a.row(int32(f)), n.row(old))
			a.movers[f] = n.movers[old]
		}
	}
	copy(a.bias, n.bias)
	copy(a.output, n.output)
	copy(a.offset, n.offset)
	return a
}
