// Package npz writes and reads files of numpy: arrays with names in a ZIP archive. It
// knows the kinds of arrays that Ludex writes: one or two dimensions, in C order, of
// bytes, integers, truth values and texts.
package npz

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Array is an array with a name. Data is a []uint8, []int16, []int32, []int64,
// []uint64, []bool or []string.
type Array struct {
	Name  string
	Shape []int
	Data  any
}

// Write writes arrays.
func Write(w io.Writer, arrays []Array) error {
	z := zip.NewWriter(w)
	for _, a := range arrays {
		f, err := z.CreateHeader(&zip.FileHeader{Name: a.Name + ".npy", Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := a.write(f); err != nil {
			return fmt.Errorf("array %s: %w", a.Name, err)
		}
	}
	return z.Close()
}

// magic begins an array in version 1.0 of the format.
const magic = "\x93NUMPY\x01\x00"

// align is what the length of the header is a multiple of.
const align = 64

// write writes an array with its header.
func (a *Array) write(w io.Writer) error {
	kind, data, err := a.encode()
	if err != nil {
		return err
	}
	dims := make([]string, len(a.Shape))
	size := 1
	for i, n := range a.Shape {
		dims[i] = strconv.Itoa(n) + ","
		size *= n
	}
	if size != a.len() {
		return fmt.Errorf("the shape %v has %d elements, and there are %d", a.Shape, size, a.len())
	}
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, strings.Join(dims, ""))
	pad := (align - (len(magic)+2+len(head)+1)%align) % align
	head += strings.Repeat(" ", pad) + "\n"
	if len(head) > 0xffff {
		return errors.New("the header is too long")
	}
	var b bytes.Buffer
	b.WriteString(magic)
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(head))))
	b.WriteString(head)
	if _, err := w.Write(b.Bytes()); err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (a *Array) len() int {
	switch d := a.Data.(type) {
	case []uint8:
		return len(d)
	case []int16:
		return len(d)
	case []int32:
		return len(d)
	case []int64:
		return len(d)
	case []uint64:
		return len(d)
	case []bool:
		return len(d)
	case []string:
		return len(d)
	}
	return -1
}

// encode returns the name of the type of the elements, and their bytes.
func (a *Array) encode() (kind string, data []byte, err error) {
	switch d := a.Data.(type) {
	case []uint8:
		return "|u1", d, nil
	case []int16:
		kind = "<i2"
	case []int32:
		kind = "<i4"
	case []int64:
		kind = "<i8"
	case []uint64:
		kind = "<u8"
	case []bool:
		kind = "|b1"
	case []string:
		kind, data = encodeTexts(d)
		return kind, data, nil
	default:
		return "", nil, fmt.Errorf("elements of type %T", a.Data)
	}
	data, err = binary.Append(nil, binary.LittleEndian, a.Data)
	return kind, data, err
}

// encodeTexts writes texts as numpy does: code points of four bytes, all texts of the
// same length.
func encodeTexts(texts []string) (kind string, data []byte) {
	width := 1
	for _, t := range texts {
		width = max(width, utf8.RuneCountInString(t))
	}
	for _, t := range texts {
		n := 0
		for _, c := range t {
			data = binary.LittleEndian.AppendUint32(data, uint32(c))
			n++
		}
		data = append(data, make([]byte, 4*(width-n))...)
	}
	return "<U" + strconv.Itoa(width), data
}

// maxArray is the limit of the bytes of an array that is read.
const maxArray = 1 << 30

// Read reads the arrays of a file.
func Read(r io.ReaderAt, size int64) ([]Array, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, err
	}
	var arrays []Array
	for _, f := range z.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			continue
		}
		a, err := readFile(f)
		if err != nil {
			return nil, fmt.Errorf("array %s: %w", name, err)
		}
		a.Name = name
		arrays = append(arrays, *a)
	}
	return arrays, nil
}

func readFile(f *zip.File) (*Array, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxArray+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxArray {
		return nil, fmt.Errorf("it has more than %d bytes", maxArray)
	}
	return decode(data)
}

// header is the form of the header that numpy and this package write.
var header = regexp.MustCompile(`^\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([0-9, ]*)\), \} *\n$`)

var errNoArray = errors.New("not an array in the form of version 1.0")

// decode reads an array.
func decode(data []byte) (*Array, error) {
	if len(data) < len(magic)+2 || string(data[:len(magic)]) != magic {
		return nil, errNoArray
	}
	n := int(binary.LittleEndian.Uint16(data[len(magic):]))
	data = data[len(magic)+2:]
	if len(data) < n {
		return nil, errNoArray
	}
	m := header.FindStringSubmatch(string(data[:n]))
	if m == nil {
		return nil, fmt.Errorf("%w: the header is %.100q", errNoArray, data[:n])
	}
	a := new(Array)
	size := 1
	for word := range strings.FieldsFuncSeq(m[2], func(c rune) bool { return c == ',' || c == ' ' }) {
		k, err := strconv.Atoi(word)
		if err != nil || k > maxArray || k > 0 && size > maxArray/k {
			return nil, errNoArray
		}
		a.Shape = append(a.Shape, k)
		size *= k
	}
	return a, a.decode(m[1], size, data[n:])
}

// decode reads the elements.
func (a *Array) decode(kind string, size int, data []byte) error {
	width := 0
	switch kind {
	case "|u1":
		a.Data, width = make([]uint8, size), 1
	case "<i2":
		a.Data, width = make([]int16, size), 2
	case "<i4":
		a.Data, width = make([]int32, size), 4
	case "<i8":
		a.Data, width = make([]int64, size), 8
	case "<u8":
		a.Data, width = make([]uint64, size), 8
	case "|b1":
		a.Data, width = make([]bool, size), 1
	default:
		return a.decodeTexts(kind, size, data)
	}
	if len(data) != size*width {
		return fmt.Errorf("%d bytes for %d elements", len(data), size)
	}
	_, err := binary.Decode(data, binary.LittleEndian, a.Data)
	return err
}

func (a *Array) decodeTexts(kind string, size int, data []byte) error {
	digits, ok := strings.CutPrefix(kind, "<U")
	width, err := strconv.Atoi(digits)
	if !ok || err != nil || width < 0 || width > maxArray || len(data) != 4*width*size {
		return fmt.Errorf("elements of type %.20q", kind)
	}
	texts := make([]string, size)
	for i := range texts {
		var b strings.Builder
		for range width {
			if c := binary.LittleEndian.Uint32(data); c != 0 {
				b.WriteRune(rune(c))
			}
			data = data[4:]
		}
		texts[i] = b.String()
	}
	a.Data = texts
	return nil
}
