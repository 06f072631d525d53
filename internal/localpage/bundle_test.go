package localpage

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestBundle(t *testing.T) {
	folder := fstest.MapFS{
		"first.js":  {Data: []byte("import { a, b as c } from \"./second.js\";\nconst go = () => import(\"./later.js\");\ngo(a, c);\n")},
		"second.js": {Data: []byte("export const a = 1;\nexport async function b() {}\nexport class D {}\n")},
		"later.js":  {Data: []byte("import { a } from \"./second.js\";\nconsole.log(a);\n")},
	}
	out, err := bundle("first.js", fstest.MapFS{"second.js": {Data: []byte("export const a = 2;\nexport let b = a;\n")}}, folder)
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	for _, want := range []string{
		`const { a, b: c } = use("second.js");`, `Promise.resolve().then(() => use("later.js"))`, "const a = 2;", "return { a, b };", `use("first.js");`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the bundle has no %s:\n%s", want, text)
		}
	}
	if strings.Contains(text, "class D") || strings.Count(text, `"second.js": `) != 1 {
		t.Errorf("the first folder does not come first:\n%s", text)
	}
}

func TestBundleRefuses(t *testing.T) {
	for _, text := range []string{
		`import x from "./second.js";`, `export default 1;`, `import { a } from "./none.js";`, "const s = \"</script>\";",
	} {
		if _, err := bundle("first.js", fstest.MapFS{"first.js": {Data: []byte(text)}}); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

// Scripts lose what they do without, and template literals stay as they are.
func TestSlim(t *testing.T) {
	const script = "// A comment.\nif (x) {\n  y(); // a reason\n\n\tconst z = `\n  a // b\n\n`;\n  }\n"
	const want = "if (x) {\ny(); // a reason\nconst z = `\n  a // b\n\n`;\n}\n"
	if got := string(slim([]byte(script))); got != want {
		t.Errorf("it becomes %q", got)
	}
}
