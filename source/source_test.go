package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestPositions(t *testing.T) {
	const text = "one\r\nzwölf ∧ x\n\n\tlast"
	tests := []struct {
		at           string // the text at the position
		line, column int
		lineText     string
	}{
		{"one", 1, 1, "one"},
		{"e\r", 1, 3, "one"},
		{"\r\n", 1, 4, "one"},
		{"\nzw", 1, 5, "one"},
		{"zw", 2, 1, "zwölf ∧ x"},
		{"ölf", 2, 3, "zwölf ∧ x"},
		{"lf", 2, 4, "zwölf ∧ x"},
		{"∧", 2, 7, "zwölf ∧ x"},
		{"x", 2, 9, "zwölf ∧ x"},
		{"\n\tlast", 3, 1, ""},
		{"\tlast", 4, 1, "\tlast"},
		{"last", 4, 2, "\tlast"},
		{"", 4, 6, "\tlast"},
	}
	f := NewFile("game.gdl", []byte(text))
	if f.Name() != "game.gdl" || f.Text() != text {
		t.Errorf("the file is %q with %q", f.Name(), f.Text())
	}
	for _, tt := range tests {
		offset := strings.LastIndex(text, tt.at)
		p := At(offset)
		line, column := f.Position(p)
		if line != tt.line || column != tt.column || f.Line(p) != tt.line {
			t.Errorf("%q stands at %d:%d (line %d), want %d:%d", tt.at, line, column, f.Line(p), tt.line, tt.column)
		}
		if got := f.LineText(line); got != tt.lineText {
			t.Errorf("line %d is %q, want %q", line, got, tt.lineText)
		}
		if p.Offset() != offset || !p.IsValid() {
			t.Errorf("At(%d) has the offset %d", offset, p.Offset())
		}
	}
	for line, offset := range map[int]int{1: 0, 2: 5, 3: 18, 4: 19} {
		if got := f.LineStart(line); got != offset {
			t.Errorf("line %d starts at %d, want %d", line, got, offset)
		}
	}
}

// TestColumnsOfLongLines compares columns with those that are counted one by one, in
// a line of characters of all lengths and of bytes that are none.
func TestColumnsOfLongLines(t *testing.T) {
	text := "short\n" + strings.Repeat("aä€𝄞\x80", 3000) + "\nend"
	f := NewFile("long", []byte(text))
	want := 1
	for i := range strings.TrimSuffix(text[6:], "\nend") {
		if line, column := f.Position(At(6 + i)); line != 2 || column != want {
			t.Fatalf("byte %d is at %d:%d, want 2:%d", i, line, column, want)
		}
		want++
	}
	if line, column := f.Position(At(len(text))); line != 3 || column != 4 {
		t.Errorf("the end is at %d:%d", line, column)
	}
}

// TestRenderMany writes the first of very many diagnostics.
func TestRenderMany(t *testing.T) {
	l := &List{File: NewFile("f", []byte("x"))}
	for range maxShown + 5 {
		l.Report(&Code{ID: "X1"}, Range(0, 1), "wrong")
	}
	var b strings.Builder
	if err := (&Renderer{W: &b}).Render(l); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "wrong"); n != maxShown || !strings.HasSuffix(b.String(), "\n… and 5 more\n") {
		t.Errorf("%d diagnostics are shown", n)
	}
}

func TestNowhere(t *testing.T) {
	f := NewFile("f", []byte("text"))
	var p Pos
	line, column := f.Position(p)
	if p.IsValid() || line != 0 || column != 0 || f.Line(p) != 0 || f.Slice(Span{}) != "" {
		t.Error("the zero position is somewhere")
	}
}

func TestLinesOfShortFiles(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"\n", []string{"", ""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"\n\na", []string{"", "", "a"}},
		{"a\r\nb\r", []string{"a", "b"}},
		{"\xe9\n\xff", []string{"\xe9", "\xff"}},
	}
	for _, tt := range tests {
		f := NewFile("f", []byte(tt.text))
		last := f.Line(At(len(tt.text)))
		if last != len(tt.want) {
			t.Errorf("%q has %d lines, want %d", tt.text, last, len(tt.want))
			continue
		}
		for i, want := range tt.want {
			if got := f.LineText(i + 1); got != want {
				t.Errorf("line %d of %q is %q, want %q", i+1, tt.text, got, want)
			}
		}
	}
}

