package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"cmp"
	"context"
	"errors"
	"fmt"
	"go/format"
	"maps"
	"slices"

	"ludex/internal/rbgengine/compiled/gogen/gocode"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// Version identifies the generated code. It changes whenever the same game is printed
// differently.
const Version = "6"

// Options control how a game is printed.
type Options struct {
	Package string // its name; "" is "game"
	Rough   bool   // skips formatting, which is faster
	Plain   bool   // uses no assembly
}

// Files prints a game and returns the files of the package by name. The error says why
// a game cannot be printed.
func Files(ctx context.Context, g *rbg.Game, p *ir.Program, opt Options) (map[string][]byte, error) {
	if opt.Package == "" {
		opt.Package = "game"
	}
	files, err := plan(ctx, g, p, opt)
	if err != nil {
		return nil, err
	}
	return printFiles(files, opt)
}

// plan returns the files of a package as statements, by name. The needs of a package are
// known only when it has been planned, and affect all of it: planning is repeated until
// they reach a fixed point. They only grow.
func plan(ctx context.Context, g *rbg.Game, p *ir.Program, opt Options) (map[string]*gocode.File, error) {
	var n needs
	for range maxPasses {
		e := newEmitter(ctx, g, p, opt, n)
		files := e.plan()
		if e.err != nil {
			return nil, e.err
		}
		if e.needs == n {
			return files, nil
		}
		n = e.needs
	}
	return nil, errors.New("what the package needs is not settled")
}

// maxPasses is one more than the number of needs, each of which can appear in a pass
// of its own.
const maxPasses = 6

// needs are the parts of a machine that only some games have.
type needs struct {
	mailbox    bool // what lies on each cell
	versions   bool // of the board
	keepsMarks bool // of places where the keeper was
	needsFirst bool // the first cell of a set in the order of the board
	reachUsed  bool
}

// An emitter plans a package: it builds the statements of all files. Each of its parts
// emits one kind of code and records what that code needs: tables, functions, fields
// of the machine.
type emitter struct {
	*analysis.Analysis
	*gocode.Builder
	needs
	ctx           context.Context
	g             *rbg.Game
	opt           Options
	err           error
	wanted        map[string]bool           // functions of the program by entry, mode and value
	requested     map[string]bool           // other functions by name
	queue         []func()                  // functions that are still to be emitted
	machineFields map[string]string         // by name: types of fields that only some games have
	shares        map[int32]*sharedFunction // by entry

	sets          *setCode
	tables        *tableCode
	exprs         *exprCode
	tests         *testCode
	filters       *filterCode
	memos         *memoCode
	floods        *floodCode
	keeperMethods *keeperMethods
	effects       *effectCode
	steps         *stepCode
	machine       *machineCode
}

func newEmitter(ctx context.Context, g *rbg.Game, p *ir.Program, opt Options, n needs) *emitter {
	e := &emitter{Analysis: analysis.New(p), Builder: new(gocode.Builder), needs: n, ctx: ctx, g: g, opt: opt,
		wanted: map[string]bool{}, requested: map[string]bool{}, machineFields: map[string]string{}}
	e.sets = newSetCode(e)
	e.tables = newTableCode(e)
	e.exprs = &exprCode{e}
	e.tests = &testCode{emitter: e, tested: map[test]bool{}, refs: map[test]bool{}, holds: map[int32]bool{}}
	e.filters = &filterCode{emitter: e, overNames: map[string]string{}}
	e.memos = &memoCode{emitter: e, byKey: analysis.FindFilterMemos(p)}
	e.floods = &floodCode{e}
	e.keeperMethods = &keeperMethods{emitter: e, permutes: map[int32]bool{}}
	e.effects = newEffectCode(e)
	e.steps = &stepCode{emitter: e, stepOf: map[int32]int{}, assigns: map[string]int{}}
	e.machine = &machineCode{e}
	if !e.Facts.PiecesDistinct() || len(e.memos.byKey) > 0 {
		e.mailbox = true
	}
	return e
}

func (e *emitter) needsMailbox()  { e.mailbox = true }
func (e *emitter) needsVersions() { e.versions = true }

// fail records the first error.
func (e *emitter) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func (e *tableCode) table(id int32) int32    { e.setTables[id] = true; return id }
func (e *tableCode) mapTable(id int32) int32 { e.mapTables[id] = true; return id }

// want requests that a function is emitted.
func (e *emitter) want(entry int32, m mode, value int) {
	key := fmt.Sprint(entry, m, value)
	if e.wanted[key] {
		return
	}
	e.wanted[key] = true
	f, err := e.Flow.Function(entry)
	if err != nil {
		e.fail(err)
		return
	}
	e.queue = append(e.queue, func() {
		e.Flow.ResolveCalls(f)
		e.printFunction(f, m, value)
		for _, c := range f.Calls {
			e.want(c, m, -1)
		}
	})
}

// modes returns the modes for which generators are emitted. Large programs have one
// only, so that they build in reasonable time.
func (e *emitter) modes() []mode {
	if e.large() {
		return []mode{list}
	}
	return []mode{list, count, find}
}

// flush emits all functions that were requested.
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
	for k, at := range e.P.Gen {
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
	file("moves.go", func() { e.machine.search(gens) }, func() { e.machine.drawMoves(gens) }, e.flush, e.steps.eachFunctions)
	file("keeper.go", e.printKeeper, e.flush)
	file("run.go", func() { e.printRun(gens) }, e.flush)
	file("acts.go", e.effects.actMethod, e.effects.doMethod, e.effects.putMethods, e.effects.printSaveGroups, e.tests.walkCode, e.flush)
	file("sets.go", e.sets.setType, e.sets.stepFunctions)
	file("game.go", e.machine.state)
	files["game.go"].Header += expand("doc.go", e.opt.Package)
	file("tables.go", e.tables.printTables)
	file("play.go", e.machine.playCode)
	files["text.go"] = textFile(e.g, e.opt)
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
