package claim

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/correspondence"
	"ludex/internal/prove/transition"
	"ludex/rbg"
)

// format is the version of the file format.
const format = 7

// The files of an archive. The proofs of part i are in a folder of their own, in the order
// of the obligations.
const (
	manifestName = "manifest.json"
	systemName   = "system.aig"
	rulesName    = "rules.rbg"
)

func proofName(part, obligation int, suffix string) string {
	return fmt.Sprintf("part%d/%d.%s", part+1, obligation+1, suffix)
}

func numbersName(step int) string { return fmt.Sprintf("ranking/%d.numbers", step+1) }

// A Proven part is a set of claims with the proofs of its obligations, in order.
type Proven struct {
	Part
	Proofs []Proof
}

// A File is what was proved about a game. The system must have been asked for what is bad
// by all properties, in order, and nothing else; see [Ask].
type File struct {
	System     *transition.System
	Properties []Property
	Parts      []*Proven
	Board      *Board                // what was proved without the system; nil if nothing
	Names      *correspondence.Names // of two games that are compared, what corresponds; nil for the same names
}

// Ask adds to the graph of a system what invariants can be about besides the rules: what
// is bad by properties. It returns these literals.
func Ask(s *transition.System, properties []Property) (bad []aig.Lit, inStep []bool, err error) {
	for _, p := range properties {
		l, step, err := p.Bad(s)
		if err != nil {
			return nil, nil, err
		}
		if _, err := Cut(s, p.Until()); err != nil {
			return nil, nil, err
		}
		bad, inStep = append(bad, l), append(inStep, step)
	}
	return bad, inStep, nil
}

// machine returns the system as a circuit, with what is bad as outputs.
func machine(s *transition.System, properties []Property) (*aig.Machine, error) {
	bad, _, err := Ask(s, properties)
	if err != nil {
		return nil, err
	}
	m := s.Machine()
	for i, l := range bad {
		m.Outputs = append(m.Outputs, aig.Named{Name: "bad " + properties[i].String(), Lit: l})
	}
	return m, nil
}

// A manifest describes the contents of a file.
type manifest struct {
	Format     int                `json:"format"`
	Game       string             `json:"game"`
	Source     string             `json:"source,omitempty"`
	Roles      []transition.Shape `json:"roles,omitempty"`
	Properties []string           `json:"properties,omitempty"`
	Parts      []manifestPart     `json:"parts"`
	Board      *manifestBoard     `json:"boardgame,omitempty"`
	// Correspondence says which roles and moves of two games are the same; nil if those with
	// the same names are.
	Correspondence *correspondence.Names `json:"correspondence,omitempty"`
}

type manifestPart struct {
	Until       string          `json:"until,omitempty"`
	Invariants  []Invariant     `json:"invariants"`
	Claims      []manifestClaim `json:"claims"`
	Obligations []string        `json:"obligations"` // names, for readers
}

type manifestClaim struct {
	Property string  `json:"property"`
	Ranking  Ranking `json:"ranking,omitempty"`
}

// Empty reports whether there is no proof in the file.
func (f *File) Empty() bool { return len(f.Parts) == 0 && f.Board == nil }

// Write writes a file: an archive with a manifest; for what is proved about the transition system that as AIGER, and for every
// obligation clauses and their proof; and for what is proved about a boardgame without it the rules and their ranking.
func (f *File) Write(w io.Writer) error {
	z := zip.NewWriter(w)
	m, err := f.manifest()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := put(z, manifestName, text); err != nil {
		return err
	}
	if len(f.Parts) > 0 {
		if err := f.writeParts(z); err != nil {
			return err
		}
	}
	if f.Board != nil {
		if err := f.Board.write(z); err != nil {
			return err
		}
	}
	return z.Close()
}

