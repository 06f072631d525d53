package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A document is a Markdown file whose examples are run.
type document struct {
	files    map[string]string // from blocks marked file=NAME
	commands []command         // from blocks marked console
}

// A command is a line "$ ludex …" with the output that is shown below it.
type command struct {
	line int
	text string
	want []string
}

var fenceFile = regexp.MustCompile(`\bfile=(\S+)`)

func readDocument(t *testing.T, name string) document {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc := document{files: map[string]string{}}
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		mark, ok := strings.CutPrefix(lines[i], "```")
		if !ok {
			continue
		}
		length := slices.Index(lines[i+1:], "```")
		if length < 0 {
			t.Fatalf("%s:%d: the block is not closed", name, i+1)
		}
		block := lines[i+1 : i+1+length]
		if m := fenceFile.FindStringSubmatch(mark); m != nil {
			doc.files[m[1]] = strings.Join(block, "\n") + "\n"
		}
		if mark == "console" {
			doc.commands = append(doc.commands, readConsole(block, i+2)...)
		}
		i += 1 + length
	}
	return doc
}

// readConsole returns the commands of a block that begins on the given line.
// Commands of other programs are left out.
func readConsole(block []string, line int) []command {
	var all []command
	for i, text := range block {
		if prompt, ok := strings.CutPrefix(text, "$ "); ok {
			all = append(all, command{line: line + i, text: prompt})
		} else if n := len(all); n > 0 {
			all[n-1].want = append(all[n-1].want, text)
		}
	}
	return slices.DeleteFunc(all, func(c command) bool {
		return c.text != "ludex" && !strings.HasPrefix(c.text, "ludex ")
	})
}

// TestDocumentedCommands runs every command that the documentation shows and
// compares what it prints, each document in an empty folder with its files.
func TestDocumentedCommands(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // the user's networks and levels change what is printed
	root := filepath.Join("..", "..")
	readme := filepath.Join(root, "README.md")
	names, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(readme); err == nil {
		names = append(names, readme)
		if len(readDocument(t, readme).commands) == 0 {
			t.Error("README.md shows no command")
		}
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			doc := readDocument(t, name)
			dir := t.TempDir()
			for file, text := range doc.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range doc.commands {
				got := c.run(t, dir)
				if !matchLines(got, c.want) {
					t.Errorf("%s:%d: %s\nprints\n%s\nbut the document has\n%s", filepath.Base(name), c.line, c.text,
						strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				}
			}
		})
	}
}

// run executes a command and returns the lines of its output, standard error
// included.
func (c command) run(t *testing.T, dir string) []string {
	t.Helper()
	words, ok := splitWords(c.text)
	if !ok {
		t.Fatalf("line %d: %s\nneeds a shell; examples are plain words, or words in single quotes", c.line, c.text)
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// splitWords splits a command into words, as a shell does that knows nothing but single
// quotes.
func splitWords(text string) (words []string, ok bool) {
	for i, part := range strings.Split(text, "'") {
		switch {
		case i%2 == 1:
			words = append(words, part)
		case strings.ContainsAny(part, "\"|<>&;$*()\\"):
			return nil, false
		default:
			words = append(words, strings.Fields(part)...)
		}
	}
	return words, strings.Count(text, "'")%2 == 0
}

func TestSplitWords(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"ludex show nim", []string{"ludex", "show", "nim"}},
		{"ludex why nim 'legal(R, M)' --json", []string{"ludex", "why", "nim", "legal(R, M)", "--json"}},
		{"ludex show 'nim", nil},
		{"ludex show nim | head", nil},
		{"ludex show 'a|b'", []string{"ludex", "show", "a|b"}},
	}
	for _, tt := range tests {
		got, ok := splitWords(tt.text)
		if ok != (tt.want != nil) || ok && !slices.Equal(got, tt.want) {
			t.Errorf("splitWords(%q) = %q, %v", tt.text, got, ok)
		}
	}
}

// matchLines compares lines with a pattern, in which the line "…" stands for
// any number of lines.
func matchLines(got, pattern []string) bool {
	if len(pattern) == 0 {
		return len(got) == 0
	}
	if pattern[0] != "…" {
		return len(got) > 0 && anyInvariants(got[0]) == anyInvariants(pattern[0]) && matchLines(got[1:], pattern[1:])
	}
	for skip := range len(got) + 1 {
		if matchLines(got[skip:], pattern[1:]) {
			return true
		}
	}
	return false
}

var numberOfInvariants = regexp.MustCompile(`\d+ invariants?`)

// anyInvariants forgets how many invariants a proof has, which changes with every way to find them.
func anyInvariants(line string) string {
	return numberOfInvariants.ReplaceAllString(line, "invariants")
}

func TestMatchLines(t *testing.T) {
	tests := []struct {
		got, pattern string
		want         bool
	}{
		{"", "", true},
		{"a", "", false},
		{"", "a", false},
		{"a b", "a b", true},
		{"a b c", "a b", false},
		{"a b c", "a …", true},
		{"a b c", "… c", true},
		{"a b c", "a … b c", true},
		{"a b c", "a … b", false},
		{"a b a c", "… a c", true},
		{"", "…", true},
		{"a b c d", "a … c …", true},
	}
	for _, tt := range tests {
		if got := matchLines(strings.Fields(tt.got), strings.Fields(tt.pattern)); got != tt.want {
			t.Errorf("matchLines(%q, %q) = %v", tt.got, tt.pattern, got)
		}
	}
}

// TestPicture makes sure that the README's picture is what the command below it
// draws. With LUDEX_UPDATE=1 it redraws it.
func TestPicture(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "chess.svg")
	got, err := exec.Command("ludex", "show", "chess", "--moves", "e2e4; e7e5; g1f3", "--svg", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("docs/chess.svg is not what the command draws")
	}
}

// TestReadmeNamesVerbs makes sure that the README's table has all verbs.
func TestReadmeNamesVerbs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the README is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| verb |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, cmd := range newRoot().Commands() {
		if name := cmd.Name(); !strings.Contains(table, "`"+name+"`") && name != "help" && name != "completion" {
			t.Errorf("the table of verbs in README.md has no %s", name)
		}
	}
}
