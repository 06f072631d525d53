package main

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestExtension packs the extension twice, and looks whether everything that it names is
// there.
func TestExtension(t *testing.T) {
	r := testRelease(t)
	name, vsix, err := extension("../..", r.date)
	if err != nil {
		t.Fatal(err)
	}
	if _, again, err := extension("../..", r.date); err != nil || !bytes.Equal(vsix, again) {
		t.Errorf("two packages differ, error %v", err)
	}
	if !strings.HasSuffix(name, ".vsix") {
		t.Errorf("the package is called %s", name)
	}
	z, err := zip.NewReader(bytes.NewReader(vsix), int64(len(vsix)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	var manifest struct {
		Assets struct {
			Asset []struct {
				Path string `xml:",attr"`
			}
		}
	}
	if err := xml.Unmarshal([]byte(files["extension.vsixmanifest"]), &manifest); err != nil {
		t.Fatal(err)
	}
	named := []string{"extension/extension.js"}
	for _, a := range manifest.Assets.Asset {
		named = append(named, a.Path)
	}
	for _, m := range regexp.MustCompile(`"\./([\w./-]+)"`).FindAllStringSubmatch(files["extension/package.json"], -1) {
		named = append(named, "extension/"+m[1])
	}
	for name, text := range files {
		if !strings.HasSuffix(name, ".js") {
			continue
		}
		for _, m := range regexp.MustCompile(`require\('([^']+)'\)`).FindAllStringSubmatch(text, -1) {
			if local, ok := strings.CutPrefix(m[1], "./"); ok {
				named = append(named, "extension/"+local+".js")
			} else if !slices.Contains([]string{"vscode", "child_process"}, m[1]) {
				t.Errorf("%s needs the package %s", name, m[1])
			}
		}
	}
	for _, name := range named {
		if files[name] == "" {
			t.Errorf("%s is not in the package", name)
		}
	}
	if files["extension/extension_test.js"] != "" {
		t.Error("tests are in the package")
	}
}
