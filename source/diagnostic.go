package source

import (
	"cmp"
	"fmt"
	"slices"
)

// A Severity says how bad a problem is.
type Severity uint8

// The severities, from the worst to the mildest.
const (
	Error   Severity = iota // the description cannot be used as it stands
	Warning                 // it can be used, but is probably not what was meant
	Note                    // a fact worth knowing
	Hint                    // a matter of style, shown only on request
)

var severityNames = [...]string{"error", "warning", "note", "hint"}

// String returns "error", "warning", "note" or "hint".
func (s Severity) String() string { return severityNames[s] }

// MarshalText makes severities readable in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Code names one kind of problem permanently: its ID is never reused. Codes are declared
// as package variables beside the code that reports them.
type Code struct {
	ID       string   // for example "GDL012"
	Severity Severity // how bad it is unless a check says otherwise
	Strict   bool     // whether strict checking makes an error of it
	Title    string   // a short phrase, for lists
	Doc      string   // the explanation that "ludex explain" prints
}

// SortCodes orders codes by their IDs.
func SortCodes(codes []*Code) {
	slices.SortFunc(codes, func(a, b *Code) int { return cmp.Compare(a.ID, b.ID) })
}

// A Diagnostic is one problem at one place.
type Diagnostic struct {
	Code     *Code
	Severity Severity
	File     *File
	Span     Span
	Message  string
	Notes    []Related
	Fixes    []Fix
}

// A Related is a remark that belongs to a diagnostic. With a valid span it
// points at another place; without one it is plain advice.
type Related struct {
	File    *File // nil means the diagnostic's file
	Span    Span
	Message string
}

// A Fix is a change that would solve the problem.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the text of a span.
type Edit struct {
	Span Span
	New  string
}

// Error makes a Diagnostic usable as a Go error: "file:line:col: message".
func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s [%s]", d.Place(), d.Severity, d.Message, d.Code.ID)
}

// Place returns "file:line:col", or just the file's name where the diagnostic
// is about the file as a whole.
func (d *Diagnostic) Place() string { return place(d.File, d.Span) }

func place(f *File, s Span) string {
	if !s.IsValid() {
		return f.Name()
	}
	f, s = f.Origin(s)
	line, col := f.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", f.Name(), line, col)
}

// Note appends a remark that points at another place in the same file and
// returns d.
func (d *Diagnostic) Note(s Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Related{Span: s, Message: fmt.Sprintf(format, args...)})
	return d
}

// Advise appends advice without a place and returns d.
func (d *Diagnostic) Advise(format string, args ...any) *Diagnostic {
	return d.Note(Span{}, format, args...)
}

// Fix appends a suggested change of one span and returns d.
func (d *Diagnostic) Fix(s Span, replacement, message string) *Diagnostic {
	return d.Mend(message, Edit{s, replacement})
}

// Mend appends a suggested change of several spans, which do not overlap, and
// returns d.
func (d *Diagnostic) Mend(message string, edits ...Edit) *Diagnostic {
	d.Fixes = append(d.Fixes, Fix{Message: message, Edits: edits})
	return d
}

// A List collects diagnostics about one file. The zero List is not usable; it
// needs a file.
type List struct {
	File  *File
	Items []*Diagnostic
}

// Report adds a diagnostic with the code's own severity and returns it, so
// that notes and fixes can be added.
func (l *List) Report(code *Code, s Span, format string, args ...any) *Diagnostic {
	d := &Diagnostic{
		Code: code, Severity: code.Severity, File: l.File, Span: s,
		Message: fmt.Sprintf(format, args...),
	}
	l.Items = append(l.Items, d)
	return d
}

// HasErrors reports whether the list holds an error.
func (l *List) HasErrors() bool { return l.Count(Error) > 0 }

// Count returns how many diagnostics of a severity there are.
func (l *List) Count(s Severity) int {
	n := 0
	for _, d := range l.Items {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Sort orders the diagnostics by place, then severity, then code, and removes
// repetitions of one message at one place.
func (l *List) Sort() {
	slices.SortStableFunc(l.Items, compareDiagnostics)
	type problem struct {
		start    Pos
		severity Severity
		code     string
		message  string
	}
	seen := make(map[problem]bool, len(l.Items))
	l.Items = slices.DeleteFunc(l.Items, func(d *Diagnostic) bool {
		p := problem{d.Span.Start, d.Severity, d.Code.ID, d.Message}
		again := seen[p]
		seen[p] = true
		return again
	})
}

// Settle ends a run of checks: strict makes errors of the diagnostics whose codes say so,
// hints are dropped unless they are wanted, and the rest is sorted.
func (l *List) Settle(strict, hints bool) {
	l.Items = slices.DeleteFunc(l.Items, func(d *Diagnostic) bool {
		if strict && d.Code.Strict {
			d.Severity = Error
		}
		return d.Severity == Hint && !hints
	})
	l.Sort()
}

func compareDiagnostics(a, b *Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Code.ID, b.Code.ID),
	)
}

// Err returns nil if the list has no errors. Otherwise it returns an error with the first
// one and the number of the others.
func (l *List) Err() error {
	n := l.Count(Error)
	if n == 0 {
		return nil
	}
	i := slices.IndexFunc(l.Items, func(d *Diagnostic) bool { return d.Severity == Error })
	if n == 1 {
		return l.Items[i]
	}
	return fmt.Errorf("%w (and %d more)", l.Items[i], n-1)
}