func TestSpans(t *testing.T) {
	f := NewFile("f", []byte("abcdef"))
	ab, ef := Range(0, 2), Range(4, 6)
	if got := f.Slice(ab) + f.Slice(ef); got != "abef" {
		t.Errorf("the spans hold %q", got)
	}
	if got := f.Slice(ab.To(ef)); got != "abcdef" {
		t.Errorf("from one to the other: %q", got)
	}
	if ab.To(Span{}) != ab || (Span{}).To(ef) != ef {
		t.Error("an invalid span changes a valid one")
	}
	if (Span{}).IsValid() || !ab.IsValid() {
		t.Error("the wrong spans are valid")
	}
}

var (
	badCode  = &Code{ID: "GDL901", Severity: Error, Title: "bad", Doc: "It is bad."}
	oddCode  = &Code{ID: "GDL902", Severity: Warning, Title: "odd", Doc: "It is odd."}
	noteCode = &Code{ID: "GDL903", Severity: Note, Title: "note", Doc: "A note."}
	lowCode  = &Code{ID: "GDL900", Severity: Warning, Title: "low", Doc: "A code before the others."}
	hintCode = &Code{ID: "GDL904", Severity: Hint, Title: "hint", Doc: "A hint."}
)

// render shows a list without colours.
func render(t *testing.T, l *List) string {
	t.Helper()
	var out strings.Builder
	r := Renderer{W: &out}
	if err := r.Render(l); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestRender(t *testing.T) {
	l := &List{File: NewFile("game.kif", []byte("(role white)\n(legal whit\tnoop)\n(goal white 101)"))}
	l.Report(badCode, Span{}, "the game has no %s", "end")
	l.Report(oddCode, Range(20, 24), "%s is no role", "whit").
		Note(Range(6, 11), "%s is one", "white").
		Advise("look at the %s", "roles").
		Fix(Range(20, 24), "white", "write white")
	l.Report(badCode, Range(43, 46), "not a goal value")
	l.Report(hintCode, Range(47, 47), "at the end")
	const want = `game.kif: error: the game has no end [GDL901]
game.kif:2:8: warning: whit is no role [GDL902]
    2 | (legal whit noop)
      |        ^~~~
  game.kif:1:7: note: white is one
    1 | (role white)
      |       ^~~~~
  = look at the roles
  = fix: write white
game.kif:3:13: error: not a goal value [GDL901]
    3 | (goal white 101)
      |             ^~~
game.kif:3:17: hint: at the end [GDL904]
    3 | (goal white 101)
      |                 ^
`
	if got := render(t, l); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRenderOddText shows tabs as blanks, and as dots what could disturb a
// terminal. The carets stand below what they mark.
func TestRenderOddText(t *testing.T) {
	tests := []struct {
		name, text   string
		from, to     int
		line, carets string
	}{
		{"tab", "a\tbc", 2, 4, "a bc", "  ^~"},
		{"escape sequence", "a \x1b[31mred", 2, 3, "a ·[31mred", "  ^"},
		{"Latin-1", "caf\xe9 x", 5, 6, "caf· x", "     ^"},
		{"multi-byte", "∧∧ öx", 7, 9, "∧∧ öx", "   ^"},
		{"carriage return", "ab\r\ncd", 1, 2, "ab", " ^"},
		{"several lines", "ab(\ncd)", 2, 7, "ab(", "  ^"},
		{"empty line", "\nx", 0, 0, "", "^"},
		{"direction mark", "a\u202eb c", 6, 7, "a·b c", "    ^"},
		{"two characters", "a b", 0, 2, "a b", "^~"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &List{File: NewFile("f", []byte(tt.text))}
			l.Report(badCode, Range(tt.from, tt.to), "here")
			lines := strings.Split(render(t, l), "\n")
			if want := "    1 | " + tt.line; lines[1] != want {
				t.Errorf("the line is %q, want %q", lines[1], want)
			}
			if want := "      | " + tt.carets; lines[2] != want {
				t.Errorf("the carets are %q, want %q", lines[2], want)
			}
		})
	}
}

// TestRenderLongLines shows the surroundings of the span only.
func TestRenderLongLines(t *testing.T) {
	digits := strings.Repeat("0123456789", 100)
	tests := []struct {
		name, text   string
		from, to     int
		line, carets string
	}{
		{"as wide as may be", digits[:120], 115, 118, digits[:120], strings.Repeat(" ", 115) + "^~~"},
		{"at the beginning", digits, 0, 3, digits[:120] + "…", "^~~"},
		{"near the beginning", digits, 60, 61, digits[:120] + "…", strings.Repeat(" ", 60) + "^"},
		{"in the middle", digits, 500, 502, "…" + digits[440:560] + "…", strings.Repeat(" ", 61) + "^~"},
		{"near the end", digits, 990, 992, "…" + digits[880:], strings.Repeat(" ", 111) + "^~"},
		{"at the end", digits, 1000, 1000, "…" + digits[880:], strings.Repeat(" ", 121) + "^"},
		{"a long span", digits, 500, 900, "…" + digits[440:560] + "…", strings.Repeat(" ", 61) + "^" + strings.Repeat("~", 59)},
		{"the whole line", digits, 0, 1000, digits[:120] + "…", "^" + strings.Repeat("~", 119)},
		{"long characters", strings.Repeat("𝛼", 1000), 2000, 2004, "…" + strings.Repeat("𝛼", 120) + "…", strings.Repeat(" ", 61) + "^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &List{File: NewFile("f", []byte(tt.text))}
			l.Report(badCode, Range(tt.from, tt.to), "here")
			lines := strings.Split(render(t, l), "\n")
			if want := "    1 | " + tt.line; lines[1] != want {
				t.Errorf("the line is\n%q, want\n%q", lines[1], want)
			}
			if want := "      | " + tt.carets; lines[2] != want {
				t.Errorf("the carets are\n%q, want\n%q", lines[2], want)
			}
		})
	}
}

