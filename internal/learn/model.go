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
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ludex/game"
	"ludex/internal/neural"
)

// A Model is a network with what is known about it. It is stored in one file.
type Model struct {
	Rules string `json:"rules"` // the fingerprint of the rules, see [game.Featurer]
	Game  string `json:"game"`
	Seed  uint64 `json:"seed"`

	Plays     int           `json:"plays"`
	Positions int           `json:"positions"`
	Time      time.Duration `json:"time"` // spent on learning

	// Method is how the network is best used.
	Method Method `json:"method"`
	// Trials are the matches that showed this, the oldest first.
	Trials []Trial `json:"trials,omitempty"`
	// Curve is the course of learning.
	Curve []Point `json:"curve,omitempty"`

	Features []string        `json:"-"` // the texts of the features
	Net      *neural.Network `json:"-"`
}

// A Method is a way to use a network.
type Method struct {
	// Search is "best-first", "mcts", or "playouts": tree search without the network.
	Search string `json:"search"`
	// Share is the weight of the network; the rest is that of playouts.
	Share float64 `json:"share"`
	// Playouts is the number of playouts per position; 0 is as the search likes.
	Playouts int `json:"playouts,omitempty"`
}

// String describes the method in a few words.
func (m Method) String() string {
	switch {
	case m.Search == Playouts:
		return "mcts with playouts only"
	case m.Share >= 1:
		return m.Search + " with the network"
	}
	return fmt.Sprintf("%s with the network (%.0f %%) and %d playouts", m.Search, 100*m.Share, m.Playouts)
}

// The searches of methods.
const (
	BestFirst = "best-first"
	MCTS      = "mcts"
	Playouts  = "playouts"
)

// A Trial is a series of matches between two methods.
type Trial struct {
	Method  Method        `json:"method"`
	Against Method        `json:"against"`
	Plays   int           `json:"plays"` // the network had learned from
	Clock   time.Duration `json:"clock"` // for a move
	Games   int           `json:"games"`
	Score   float64       `json:"score"` // mean points of the method
	Low     float64       `json:"low"`   // 95 % interval of the score
	High    float64       `json:"high"`
}

// A Point is a point of the course of learning.
type Point struct {
	Time  time.Duration `json:"time"`
	Plays int           `json:"plays"`
	Loss  float64       `json:"loss"`
	// Score is the mean of the points in matches against the network of the point
	// before, with its 95 % interval. The first point has none.
	Score float64 `json:"score,omitempty"`
	Low   float64 `json:"low,omitempty"`
	High  float64 `json:"high,omitempty"`
	// Playouts are matches against tree search with playouts only, or nil.
	Playouts *Trial `json:"playouts,omitempty"`
}

// ErrNotNetwork is returned for a file that is not a network.
var ErrNotNetwork = errors.New("this is not a network that ludex train wrote")

// magic begins a file. The number is the version of the format.
const magic = "ludex network 1\n"

// maxHeader bounds the description in a file.
const maxHeader = 1 << 20

// fileHeader is the description of a model in a file.
type fileHeader struct {
	*Model
	Sum string `json:"sum"` // SHA-256 of the encoded network
}

// Write writes a model.
func (m *Model) Write(w io.Writer) error {
	var net bytes.Buffer
	if err := m.Net.Encode(&net, m.Features); err != nil {
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

// Read reads a model.
func Read(r io.Reader) (*Model, error) {
	start := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(magic)]) != magic {
		return nil, ErrNotNetwork
	}
	size := binary.LittleEndian.Uint32(start[len(magic):])
	if size > maxHeader {
		return nil, errors.New("the description of the network is too long")
	}
	head := make([]byte, size)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, fmt.Errorf("the file ends too early: %w", err)
	}
	h := fileHeader{Model: new(Model)}
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("the description of the network: %w", err)
	}
	sum := sha256.New()
	net, texts, err := neural.Decode(io.TeeReader(r, sum))
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

// Save writes a model to a file, which is replaced only when everything is written.
func (m *Model) Save(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(m.Write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// For returns the network with the features numbered as a game does.
func (m *Model) For(g game.Game) (*neural.Network, error) {
	source := game.CapabilitiesOf(g).Features
	switch {
	case source == nil:
		return nil, errNoFeatures
	case source.Fingerprint() != m.Rules:
		return nil, fmt.Errorf("the network was learned for other rules (%s)", m.Game)
	case m.Net.Shape().Roles != len(g.Roles()):
		return nil, fmt.Errorf("the network has %d roles, and the game has %d", m.Net.Shape().Roles, len(g.Roles()))
	}
	return m.Net.Arrange(m.Features, source.Features()), nil
}

// Folder returns the folder of the user's networks.
func Folder() (string, error) {
	user, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(user, "ludex", "networks"), nil
}

// PathFor returns where the user's network for a game is stored.
func PathFor(g game.Game) (string, error) {
	source := game.CapabilitiesOf(g).Features
	if source == nil || source.Fingerprint() == "" {
		return "", errNoFeatures
	}
	folder, err := Folder()
	return filepath.Join(folder, source.Fingerprint()[:32]+".net"), err
}

// Find returns the user's network for a game, or nil if there is none.
func Find(g game.Game) (*Model, error) {
	path, err := PathFor(g)
	if err != nil {
		return nil, nil // no network can be stored
	}
	m, err := Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return m, err
}