// writeParts writes the system and the proofs about it.
func (f *File) writeParts(z *zip.Writer) error {
	circuit, err := machine(f.System, f.Properties)
	if err != nil {
		return err
	}
	var system bytes.Buffer
	if _, err := circuit.WriteTo(&system); err != nil {
		return err
	}
	if err := put(z, systemName, system.Bytes()); err != nil {
		return err
	}
	for i, part := range f.Parts {
		for k, p := range part.Proofs {
			if err := errors.Join(put(z, proofName(i, k, "cnf"), p.CNF), put(z, proofName(i, k, "lrat"), p.LRAT)); err != nil {
				return err
			}
		}
	}
	return nil
}

func put(z *zip.Writer, name string, data []byte) error {
	w, err := z.Create(name)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

func (f *File) manifest() (*manifest, error) {
	m := &manifest{Format: format, Correspondence: f.Names, Parts: []manifestPart{}}
	if f.Board != nil {
		m.Game, m.Source, m.Board = f.Board.Rules.Name(), f.Board.Rules.Fingerprint("//"), f.Board.manifest()
	}
	if len(f.Parts) == 0 {
		return m, nil
	}
	m.Game, m.Source, m.Roles = f.System.Name, f.System.Source, f.System.Shapes()
	for _, p := range f.Properties {
		m.Properties = append(m.Properties, p.String())
	}
	for _, part := range f.Parts {
		out := manifestPart{Invariants: part.Invariants}
		if part.Until != nil {
			out.Until = part.Until.Text
		}
		for _, c := range part.Claims {
			out.Claims = append(out.Claims, manifestClaim{c.Property.String(), c.Ranking})
		}
		obligations, err := part.Obligations(f.System.Prefix(f.System.Graph.Len()))
		if err != nil {
			return nil, err
		}
		for _, o := range obligations {
			out.Obligations = append(out.Obligations, o.Name)
		}
		m.Parts = append(m.Parts, out)
	}
	return m, nil
}

// maxFile bounds a file inside an archive, unpacked.
const maxFile = 1 << 31

// A Checked file is one whose proofs all hold.
type Checked struct {
	Game   string
	Claims []Claim
	System *transition.System
	Board  []Property            // of a boardgame, what is proved without the system
	Names  *correspondence.Names // of two games that are compared; nil for the same names
}

// Contents say what a file is about.
type Contents struct {
	System bool                  // it has proofs about a transition system
	Board  bool                  // it has proofs about the rules of a boardgame
	Names  *correspondence.Names // which roles and moves of two games correspond; may be nil
}

// Describe says what a file is about. Nothing is checked.
func Describe(r io.ReaderAt, size int64) (*Contents, error) {
	c, err := open(r, size)
	if err != nil {
		return nil, err
	}
	return &Contents{System: len(c.manifest.Parts) > 0, Board: c.manifest.Board != nil, Names: c.manifest.Correspondence}, nil
}

// A Subject is the game that a file should be about. What is nil is not compared.
type Subject struct {
	System *transition.System
	Board  *rbg.Game
}

// Check reads a file and checks all its proofs. The system and the rules in it must be those of the
// subject. Any error means that the claims are not shown.
func Check(ctx context.Context, r io.ReaderAt, size int64, about Subject) (*Checked, error) {
	c, err := open(r, size)
	if err != nil {
		return nil, err
	}
	return c.check(ctx, about)
}

type fileChecker struct {
	archive  *zip.Reader
	manifest manifest
}

// open reads the manifest of a file.
func open(r io.ReaderAt, size int64) (*fileChecker, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("this is no file with proofs: %w", err)
	}
	c := &fileChecker{archive: z}
	text, err := c.get(manifestName)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &c.manifest); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	if c.manifest.Format != format {
		return nil, fmt.Errorf("%s: the format is %d, and this program reads %d", manifestName, c.manifest.Format, format)
	}
	return c, nil
}

func (c *fileChecker) get(name string) ([]byte, error) { return c.getAtMost(name, maxFile) }

