package localpage

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// bundle returns the modules that a module needs as one script, which a page that is opened
// from a file can have in it: browsers load no modules from there. Each module becomes a
// function, which is called when the module is first used. Modules are those of the arena
// and of pages: they import names from files beside them, on one line, and export
// declarations.
func bundle(first string, folders ...fs.FS) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("(() => {\n\"use strict\";\nconst modules = {\n")
	list := []string{first}
	for i := 0; i < len(list); i++ { // the list grows
		text, err := readFirst(list[i], folders)
		if err != nil {
			return nil, err
		}
		body, needs, err := module(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list[i], err)
		}
		fmt.Fprintf(&out, "%q: (use) => {\n%s},\n", list[i], body)
		for _, name := range needs {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	fmt.Fprintf(&out, "};\nconst used = {};\nconst use = (name) => used[name] ??= modules[name](use);\nuse(%q);\n})();\n", first)
	if bytes.Contains(out.Bytes(), []byte("</script")) || bytes.Contains(out.Bytes(), []byte("<!--")) {
		return nil, errors.New("a script that ends the element it stands in")
	}
	return squeeze(out.Bytes()), nil
}

// squeeze leaves out what a browser does not need: indentation, empty lines and lines of comment.
func squeeze(script []byte) []byte {
	var out []byte
	for line := range bytes.Lines(script) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			out = append(append(out, line...), '\n')
		}
	}
	return out
}

// readFirst reads a file from the first folder that has it.
func readFirst(name string, folders []fs.FS) (text string, err error) {
	for _, folder := range folders {
		data, err := fs.ReadFile(folder, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return string(data), err
		}
	}
	return "", fmt.Errorf("the script %s: %w", name, fs.ErrNotExist)
}

var (
	importLine  = regexp.MustCompile(`(?m)^import \{ ([^}]+) \} from "\./([\w.]+)";$`)
	importCall  = regexp.MustCompile(`\bimport\("\./([\w.]+)"\)`)
	exportStart = regexp.MustCompile(`(?m)^export (?:async )?(?:function|class|const|let) ([\w$]+)`)
	otherModule = regexp.MustCompile(`(?m)^(import|export) .*$`)
)

// module returns the body of the function that a module becomes, and the files it needs.
func module(text string) (body string, needs []string, err error) {
	for _, m := range importLine.FindAllStringSubmatch(text, -1) {
		needs = append(needs, path.Base(m[2]))
	}
	for _, m := range importCall.FindAllStringSubmatch(text, -1) {
		needs = append(needs, path.Base(m[1]))
	}
	var names []string
	for _, m := range exportStart.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	text = importLine.ReplaceAllStringFunc(text, func(line string) string {
		m := importLine.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = use(%q);", strings.ReplaceAll(m[1], " as ", ": "), m[2])
	})
	text = importCall.ReplaceAllString(text, `Promise.resolve().then(() => use("$1"))`)
	text = exportStart.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimPrefix(s, "export ") })
	if line := otherModule.FindString(text); line != "" {
		return "", nil, fmt.Errorf("a form of import or export that is not known: %s", line)
	}
	return text + fmt.Sprintf("return { %s };\n", strings.Join(names, ", ")), needs, nil
}
