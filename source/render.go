package source

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExcerpt is the number of characters of a source line that are shown.
const maxExcerpt = 120

// maxExcerptBytes is a size in bytes: longer texts have more than maxExcerpt characters.
const maxExcerptBytes = utf8.UTFMax * (maxExcerpt + 1)

// A Renderer writes diagnostics for people.
type Renderer struct {
	W     io.Writer
	Color bool // use ANSI colours, for a terminal
}

const (
	styleReset = "\x1b[0m"
	styleBold  = "\x1b[1m"
	styleCaret = "\x1b[1;32m"
	styleFaint = "\x1b[2m"
)

var severityStyles = [...]string{"\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;34m"}

// maxShown is the largest number of diagnostics that are written.
const maxShown = 1000

// Render writes the diagnostics of a list, each with its source line, and reports the
// first write error. It writes at most maxShown of them.
func (r *Renderer) Render(l *List) error {
	var b strings.Builder
	for i, d := range l.Items {
		if i == maxShown {
			fmt.Fprintf(&b, "… and %d more\n", len(l.Items)-i)
			break
		}
		r.diagnostic(&b, d)
	}
	_, err := io.WriteString(r.W, b.String())
	return err
}

func (r *Renderer) diagnostic(b *strings.Builder, d *Diagnostic) {
	r.heading(b, d.Place(), d.Severity, d.Message, " ["+d.Code.ID+"]")
	r.excerpt(b, d.File, d.Span)
	for _, n := range d.Notes {
		file := n.File
		if file == nil {
			file = d.File
		}
		if !n.Span.IsValid() {
			fmt.Fprintf(b, "  = %s\n", n.Message)
			continue
		}
		r.heading(b, "  "+place(file, n.Span), Note, n.Message, "")
		r.excerpt(b, file, n.Span)
	}
	for _, f := range d.Fixes {
		fmt.Fprintf(b, "  = fix: %s\n", f.Message)
	}
}

func (r *Renderer) heading(b *strings.Builder, place string, s Severity, message, code string) {
	fmt.Fprintf(b, "%s: %s %s%s\n",
		r.style(styleBold, place), r.style(severityStyles[s], s.String()+":"),
		r.style(styleBold, message), r.style(styleFaint, code))
}

func (r *Renderer) style(style, text string) string {
	if !r.Color || text == "" {
		return text
	}
	return style + text + styleReset
}

// excerpt writes the first line of a span with carets below it. If the line is long,
// only the part around the span is shown. Control characters are shown as
// dots, so that no text can disturb a terminal.
func (r *Renderer) excerpt(b *strings.Builder, f *File, s Span) {
	if !s.IsValid() {
		return
	}
	f, s = f.Origin(s)
	line := f.Line(s.Start)
	text := f.LineText(line)
	from := min(s.Start.Offset()-f.LineStart(line), len(text))
	to := min(max(s.End.Offset()-f.LineStart(line), from), len(text), from+maxExcerptBytes)

	before := []rune(printable(text[max(0, from-maxExcerptBytes):from]))
	after := []rune(printable(text[from:min(len(text), from+maxExcerptBytes)]))
	left, right := "", ""
	if keep := max(maxExcerpt/2, maxExcerpt-len(after)); len(before) > keep {
		before, left = before[len(before)-keep:], "…"
	}
	if keep := maxExcerpt - len(before); len(after) > keep {
		after, right = after[:keep], "…"
	}
	marked := min(utf8.RuneCountInString(text[from:to]), len(after))

	gutter := fmt.Sprintf("%5d | ", line)
	fmt.Fprintf(b, "%s%s%s%s%s\n", r.style(styleFaint, gutter), left, string(before), string(after), right)
	pad := strings.Repeat(" ", utf8.RuneCountInString(left)+len(before))
	carets := "^" + strings.Repeat("~", max(marked-1, 0))
	fmt.Fprintf(b, "%s%s%s\n", r.style(styleFaint, "      | "), pad, r.style(styleCaret, carets))
}

// printable makes text safe and of predictable width: tabs become one blank,
// everything that is not a graphic character becomes a dot.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case c == utf8.RuneError || !unicode.IsGraphic(c):
			return '·'
		}
		return c
	}, s)
}

// Summary returns a phrase such as "2 errors, 1 warning", or "no problems".
func Summary(l *List) string {
	var parts []string
	for s := Error; s <= Hint; s++ {
		switch n := l.Count(s); n {
		case 0:
		case 1:
			parts = append(parts, "1 "+s.String())
		default:
			parts = append(parts, fmt.Sprintf("%d %ss", n, s))
		}
	}
	if len(parts) == 0 {
		return "no problems"
	}
	return strings.Join(parts, ", ")
}

type jsonSpan struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
}

type jsonNote struct {
	File    string    `json:"file,omitempty"`
	Span    *jsonSpan `json:"span,omitempty"`
	Message string    `json:"message"`
}

type jsonEdit struct {
	Span *jsonSpan `json:"span"`
	New  string    `json:"new"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonDiagnostic struct {
	File     string     `json:"file"`
	Span     *jsonSpan  `json:"span,omitempty"`
	Severity Severity   `json:"severity"`
	Code     string     `json:"code"`
	Message  string     `json:"message"`
	Notes    []jsonNote `json:"notes,omitempty"`
	Fixes    []jsonFix  `json:"fixes,omitempty"`
}

// MarshalJSON encodes a diagnostic with lines and columns instead of offsets.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	written, _ := d.File.Origin(d.Span)
	out := jsonDiagnostic{
		File: written.Name(), Span: toJSONSpan(d.File, d.Span), Severity: d.Severity,
		Code: d.Code.ID, Message: d.Message,
	}
	for _, n := range d.Notes {
		note := jsonNote{Message: n.Message}
		file := d.File
		if n.File != nil {
			file = n.File
		}
		if origin, _ := file.Origin(n.Span); n.File != nil || n.Span.IsValid() && origin != written {
			note.File = origin.Name()
		}
		note.Span = toJSONSpan(file, n.Span)
		out.Notes = append(out.Notes, note)
	}
	for _, f := range d.Fixes {
		fix := jsonFix{Message: f.Message}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{toJSONSpan(d.File, e.Span), e.New})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return json.Marshal(out)
}

func toJSONSpan(f *File, s Span) *jsonSpan {
	if !s.IsValid() {
		return nil
	}
	f, s = f.Origin(s)
	line, col := f.Position(s.Start)
	endLine, endCol := f.Position(s.End)
	return &jsonSpan{line, col, endLine, endCol}
}
