package gogen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Version is the version of what is printed. It changes whenever the same game
// would be printed differently.
const Version = "5"

// Options say how a game is printed.
type Options struct {
	Package string // its name; "" is "game"
	Rough   bool   // leaves the layout as it comes, which is quicker
	Plain   bool   // has no assembly in it
}

// Files prints a game and returns the files of the package by name. It fails if
// the game cannot be printed, and the error says why.
func Files(ctx context.Context, g *rbg.Game, p *ir.Program, opt Options) (map[string][]byte, error) {
	if opt.Package == "" {
		opt.Package = "game"
	}
	// What the package needs is known only when it is printed, and makes a
	// difference to everything: it is printed until that is settled. There can only
	// be more and more needs.
	var n needs
	for range maxPasses {
		e := newEmitter(ctx, g, p, opt, n)
		sources := e.sources()
		if e.err != nil {
			return nil, e.err
		}
		if e.needs == n {
			return e.files(sources)
		}
		n = e.needs
	}
	return nil, errors.New("what the package needs is not settled")
}

// maxPasses is one more than there are needs.
const maxPasses = 6

// needs are parts of a machine that only some games need.
type needs struct {
	mailbox    bool // what lies on each cell
	versions   bool // of the board
	keepsMarks bool // of places where the keeper was
	needsFirst bool // the first cell of a set in the order of the board
	reachUsed  bool
}

// An emitter prints a package.
type emitter struct {
	ctx context.Context
	g   *rbg.Game
	p   *ir.Program
	opt Options
	needs
	all        ir.Bits // cells
	out        []byte
	err        error
	functions  map[int32]*function
	wanted     map[string]bool
	queue      []func()
	tests      map[test]bool
	filters    map[string]bool // functions by name
	sweeps     []ir.Instr
	nears      [][][]int16 // by number and cell: lists of cells
	lengths    map[*ir.Decide]float64
	overNames  map[string]string
	fields     map[string]string // of the machine, with their types
	masks      map[int32]bool
	tables     map[int32]bool
	maps       map[int32]bool
	rays       map[int32]bool
	decides    map[int32]bool
	asks       map[int32]bool
	lineSets   map[int32]bool
	walks      map[int32]bool
	refs       map[test]bool // that walks ask for
	holds      map[int32]bool
	applies    map[int32]bool
	puts       map[uint8]bool
	steps      map[[2]int32]int
	stepList   [][2]int32
	recalls    map[string]*recall
	shares     map[int32]*sharing // by entry
	makings    []making
	makingOf   map[int32]int // by apply; -1 for those that cannot be told in a table
	assigns    map[string]int
	assignList [][]*ir.Act
	meetings   map[int32]*meeting   // by decision; nil for those of another form
	partitions map[int32]*partition // by decision
	watches    map[int32]bool       // decisions
	constants  []ir.Bits
	unpacks    bool               // long tables
	strides    map[int32]*strides // by lines; nil for those of another form
	// strideTables are the lines that are tested as stretches.
	strideTables map[int32]bool
	closures     map[int32]*closure // by pattern; nil for those of another form
	lossy        map[uint16]bool    // classes of which pieces are taken away
	putNames     map[string]string  // by piece and classes
	puttings     []putting
	stashes      map[string]int // by classes
	stashList    [][]int
	knowledge    map[int32]map[int32]*facts // by function and place
	distances    map[string]int             // tables by what they hold
	actOlds      map[int32][]uint64         // by acts: which pieces can lie where each puts one
	permutes     map[int32]bool
	rowTables    map[string][]ir.Bits
}

func newEmitter(ctx context.Context, g *rbg.Game, p *ir.Program, opt Options, n needs) *emitter {
	e := &emitter{ctx: ctx, g: g, p: p, opt: opt, needs: n, all: make(ir.Bits, p.Words), functions: map[int32]*function{}, wanted: map[string]bool{},
		tests: map[test]bool{}, filters: map[string]bool{}, overNames: map[string]string{}, fields: map[string]string{},
		masks: map[int32]bool{}, tables: map[int32]bool{}, maps: map[int32]bool{}, rays: map[int32]bool{}, decides: map[int32]bool{},
		asks: map[int32]bool{}, lineSets: map[int32]bool{}, walks: map[int32]bool{}, refs: map[test]bool{}, holds: map[int32]bool{},
		applies: map[int32]bool{}, puts: map[uint8]bool{}, steps: map[[2]int32]int{}, recalls: findRecalls(p), meetings: map[int32]*meeting{}, partitions: map[int32]*partition{}, watches: map[int32]bool{},
		makingOf: map[int32]int{}, assigns: map[string]int{},
		strides: map[int32]*strides{}, strideTables: map[int32]bool{}, closures: map[int32]*closure{},
		putNames: map[string]string{}, stashes: map[string]int{}, knowledge: map[int32]map[int32]*facts{}, distances: map[string]int{}, permutes: map[int32]bool{}, rowTables: map[string][]ir.Bits{}}
	for _, b := range p.BitOf {
		e.all.Set(int(b))
	}
	for c := range p.Pieces {
		e.puts[uint8(c)] = true
	}
	if !e.separate() || len(e.recalls) > 0 {
		e.mailbox = true
	}
	return e
}

