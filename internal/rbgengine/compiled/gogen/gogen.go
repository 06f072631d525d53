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

	"ludex/internal/rbgengine/compiled/gogen/gocode"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Version is the version of what is printed. It changes whenever the same game
// would be printed differently.
const Version = "6"

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
		plan := e.plan()
		if e.err != nil {
			return nil, e.err
		}
		if e.needs == n {
			return printFiles(plan, opt)
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
	*gocode.Builder
	all        ir.Bits // cells
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
	e := &emitter{ctx: ctx, g: g, p: p, opt: opt, needs: n, Builder: new(gocode.Builder), all: make(ir.Bits, p.Words), functions: map[int32]*function{}, wanted: map[string]bool{},
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

func (e *emitter) block(head, inner string) {
	e.Open("%s", head)
	e.Line("%s", inner)
	e.End()
}

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

// plan returns the files of the package as statements, by name.
func (e *emitter) plan() map[string]*gocode.File {
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
	files := map[string]*gocode.File{}
	file := func(name string, parts ...func()) {
		for _, part := range parts {
			part()
		}
		files[name] = &gocode.File{Header: generatedHeader, Package: e.opt.Package, Fragment: e.Take()}
	}
	file("moves.go", func() { e.search(gens) }, func() { e.drawMoves(gens) }, e.flush, e.eachFunctions)
	file("keeper.go", e.printKeeper, e.flush)
	file("run.go", func() { e.printRun(gens) }, e.flush)
	file("acts.go", e.actMethod, e.doMethod, e.putMethods, e.printStashes, e.walkCode, e.flush)
	file("sets.go", e.setType, e.stepFunctions)
	file("game.go", e.state)
	files["game.go"].Header += expand("doc.go", e.opt.Package)
	file("tables.go", e.printTables)
	file("play.go", e.playCode)
	e.fail(e.Err())
	return files
}

// generatedHeader is the first line of every file.
const generatedHeader = "// Code generated by ludex compile; DO NOT EDIT.\n\n"

// printFiles prints the files of a plan.
func printFiles(plan map[string]*gocode.File, opt Options) (map[string][]byte, error) {
	files := nthFiles(opt)
	for name, f := range plan {
		f.Stmts = gocode.Prune(f.Stmts)
		source := []byte(f.Print())
		if !opt.Rough {
			var err error
			if source, err = format.Source(source); err != nil {
				return nil, fmt.Errorf("%s cannot be formatted: %w", name, err)
			}
		}
		files[name] = source
	}
	return files, nil
}
