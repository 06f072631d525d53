package ludex_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/internal/corpustest"
)

const module = "ludex"

// A goPackage is what "go list" tells about a package.
type goPackage struct {
	ImportPath string
	Imports    []string
}

// packages lists the packages of the module by their paths relative to it. The path of the
// root package is "ludex".
func packages(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	listPackages(t, all, os.Environ())
	listPackages(t, all, append(os.Environ(), "GOOS=js", "GOARCH=wasm")) // some are for browsers only
	return all
}

// listPackages adds the packages of a system and what they import.
func listPackages(t *testing.T, all map[string][]string, env []string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "./...") // some cannot be built for browsers
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		list := all[name]
		for _, path := range p.Imports {
			if path == module || strings.HasPrefix(path, module+"/") {
				list = append(list, strings.TrimPrefix(path, module+"/"))
			}
		}
		slices.Sort(list)
		all[name] = slices.Compact(list)
	}
}

// layers reads the map in ARCHITECTURE.md: the layer of each package, counted from the
// top.
func layers(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "\n## The map\n")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no section \"The map\"")
	}
	parts := strings.SplitN(after, "```", 3)
	if len(parts) < 3 {
		t.Fatal("the map is not a code block")
	}
	at, layer := map[string]int{}, 0
	for line := range strings.SplitSeq(parts[1], "\n") {
		if !strings.HasPrefix(line, " ") { // others go on with the layer
			layer++
		}
		names, _, _ := strings.Cut(line, "|")
		for name := range strings.FieldsSeq(names) {
			if _, twice := at[name]; twice {
				t.Errorf("%s is on the map twice", name)
			}
			at[name] = layer
		}
	}
	return at
}

// forTests reports whether a package only helps tests, or is an example. Those are not
// on the map.
func forTests(name string) bool {
	return strings.HasSuffix(name, "test") || strings.HasPrefix(name, "examples/")
}

// TestLayers checks that every package is on the map in ARCHITECTURE.md and imports
// only packages below it, and that only tests import packages for tests.
func TestLayers(t *testing.T) {
	at, all := layers(t), packages(t)
	for name, imports := range all {
		if forTests(name) {
			continue
		}
		if _, ok := at[name]; !ok {
			t.Errorf("%s is not on the map", name)
			continue
		}
		for _, other := range imports {
			switch line, ok := at[other]; {
			case forTests(other):
				t.Errorf("%s imports %s, which is for tests", name, other)
			case ok && line <= at[name]:
				t.Errorf("%s imports %s, which is not below it", name, other)
			}
		}
	}
	for name := range at {
		if _, ok := all[name]; !ok {
			t.Errorf("%s is on the map and does not exist", name)
		}
	}
}

// TestNames checks that no two packages have the same name, so that imports need no
// aliases.
func TestNames(t *testing.T) {
	owner := map[string]string{}
	for path := range packages(t) {
		name := path[strings.LastIndex(path, "/")+1:]
		if name == "ludex" || strings.HasPrefix(path, "examples/") {
			continue // the program and the package, and programs
		}
		if other, ok := owner[name]; ok {
			t.Errorf("%s and %s have the same name", path, other)
		}
		owner[name] = path
	}
}

// TestExamples runs the programs in the folder examples, which use only what others
// can import.
func TestExamples(t *testing.T) {
	all := packages(t)
	for name, want := range map[string]string{
		"play":       "red gets",
		"player":     "won 10 of 10",
		"check":      "conditions [MY001]",
		"host":       "proved",
		"evaluation": "won 4 of 4",
	} {
		t.Run(name, func(t *testing.T) {
			imports := all["examples/"+name]
			if i := slices.IndexFunc(imports, func(path string) bool { return strings.HasPrefix(path, "internal/") }); i >= 0 {
				t.Errorf("it imports %s", imports[i])
			}
			out, err := exec.Command("go", "run", "./examples/"+name).CombinedOutput()
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%v, and %q is not in %s", err, want, out)
			}
		})
	}
}

// TestRenameModule gives a copy of the module another path. All imports are found there, and a
// small package compiles; with LUDEX_FULL=1 its tests, too, which need many others.
func TestRenameModule(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	const path = "example.org/somebody/games"
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run("bash", "scripts/rename-module", path)
	if out := run("go", "list", "-deps", "-test", "./..."); !strings.Contains(out, path+"/game\n") || strings.Contains(out, "\nludex/") {
		t.Errorf("it depends on\n%s", out)
	}
	run("go", "build", "./game")
	if corpustest.Full() {
		run("go", "vet", "./game")
	}
}

// TestWays checks the three ways in ARCHITECTURE.md: their files exist, each way has at
// most ten, and none is visited twice.
func TestWays(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, ways, _ := strings.Cut(string(text), "\n## Three ways")
	ways, _, _ = strings.Cut(ways, "\n## ")
	step := regexp.MustCompile("(?m)^[0-9]+\\. `([^`]+)`")
	sections := strings.Split(ways, "\n### ")[1:]
	if len(sections) != 3 {
		t.Fatalf("there are %d ways", len(sections))
	}
	for _, section := range sections {
		title, _, _ := strings.Cut(section, "\n")
		seen := map[string]bool{}
		for _, m := range step.FindAllStringSubmatch(section, -1) {
			if _, err := os.Stat(m[1]); err != nil || seen[m[1]] {
				t.Errorf("%s: %s is visited twice, or %v", title, m[1], err)
			}
			seen[m[1]] = true
		}
		if len(seen) == 0 || len(seen) > 10 {
			t.Errorf("%s: %d files", title, len(seen))
		}
	}
}

// TestTerms checks that the glossary names packages and files that exist.
func TestTerms(t *testing.T) {
	text, err := os.ReadFile("docs/terms.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([a-z]+(?:/[A-Za-z0-9]+)*(?:\\.go)?)` ?[|,]").FindAllStringSubmatch(string(text), -1)
	if len(names) < 100 {
		t.Fatalf("only %d packages and files", len(names))
	}
	for _, m := range names {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("docs/terms.md: %v", err)
		}
	}
}