func TestRenderInColour(t *testing.T) {
	l := &List{File: NewFile("f", []byte("abc"))}
	l.Report(badCode, Range(1, 3), "wrong").Note(Range(0, 1), "see here").Advise("mend it")
	var out strings.Builder
	r := Renderer{W: &out, Color: true}
	if err := r.Render(l); err != nil {
		t.Fatal(err)
	}
	const want = "\x1b[1mf:1:2\x1b[0m: \x1b[1;31merror:\x1b[0m \x1b[1mwrong\x1b[0m\x1b[2m [GDL901]\x1b[0m\n" +
		"\x1b[2m    1 | \x1b[0mabc\n" +
		"\x1b[2m      | \x1b[0m \x1b[1;32m^~\x1b[0m\n" +
		"\x1b[1m  f:1:1\x1b[0m: \x1b[1;36mnote:\x1b[0m \x1b[1msee here\x1b[0m\n" +
		"\x1b[2m    1 | \x1b[0mabc\n" +
		"\x1b[2m      | \x1b[0m\x1b[1;32m^\x1b[0m\n" +
		"  = mend it\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestRenderReportsWriteErrors(t *testing.T) {
	l := &List{File: NewFile("f", nil)}
	l.Report(badCode, Span{}, "wrong")
	r := Renderer{W: brokenWriter{}}
	if err := r.Render(l); !errors.Is(err, errBroken) {
		t.Errorf("Render: %v", err)
	}
}

