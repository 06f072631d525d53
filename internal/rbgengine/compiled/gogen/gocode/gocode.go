// Package gocode holds Go source as a tree of statements.
//
// It sits between the generator, which plans a package with a [Builder], and the Go
// toolchain. A [File] records explicitly what a reader of its text would have to look
// for: the packages that it imports, the variables of a function, and its labels and
// jumps. [Prune] removes the labels to which nothing jumps, [File.Print] writes the
// source, and [File.String] lists the tree for tests and for debugging.
package gocode

import "slices"

// A Kind says what a statement is.
type Kind uint8

// The kinds of statements.
const (
	Line  Kind = iota // a simple statement, a declaration or a comment: Text
	Func              // a function: Text is its signature
	Block             // if, for, switch, type and the like: Text is what stands before the brace
	Case              // a clause of a switch: Text is what stands before the colon
	Var               // a variable: Text is its name, Type its type
	Label             // Text is its name
	Goto              // Text is the name of a label of the same function
	Text              // declarations that are printed as they are
)

var kindNames = [...]string{"line", "func", "block", "case", "var", "label", "goto", "text"}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[k] }

// A Stmt is a statement or a declaration.
type Stmt struct {
	Kind Kind
	Text string
	Type string // of a Var
	// Unread says that nothing reads a variable. Go rejects such a variable unless it is
	// mentioned.
	Unread bool
	Body   []Stmt // of a Func, Block or Case
	Else   []Stmt // of a Block; nil if there is none
}

// A Fragment is a list of statements with the packages that they use.
type Fragment struct {
	Stmts   []Stmt
	Imports []string // paths, sorted
}

// use adds packages to the imports.
func (f *Fragment) use(paths ...string) {
	for _, p := range paths {
		if k, found := slices.BinarySearch(f.Imports, p); !found {
			f.Imports = slices.Insert(f.Imports, k, p)
		}
	}
}

// A File is a source file.
type File struct {
	Header  string // comments before the package clause, each line with its slashes
	Package string
	Fragment
}

// Prune returns statements without the labels to which nothing jumps. Labels are local
// to a function; outside of functions there are none.
func Prune(list []Stmt) []Stmt {
	out := make([]Stmt, len(list))
	for k, s := range list {
		if s.Kind == Func {
			used := map[string]bool{}
			jumps(s.Body, used)
			s.Body = withoutLabels(s.Body, used)
		}
		out[k] = s
	}
	return out
}

// jumps collects the labels to which statements jump.
func jumps(list []Stmt, used map[string]bool) {
	for k := range list {
		if s := &list[k]; s.Kind == Goto {
			used[s.Text] = true
		} else {
			jumps(s.Body, used)
			jumps(s.Else, used)
		}
	}
}

func withoutLabels(list []Stmt, used map[string]bool) []Stmt {
	if list == nil {
		return nil
	}
	out := make([]Stmt, 0, len(list))
	for _, s := range list {
		if s.Kind == Label && !used[s.Text] {
			continue
		}
		s.Body, s.Else = withoutLabels(s.Body, used), withoutLabels(s.Else, used)
		out = append(out, s)
	}
	return out
}