// separate reports whether the classes tell all pieces apart.
func (e *emitter) separate() bool {
	seen := map[string]bool{}
	for piece := range e.p.Pieces {
		key := e.memberships(piece)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return len(e.p.Classes) <= 63
}

// memberships returns which classes a piece is in.
func (e *emitter) memberships(piece int) string {
	var b strings.Builder
	for _, class := range e.p.Classes {
		fmt.Fprint(&b, class>>piece&1)
	}
	return b.String()
}

func (e *emitter) needsMailbox()  { e.mailbox = true }
func (e *emitter) needsVersions() { e.versions = true }

func (e *emitter) line(format string, args ...any) {
	e.out = fmt.Appendf(e.out, format+"\n", args...)
}

func (e *emitter) block(head, inner string) { e.line("%s {\n%s\n}", head, inner) }

// fail remembers the first error.
func (e *emitter) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func (e *emitter) table(id int32) int32    { e.tables[id] = true; return id }
func (e *emitter) mapTable(id int32) int32 { e.maps[id] = true; return id }

// want has a function printed.
func (e *emitter) want(entry int32, m mode, value int) {
	key := fmt.Sprint(entry, m, value)
	if e.wanted[key] {
		return
	}
	e.wanted[key] = true
	f, err := e.function(entry)
	if err != nil {
		e.fail(err)
		return
	}
	e.queue = append(e.queue, func() {
		e.spread(f)
		e.printFunction(f, m, value)
		for _, c := range f.calls {
			e.want(c, m, -1)
		}
	})
}

// modes returns the modes for which generators are printed. Those of large
// programs are printed once, so that they are built in reasonable time.
func (e *emitter) modes() []mode {
	if e.large() {
		return []mode{list}
	}
	return []mode{list, count, find}
}

// flush prints all functions that are wanted.
func (e *emitter) flush() {
	for len(e.queue) > 0 && e.err == nil {
		f := e.queue[0]
		e.queue = e.queue[1:]
		f()
		e.fail(e.ctx.Err())
	}
}

// take returns what was printed, and begins anew.
func (e *emitter) take() string {
	text := string(e.out)
	e.out = nil
	return text
}

// sources prints all files, without their heads.
func (e *emitter) sources() map[string]string {
	var gens []int
	for k, at := range e.p.Gen {
		if at >= 0 {
			gens = append(gens, k)
			for _, m := range e.modes() {
				e.want(at, m, -1)
			}
		}
	}
	e.shares = e.findSharing()
	e.flush()
	e.search(gens)
	e.drawMoves(gens)
	e.flush()
	e.eachFunctions()
	moves := e.take()
	e.printKeeper()
	e.flush()
	keeper := e.take()
	e.printRun(gens)
	e.flush()
	run := e.take()
	e.actMethod()
	e.doMethod()
	e.putMethods()
	e.printStashes()
	e.walkCode()
	e.flush()
	acts := e.take()
	e.stepFunctions()
	steps := e.take()
	e.state()
	state := e.take()
	e.printTables()
	tables := e.take()
	return map[string]string{
		"game.go":   e.documentation() + state,
		"moves.go":  moves,
		"keeper.go": keeper,
		"run.go":    run,
		"acts.go":   acts,
		"sets.go":   e.setFile() + byteOps + e.rayOps() + steps,
		"tables.go": tables,
		"play.go":   e.playFile(),
	}
}

// files finishes all files.
func (e *emitter) files(sources map[string]string) (map[string][]byte, error) {
	files := e.nthFiles()
	for name, text := range sources {
		source, err := e.finish(name, dropLabels(text))
		if err != nil {
			return nil, err
		}
		files[name] = source
	}
	return files, nil
}

func (e *emitter) rayOps() string {
	if e.p.Words == 1 {
		return ""
	}
	return rayWords
}

// finish adds the head of a file and formats it.
func (e *emitter) finish(name, text string) ([]byte, error) {
	head := ""
	if name == "game.go" {
		head, text, _ = strings.Cut(text, "\x00")
	}
	head = "// Code generated by ludex compile; DO NOT EDIT.\n\n" + head + "package " + e.opt.Package + "\n\n"
	for _, path := range []string{"encoding/base64", "encoding/binary", "errors", "math/bits"} {
		short := path[strings.LastIndex(path, "/")+1:]
		if imported(text, short+".") {
			head += fmt.Sprintf("import %q\n", path)
		}
	}
	if e.opt.Rough {
		return []byte(head + "\n" + text), nil
	}
	source, err := format.Source([]byte(head + "\n" + text))
	if err != nil {
		return nil, fmt.Errorf("%s cannot be formatted: %w", name, err)
	}
	return source, nil
}

// imported reports whether a text uses a package, outside of comments.
func imported(text, name string) bool {
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "//")
		if strings.Contains(code, name) {
			return true
		}
	}
	return false
}

// dropLabels removes labels to which nothing jumps.
func dropLabels(text string) string {
	var out strings.Builder
	for _, function := range splitFunctions(text) {
		used := map[string]bool{}
		for line := range strings.Lines(function) {
			line = strings.TrimSpace(line)
			if label, ok := strings.CutPrefix(line, "goto "); ok {
				used[label+":"] = true
			}
		}
		for line := range strings.Lines(function) {
			if t := strings.TrimSpace(line); isLabel(t) && !used[t] {
				continue
			}
			out.WriteString(line)
		}
	}
	return out.String()
}

// isLabel reports whether a line is a label of ours.
func isLabel(line string) bool {
	if len(line) < 3 || line[len(line)-1] != ':' || line[0] != 'L' && line[0] != 'K' && line[0] != 'D' && line != "retry:" {
		return false
	}
	return line == "retry:" || line[1] >= '0' && line[1] <= '9'
}

// splitFunctions cuts a text in front of every function.
func splitFunctions(text string) []string {
	var parts []string
	for {
		k := strings.Index(text[min(1, len(text)):], "\nfunc ")
		if k < 0 {
			return append(parts, text)
		}
		parts = append(parts, text[:k+2])
		text = text[k+2:]
	}
}
