package learn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ludex/internal/neural"
	"ludex/internal/wholefile"
)

// ErrNotNetwork is returned for a file that is not a network.
var ErrNotNetwork = errors.New("this is not a network that ludex train wrote")

// A file begins with a line that says its format. Networks were written with all bits of
// their weights at first; now this is how they are sent to other processes.
const (
	exactMagic   = "ludex network 1\n"
	compactMagic = "ludex network 2\n"
	anyMagic     = "ludex network "
)

// ErrNewFormat is returned for a file of a format that this version does not know.
var ErrNewFormat = errors.New("the network was written by a newer version of Ludex")

// maxHeader bounds the description in a file.
const maxHeader = 1 << 20

// fileHeader is the description of a model in a file.
type fileHeader struct {
	*Model
	Sum string `json:"sum"` // SHA-256 of the encoded network
}

// Write writes a model with all bits of its weights, so that reading it gives the same
// model.
func (m *Model) Write(w io.Writer) error { return m.write(w, exactMagic, neural.Exact) }

// WriteCompact writes a model in few bytes: with weights of 16 bits, and without features
// that learning never came across.
func (m *Model) WriteCompact(w io.Writer) error {
	return m.learnedFeatures().write(w, compactMagic, neural.Compact)
}

func (m *Model) write(w io.Writer, magic string, p neural.Precision) error {
	var net bytes.Buffer
	if err := m.Net.Encode(&net, m.Features, p); err != nil {
		return err
	}
	sum := sha256.Sum256(net.Bytes())
	head, err := json.Marshal(fileHeader{m, hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	out := append([]byte(magic), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
	_, err = w.Write(append(append(out, head...), net.Bytes()...))
	return err
}

// learnedFeatures returns the model without the features whose weights are the random ones
// that learning began with.
func (m *Model) learnedFeatures() *Model {
	first := neural.New(m.Net.Shape())
	first.Randomize(m.Seed, m.Features)
	var texts []string
	for _, f := range m.Net.Learned(first) {
		texts = append(texts, m.Features[f])
	}
	few := *m
	few.Net, few.Features = m.Net.Arrange(m.Features, texts), texts
	return &few
}

// Read reads a model.
func Read(r io.Reader) (*Model, error) {
	h, precision, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	net, texts, err := neural.Decode(io.TeeReader(r, sum), precision)
	if err != nil {
		return nil, fmt.Errorf("the weights of the network: %w", err)
	}
	if _, err := io.Copy(sum, r); err != nil {
		return nil, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != h.Sum {
		return nil, errors.New("the file is damaged: its checksum is wrong")
	}
	h.Model.Net, h.Model.Features = net, texts
	return h.Model, nil
}

// readHeader reads the description of a model, and how exactly its weights are stored.
func readHeader(r io.Reader) (h fileHeader, p neural.Precision, err error) {
	start := make([]byte, len(exactMagic)+4)
	if _, err := io.ReadFull(r, start); err != nil {
		return h, p, ErrNotNetwork
	}
	switch magic := string(start[:len(exactMagic)]); {
	case magic == exactMagic:
	case magic == compactMagic:
		p = neural.Compact
	case strings.HasPrefix(magic, anyMagic):
		return h, p, ErrNewFormat
	default:
		return h, p, ErrNotNetwork
	}
	size := binary.LittleEndian.Uint32(start[len(exactMagic):])
	if size > maxHeader {
		return h, p, errors.New("the description of the network is too long")
	}
	head := make([]byte, size)
	if _, err := io.ReadFull(r, head); err != nil {
		return h, p, fmt.Errorf("the file ends too early: %w", err)
	}
	h.Model = new(Model)
	if err := json.Unmarshal(head, &h); err != nil {
		return h, p, fmt.Errorf("the description of the network: %w", err)
	}
	return h, p, nil
}

// Load reads a model from a file.
func Load(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Save writes a model to a file in few bytes. The file
// is replaced only when everything is written.
func (m *Model) Save(path string) error {
	return wholefile.Write(path, 0o644, m.WriteCompact)
}
