package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/internal/lsp"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
)

// A mark is a comment @verb(arguments) in a test file. Its first argument, a
// quoted text, is looked for on the line of the mark, and where it first occurs
// is the place that the mark is about.
type mark struct {
	line int
	verb string
	args []string
}

var (
	markPattern = regexp.MustCompile(`@(\w+)\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)`)
	argPattern  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[^,\s]+`)
)

func readMarks(t *testing.T, content string) []mark {
	t.Helper()
	var marks []mark
	for n, line := range strings.Split(content, "\n") {
		for _, m := range markPattern.FindAllStringSubmatch(line, -1) {
			k := mark{line: n, verb: m[1]}
			for _, a := range argPattern.FindAllString(m[2], -1) {
				if a[0] == '"' {
					var err error
					if a, err = strconv.Unquote(a); err != nil {
						t.Fatalf("line %d: %v", n+1, err)
					}
				}
				k.args = append(k.args, a)
			}
			marks = append(marks, k)
		}
	}
	return marks
}

// A marked is a test file that a server has opened.
type marked struct {
	*testing.T
	*client
	uri     string
	content string
	lines   []string
	locs    map[string]text.Range
	marks   []mark
}

// TestMarks opens the files of testdata/marks and asks everything that is marked
// in them.
func TestMarks(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "marks", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	used := map[string]bool{}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c := dial(t, lsp.Options{})
			c.initialize()
			f := &marked{T: t, client: c, uri: "file:///" + filepath.Base(name), content: string(content),
				lines: strings.Split(string(content), "\n"), locs: map[string]text.Range{}, marks: readMarks(t, string(content))}
			c.open(f.uri, "", f.content)
			f.locate()
			f.checkDiagnostics()
			for _, m := range f.marks {
				used[m.verb] = true
				if verb := verbs[m.verb]; verb != nil {
					verb(f, m)
				} else if m.verb != "loc" && m.verb != "diag" {
					t.Errorf("line %d: there is no verb %s", m.line+1, m.verb)
				}
			}
		})
	}
	for verb := range verbs {
		if !used[verb] {
			t.Errorf("no file uses @%s", verb)
		}
	}
}

// verbs says what is asked for each mark.
var verbs = map[string]func(*marked, mark){
	"def": (*marked).def, "refs": (*marked).refs, "highlight": (*marked).highlight, "hover": (*marked).hover,
	"rename": (*marked).rename, "norename": (*marked).noRename, "complete": (*marked).complete,
	"snippet": (*marked).snippet, "signature": (*marked).signature, "token": (*marked).token,
	"symbol": (*marked).symbol, "fold": (*marked).fold, "fix": (*marked).fix,
}

// locate finds the places that @loc names.
func (f *marked) locate() {
	for _, m := range f.marks {
		if m.verb == "loc" {
			f.locs[m.args[0]] = f.find(m, m.args[1])
		}
	}
}

// find returns where a text first stands on the line of a mark. The files are
// ASCII, so bytes are code units.
func (f *marked) find(m mark, needle string) text.Range {
	f.Helper()
	at := strings.Index(f.lines[m.line], needle)
	if at < 0 {
		f.Fatalf("line %d has no %q", m.line+1, needle)
	}
	p := text.Position{Line: uint32(m.line), Character: uint32(at)}
	q := p
	q.Character += uint32(len(needle))
	return text.Range{Start: p, End: q}
}

func (f *marked) position(m mark) protocol.PositionParams {
	f.Helper()
	r := f.find(m, m.args[0])
	return at(f.uri, int(r.Start.Line), int(r.Start.Character))
}

// behind is position at the end of the text, where something is being typed.
func (f *marked) behind(m mark) protocol.PositionParams {
	f.Helper()
	r := f.find(m, m.args[0])
	return at(f.uri, int(r.End.Line), int(r.End.Character))
}

func (f *marked) fail(m mark, format string, args ...any) {
	f.Helper()
	f.Errorf("line %d, @%s(%s): %s", m.line+1, m.verb, strings.Join(m.args, ", "), fmt.Sprintf(format, args...))
}

// ranges compares ranges with the names of places.
func (f *marked) ranges(m mark, got []text.Range, names []string) {
	f.Helper()
	var have, want []string
	for _, r := range got {
		have = append(have, fmt.Sprint(r))
	}
	for _, n := range names {
		r, ok := f.locs[n]
		if !ok {
			f.fail(m, "no place is called %s", n)
		}
		want = append(want, fmt.Sprint(r))
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		f.fail(m, "found %v, want %v", have, want)
	}
}

// checkDiagnostics compares where the problems begin with @diag("text", CODE).
func (f *marked) checkDiagnostics() {
	var got, want []string
	for _, d := range f.diagnostics(f.uri, 1) {
		got = append(got, fmt.Sprint(d.Code, " ", d.Range.Start))
	}
	for _, m := range f.marks {
		if m.verb == "diag" {
			want = append(want, fmt.Sprint(m.args[1], " ", f.find(m, m.args[0]).Start))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.Errorf("the problems are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func locations(list []protocol.Location) []text.Range {
	var out []text.Range
	for _, l := range list {
		out = append(out, l.Range)
	}
	return out
}

func (f *marked) def(m mark) {
	var list []protocol.Location
	f.must("textDocument/definition", f.position(m), &list)
	f.ranges(m, locations(list), m.args[1:])
}

func (f *marked) refs(m mark) {
	p := protocol.ReferenceParams{PositionParams: f.position(m)}
	p.Context.IncludeDeclaration = true
	var list []protocol.Location
	f.must("textDocument/references", p, &list)
	f.ranges(m, locations(list), m.args[1:])
	p.Context.IncludeDeclaration = false
	var without []protocol.Location
	f.must("textDocument/references", p, &without)
	if len(without) >= len(list) {
		f.fail(m, "%d references with and %d without declarations", len(list), len(without))
	}
}

func (f *marked) highlight(m mark) {
	var list []protocol.DocumentHighlight
	f.must("textDocument/documentHighlight", f.position(m), &list)
	var got []text.Range
	written := 0
	for _, h := range list {
		got = append(got, h.Range)
		if h.Kind == 3 {
			written++
		}
	}
	f.ranges(m, got, m.args[2:])
	if fmt.Sprint(written) != m.args[1] {
		f.fail(m, "%d places are written", written)
	}
}

func (f *marked) hover(m mark) {
	var h *protocol.Hover
	f.must("textDocument/hover", f.position(m), &h)
	value := ""
	if h != nil {
		value = h.Contents.Value
	}
	for _, want := range m.args[1:] {
		if !regexp.MustCompile(want).MatchString(value) {
			f.fail(m, "%s is not in %q", want, value)
		}
	}
}

// rename is @rename("text", "new name", n): there are n edits, and renaming back
// gives the text that was there before.
func (f *marked) rename(m mark) {
	var prepared *protocol.PrepareRename
	f.must("textDocument/prepareRename", f.position(m), &prepared)
	if prepared == nil || f.find(m, prepared.Placeholder) != prepared.Range {
		f.fail(m, "prepared as %+v", prepared)
		return
	}
	renamed, n := f.renamed(m, f.uri, f.position(m), f.content, m.args[1])
	if fmt.Sprint(n) != m.args[2] {
		f.fail(m, "%d edits", n)
	}
	other := strings.Replace(f.uri, "file:///", "file:///other", 1)
	f.open(other, "", renamed)
	p := f.position(m)
	p.TextDocument.URI = other
	if back, _ := f.renamed(m, other, p, renamed, prepared.Placeholder); back != f.content {
		f.fail(m, "renaming back gives\n%s", back)
	}
	f.notify("textDocument/didClose", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: other}})
}

func (f *marked) renamed(m mark, uri string, p protocol.PositionParams, content, name string) (string, int) {
	f.Helper()
	var edit protocol.WorkspaceEdit
	if err := f.call("textDocument/rename", protocol.RenameParams{PositionParams: p, NewName: name}, &edit); err != nil {
		f.fail(m, "%v", err)
		return "", 0
	}
	if len(edit.DocumentChanges) != 1 || edit.DocumentChanges[0].TextDocument.URI != uri {
		f.fail(m, "changes %+v", edit)
		return "", 0
	}
	edits := edit.DocumentChanges[0].Edits
	return applyEdits(content, edits), len(edits)
}

func applyEdits(content string, edits []protocol.TextEdit) string {
	t := text.New(content)
	for i := len(edits) - 1; i >= 0; i-- {
		var err error
		if t, err = t.Apply([]text.Change{{Range: &edits[i].Range, Text: edits[i].NewText}}, text.UTF16, 1<<20); err != nil {
			return err.Error()
		}
	}
	return t.String()
}

// noRename is @norename("text", "new name", "reason").
func (f *marked) noRename(m mark) {
	err := f.call("textDocument/rename", protocol.RenameParams{PositionParams: f.position(m), NewName: m.args[1]}, nil)
	if err == nil || !regexp.MustCompile(m.args[2]).MatchString(err.Message) {
		f.fail(m, "got %v", err)
	}
}

func (f *marked) completions(m mark) []protocol.CompletionItem {
	var list protocol.CompletionList
	f.must("textDocument/completion", f.behind(m), &list)
	return list.Items
}

// complete is @complete("text", "label"…): what is offered behind the text has
// these labels, in this order. A label that begins with ! is not offered.
func (f *marked) complete(m mark) {
	var labels []string
	for _, it := range f.completions(m) {
		labels = append(labels, it.Label)
	}
	rest := labels
	for _, want := range m.args[1:] {
		if no, ok := strings.CutPrefix(want, "!"); ok {
			if slices.Contains(labels, no) {
				f.fail(m, "%s is in %v", no, labels)
			}
			continue
		}
		i := slices.Index(rest, want)
		if i < 0 {
			f.fail(m, "%s is not in %v", want, rest)
			return
		}
		rest = rest[i+1:]
	}
}

// snippet is @snippet("text", "label", "what is inserted").
func (f *marked) snippet(m mark) {
	for _, it := range f.completions(m) {
		if it.Label == m.args[1] {
			if it.TextEdit.NewText != m.args[2] {
				f.fail(m, "inserts %s", it.TextEdit.NewText)
			}
			return
		}
	}
	f.fail(m, "not offered")
}

// signature is @signature("text", "label", "the argument at hand").
func (f *marked) signature(m mark) {
	var help *protocol.SignatureHelp
	f.must("textDocument/signatureHelp", f.behind(m), &help)
	if help == nil {
		f.fail(m, "no signature")
		return
	}
	s := help.Signatures[0]
	argument := ""
	if help.ActiveParameter < len(s.Parameters) {
		at := s.Parameters[help.ActiveParameter].Label
		argument = s.Label[at[0]:at[1]]
	}
	if s.Label != m.args[1] || argument != m.args[2] {
		f.fail(m, "%s with %s", s.Label, argument)
	}
}

// token is @token("text", "type").
func (f *marked) token(m mark) {
	want := f.find(m, m.args[0])
	for _, method := range []string{"textDocument/semanticTokens/full", "textDocument/semanticTokens/range"} {
		var tokens protocol.SemanticTokens
		f.must(method, protocol.RangeParams{TextDocument: protocol.DocumentID{URI: f.uri}, Range: want}, &tokens)
		if got := typeAt(tokens.Data, want); got != m.args[1] {
			f.fail(m, "%s says %q", method, got)
		}
	}
}

// typeAt decodes semantic tokens and returns the type of the one at a range.
func typeAt(data []uint32, r text.Range) string {
	var p text.Position
	for ; len(data) >= 5; data = data[5:] {
		if data[0] > 0 {
			p = text.Position{Line: p.Line + data[0]}
		}
		p.Character += data[1]
		if p == r.Start && p.Character+data[2] == r.End.Character {
			return tokenNames[data[3]]
		}
	}
	return ""
}

var tokenNames = []string{"keyword", "operator", "function", "struct", "enumMember", "number", "variable",
	"parameter", "macro", "class", "property", "type", "comment"}

// symbol is @symbol("text", "name", children).
func (f *marked) symbol(m mark) {
	var list []protocol.DocumentSymbol
	f.must("textDocument/documentSymbol", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: f.uri}}, &list)
	want := f.find(m, m.args[0])
	for _, s := range list {
		if s.SelectionRange == want {
			if s.Name != m.args[1] || fmt.Sprint(len(s.Children)) != m.args[2] {
				f.fail(m, "%s with %d children", s.Name, len(s.Children))
			}
			return
		}
	}
	f.fail(m, "no such symbol")
}

// fold is @fold("text", lines): a fold begins on the line.
func (f *marked) fold(m mark) {
	var list []protocol.FoldingRange
	f.must("textDocument/foldingRange", protocol.DocumentParams{TextDocument: protocol.DocumentID{URI: f.uri}}, &list)
	for _, r := range list {
		if int(r.StartLine) == m.line {
			if lines := fmt.Sprint(r.EndLine - r.StartLine + 1); lines != m.args[1] {
				f.fail(m, "%s lines", lines)
			}
			return
		}
	}
	f.fail(m, "nothing to fold in %+v", list)
}

// fix is @fix("text", "title", "the text after it").
func (f *marked) fix(m mark) {
	r := f.find(m, m.args[0])
	var p protocol.CodeActionParams
	p.TextDocument.URI, p.Range = f.uri, r
	var actions []protocol.CodeAction
	f.must("textDocument/codeAction", p, &actions)
	explained, fixed := false, false
	for _, a := range actions {
		if a.Command != nil {
			explained = true
			arg, err := json.Marshal(a.Command.Arguments[0])
			if err != nil {
				f.Fatal(err)
			}
			var doc string
			f.must("workspace/executeCommand", protocol.ExecuteCommandParams{Command: a.Command.Command, Arguments: []json.RawMessage{arg}}, &doc)
			if !strings.HasPrefix(doc, a.Command.Arguments[0]+": ") {
				f.fail(m, "the explanation is %q", doc)
			}
		}
		if a.Title == m.args[1] && a.Edit != nil {
			fixed = true
			line := strings.Split(applyEdits(f.content, a.Edit.DocumentChanges[0].Edits), "\n")[m.line]
			if !strings.Contains(line, m.args[2]) {
				f.fail(m, "gives %s", line)
			}
		}
	}
	if !explained || !fixed {
		f.fail(m, "the actions are %+v", actions)
	}
}
