package gocode

import (
	"go/format"
	"slices"
	"strings"
	"testing"
)

// sample builds a file with every kind of statement.
func sample() *File {
	var b Builder
	b.Line("// f returns a number.")
	b.Func("f(x int) int")
	b.Var("y", "int", true)
	b.Var("z", "uint", false)
	b.Label("again")
	b.Open("for x > 0")
	b.Open("switch x")
	b.Case("case 1")
	b.Goto("again")
	b.Case("default")
	b.Label("lost")
	b.Block("if x > 9", "return 9")
	b.End()
	b.Open("if z = z << 1; z > 4")
	b.Line("z = uint(bits.OnesCount64(%d))", 5)
	b.Use("math/bits")
	b.Else()
	b.Line("x--")
	b.End()
	b.End()
	b.Line("return x")
	b.End()
	b.Blank()
	b.Text("// Err is an error.\nvar Err = errors.New(\"none\")\n", "errors")
	return &File{Header: "// A header.\n\n", Package: "p", Fragment: b.Take()}
}

const printed = `// A header.

package p

import "errors"
import "math/bits"

// f returns a number.
func f(x int) int {
	var y int
	_ = y
	var z uint
again:
	for x > 0 {
		switch x {
		case 1:
			goto again
		default:
			if x > 9 {
				return 9
			}
		}
		if z = z << 1; z > 4 {
			z = uint(bits.OnesCount64(5))
		} else {
			x--
		}
	}
	return x
}

// Err is an error.
var Err = errors.New("none")
`

func TestPrint(t *testing.T) {
	f := sample()
	f.Stmts = Prune(f.Stmts)
	got, err := format.Source([]byte(f.Print()))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != printed {
		t.Errorf("printed as\n%s", got)
	}
}

const listed = `import errors
import math/bits
line // f returns a number.
func f(x int) int
  var y int (unread)
  var z uint
  label again
  block for x > 0
    block switch x
      case case 1
        goto again
      case default
        label lost
        block if x > 9
          line return 9
    block if z = z << 1; z > 4
      line z = uint(bits.OnesCount64(5))
    else
      line x--
  line return x
line 
text // Err is an error. …
`

func TestString(t *testing.T) {
	if got := sample().String(); got != listed {
		t.Errorf("listed as\n%s", got)
	}
}

// TestPrune keeps the labels of a function to which that function jumps, and changes
// nothing else.
func TestPrune(t *testing.T) {
	var b Builder
	b.Func("a()")
	b.Label("L1")
	b.Label("L2")
	b.Goto("L2")
	b.End()
	b.Func("b()")
	b.Label("L2")
	b.Open("if true")
	b.Goto("L1")
	b.End()
	b.Label("L1")
	b.End()
	before := b.Take()
	after := Prune(before.Stmts)
	var labels []string
	for _, f := range after {
		for _, s := range f.Body {
			if s.Kind == Label {
				labels = append(labels, f.Text+" "+s.Text)
			}
		}
	}
	if want := []string{"a() L2", "b() L1"}; !slices.Equal(labels, want) {
		t.Errorf("the labels are %q, want %q", labels, want)
	}
	if len(before.Stmts[0].Body) != 3 {
		t.Error("the input has changed")
	}
}

// TestCapture appends what was captured where it is wanted, with its imports, or not at
// all.
func TestCapture(t *testing.T) {
	var b Builder
	b.Func("f()")
	kept := b.Capture(func() { b.Line("kept"); b.Use("math/bits") })
	b.Capture(func() { b.Line("dropped"); b.Use("errors") })
	b.Line("first")
	b.Append(kept)
	b.End()
	f := b.Take()
	if got := (&File{Fragment: f}).String(); got != "import math/bits\nfunc f()\n  line first\n  line kept\n" {
		t.Errorf("built\n%s", got)
	}
	if b.Err() != nil {
		t.Error(b.Err())
	}
}

// TestMistakes reports statements that are not nested.
func TestMistakes(t *testing.T) {
	for want, build := range map[string]func(b *Builder){
		"end without an open block":  func(b *Builder) { b.End() },
		"else without an open block": func(b *Builder) { b.Func("f()"); b.Else(); b.End() },
		`"if x" is not ended`:        func(b *Builder) { b.Open("if x") },
		`"if y" is not ended`:        func(b *Builder) { b.Capture(func() { b.Open("if y") }) },
	} {
		var b Builder
		build(&b)
		b.Take()
		if err := b.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}