func TestJSON(t *testing.T) {
	other := NewFile("other.kif", []byte("(x)"))
	l := &List{File: NewFile("game.kif", []byte("ab\ncö d"))}
	l.Report(noteCode, Span{}, "plain")
	d := l.Report(oddCode, Range(3, 7), "both <&> \"quoted\"").
		Note(Range(0, 2), "there").Advise("so").
		Fix(Range(3, 4), "C", "a capital")
	d.Notes = append(d.Notes, Related{File: other, Span: Range(1, 2), Message: "elsewhere"})
	got, err := json.MarshalIndent(l.Items, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `[
 {
  "file": "game.kif",
  "severity": "note",
  "code": "GDL903",
  "message": "plain"
 },
 {
  "file": "game.kif",
  "span": {
   "line": 2,
   "column": 1,
   "end_line": 2,
   "end_column": 4
  },
  "severity": "warning",
  "code": "GDL902",
  "message": "both \u003c\u0026\u003e \"quoted\"",
  "notes": [
   {
    "span": {
     "line": 1,
     "column": 1,
     "end_line": 1,
     "end_column": 3
    },
    "message": "there"
   },
   {
    "message": "so"
   },
   {
    "file": "other.kif",
    "span": {
     "line": 1,
     "column": 2,
     "end_line": 1,
     "end_column": 3
    },
    "message": "elsewhere"
   }
  ],
  "fixes": [
   {
    "message": "a capital",
    "edits": [
     {
      "span": {
       "line": 2,
       "column": 1,
       "end_line": 2,
       "end_column": 2
      },
      "new": "C"
     }
    ]
   }
  ]
 }
]`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSort(t *testing.T) {
	l := &List{File: NewFile("f", []byte("abcdef"))}
	l.Report(hintCode, Range(3, 4), "hint")
	l.Report(badCode, Range(3, 4), "second")
	l.Report(oddCode, Range(1, 2), "odd")
	l.Report(badCode, Range(3, 4), "first")
	l.Report(badCode, Range(3, 4), "second") // again, with another one between
	l.Report(badCode, Range(1, 2), "bad")
	l.Report(noteCode, Span{}, "file")
	l.Report(oddCode, Range(1, 2), "odd")
	l.Report(lowCode, Range(1, 2), "low")
	l.Sort()
	var got []string
	for _, d := range l.Items {
		got = append(got, d.Message)
	}
	const want = "file bad low odd second first hint"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("the order is %q, want %q", text, want)
	}
}

func TestSummary(t *testing.T) {
	tests := []struct {
		codes []*Code
		want  string
	}{
		{nil, "no problems"},
		{[]*Code{badCode}, "1 error"},
		{[]*Code{badCode, badCode, oddCode}, "2 errors, 1 warning"},
		{[]*Code{hintCode, noteCode, noteCode, oddCode, oddCode, hintCode}, "2 warnings, 2 notes, 2 hints"},
	}
	for _, tt := range tests {
		l := &List{}
		for _, c := range tt.codes {
			l.Report(c, Span{}, "x")
		}
		if got := Summary(l); got != tt.want {
			t.Errorf("Summary = %q, want %q", got, tt.want)
		}
	}
}

func TestErr(t *testing.T) {
	l := &List{File: NewFile("f.kif", []byte("ab\ncd"))}
	l.Report(oddCode, Range(0, 1), "odd")
	if err := l.Err(); err != nil || l.HasErrors() {
		t.Errorf("a warning is the error %v", err)
	}
	first := l.Report(badCode, Range(3, 4), "first")
	if err := l.Err(); err != error(first) || err.Error() != "f.kif:2:1: error: first [GDL901]" {
		t.Errorf("Err = %v", err)
	}
	l.Report(badCode, Span{}, "second")
	l.Report(badCode, Span{}, "third")
	err := l.Err()
	var d *Diagnostic
	if err == nil || err.Error() != "f.kif:2:1: error: first [GDL901] (and 2 more)" || !errors.As(err, &d) || d != first {
		t.Errorf("Err = %v", err)
	}
	if l.Count(Error) != 3 || l.Count(Warning) != 1 || l.Count(Hint) != 0 || !l.HasErrors() {
		t.Error("the counts are wrong")
	}
}

func TestPlace(t *testing.T) {
	l := &List{File: NewFile("f.kif", []byte("ab\ncd"))}
	if got := l.Report(badCode, Span{}, "x").Place(); got != "f.kif" {
		t.Errorf("the file as a whole is at %q", got)
	}
	if got := l.Report(badCode, Range(4, 5), "x").Place(); got != "f.kif:2:2" {
		t.Errorf("the place is %q", got)
	}
}

func TestSeverities(t *testing.T) {
	for s, want := range map[Severity]string{Error: "error", Warning: "warning", Note: "note", Hint: "hint"} {
		text, err := s.MarshalText()
		if s.String() != want || string(text) != want || err != nil {
			t.Errorf("severity %d is %q", s, s.String())
		}
	}
}

func ExampleRenderer() {
	file := NewFile("game.gdl", []byte("role(white)\nlegal(whit,noop)"))
	list := &List{File: file}
	list.Report(&Code{ID: "GDL087", Severity: Warning}, Range(18, 22), "whit is no role").
		Advise("the roles are white")
	var out strings.Builder
	r := Renderer{W: &out}
	if err := r.Render(list); err != nil {
		fmt.Println(err)
	}
	fmt.Print(out.String())
	// Output:
	// game.gdl:2:7: warning: whit is no role [GDL087]
	//     2 | legal(whit,noop)
	//       |       ^~~~
	//   = the roles are white
}