// getAtMost returns a file of the archive that has at most so many bytes.
func (c *fileChecker) getAtMost(name string, limit int64) ([]byte, error) {
	f, err := c.archive.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s is missing: %w", name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errors.New("it is too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

func (c *fileChecker) check(ctx context.Context, about Subject) (*Checked, error) {
	out := &Checked{Game: c.manifest.Game, Names: c.manifest.Correspondence}
	if len(c.manifest.Parts) > 0 {
		if err := c.checkParts(ctx, about.System, out); err != nil {
			return nil, err
		}
	} else if c.manifest.Correspondence != nil {
		return nil, errors.New("the file says what corresponds in two games, and proves nothing about them")
	}
	if c.manifest.Board != nil {
		b, err := c.board()
		if err != nil {
			return nil, err
		}
		if err := b.check(ctx, about.Board); err != nil {
			return nil, err
		}
		out.Board = b.claims()
	}
	return out, nil
}

// checkParts checks what is proved about the transition system.
func (c *fileChecker) checkParts(ctx context.Context, rules *transition.System, out *Checked) error {
	s, err := c.system(rules)
	if err != nil {
		return err
	}
	if c.manifest.Correspondence != nil && !s.Product {
		return errors.New("the file says what corresponds in two games, and is about one")
	}
	out.System = s
	for i := range c.manifest.Parts {
		part, err := c.manifest.Parts[i].part()
		if err != nil {
			return err
		}
		if err := c.part(ctx, i, part, s); err != nil {
			return fmt.Errorf("part %d: %w", i+1, err)
		}
		out.Claims = append(out.Claims, part.Claims...)
	}
	return nil
}

// system reads the system, and compares it with that of the rules.
func (c *fileChecker) system(rules *transition.System) (*transition.System, error) {
	data, err := c.get(systemName)
	if err != nil {
		return nil, err
	}
	var properties []Property
	for _, text := range c.manifest.Properties {
		p, err := ParseProperty(text)
		if err != nil {
			return nil, err
		}
		properties = append(properties, p)
	}
	m, err := aig.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", systemName, err)
	}
	s, err := transition.FromMachine(m, c.manifest.Roles)
	if err != nil || rules == nil {
		return s, err
	}
	expected, err := machine(rules, properties)
	if err != nil {
		return nil, err
	}
	var same bytes.Buffer
	if _, err := expected.WriteTo(&same); err != nil {
		return nil, err
	}
	if !bytes.Equal(same.Bytes(), data) || !sameShapes(rules.Shapes(), c.manifest.Roles) {
		return nil, errors.New("the transition system in the file is not that of the game")
	}
	return s, nil
}

// sameShapes reports whether two lists of roles are the same.
func sameShapes(a, b []transition.Shape) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func (m *manifestPart) part() (*Part, error) {
	p := &Part{Invariants: m.Invariants}
	if m.Until != "" {
		f, err := ParseFormula(m.Until)
		if err != nil {
			return nil, err
		}
		p.Until = f
	}
	for _, v := range m.Invariants {
		if err := v.valid(); err != nil {
			return nil, err
		}
	}
	for _, c := range m.Claims {
		property, err := ParseProperty(c.Property)
		if err != nil {
			return nil, err
		}
		if until := property.Until(); (until == nil) != (p.Until == nil) || until != nil && until.Text != p.Until.Text {
			return nil, fmt.Errorf("%s is claimed about plays that are cut off elsewhere", c.Property)
		}
		for _, group := range slices.Concat(c.Ranking...) {
			if group.kinds() > 1 {
				return nil, errors.New("a group of a ranking has more than one value")
			}
		}
		p.Claims = append(p.Claims, Claim{property, c.Ranking})
	}
	return p, nil
}

// part checks the proofs of one part. The obligations are made anew.
func (c *fileChecker) part(ctx context.Context, i int, p *Part, s *transition.System) error {
	fresh := s.Prefix(s.Graph.Len())
	obligations, err := p.Obligations(fresh)
	if err != nil {
		return err
	}
	for k, o := range obligations {
		if err := ctx.Err(); err != nil {
			return err
		}
		cnf, err := c.get(proofName(i, k, "cnf"))
		if err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
		lrat, err := c.get(proofName(i, k, "lrat"))
		if err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
		if err := o.Check(fresh.Graph, &Proof{cnf, lrat}); err != nil {
			return err
		}
	}
	return nil
}
