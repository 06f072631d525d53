package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// extensionFolder is where the extension for VS Code is.
const extensionFolder = "editors/vscode"

// extensionFiles are the files of the extension, in the order of the package. Tests stay out.
var extensionFiles = []string{"package.json", "README.md", "LICENSE", "*.js", "*.language-configuration.json", "syntaxes/*.json"}

// An extensionManifest is what the package says of the extension.
type extensionManifest struct {
	Name, DisplayName, Description, Version, Publisher string
	Categories                                         []string
	Engines                                            map[string]string
}

// extension packs the extension for VS Code. It has no dependencies, so there is nothing to
// fetch or to bundle.
func extension(root string, date time.Time) (name string, vsix []byte, err error) {
	folder := filepath.Join(root, filepath.FromSlash(extensionFolder))
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", nil, err
	}
	var m extensionManifest
	if err := json.Unmarshal(text, &m); err != nil {
		return "", nil, fmt.Errorf("package.json: %w", err)
	}
	files := []entry{
		{"extension.vsixmanifest", 0o644, m.vsix()},
		{"[Content_Types].xml", 0o644, []byte(contentTypes)},
	}
	for _, pattern := range extensionFiles {
		found, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			return "", nil, fmt.Errorf("there is no %s: %w", pattern, err)
		}
		for _, file := range found {
			if strings.HasSuffix(file, "_test.js") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return "", nil, err
			}
			files = append(files, entry{path.Join("extension", path.Dir(pattern), filepath.Base(file)), 0o644, data})
		}
	}
	vsix, err = zipOf(files, date)
	return fmt.Sprintf("ludex-%s.vsix", m.Version), vsix, err
}

// contentTypes says what the files of the package are, as its format wants it.
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Override PartName="/extension/LICENSE" ContentType="text/plain"/></Types>
`

// vsix returns the manifest of the package.
func (m *extensionManifest) vsix() []byte {
	quoted := func(s string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(s)) // a buffer has no errors
		return b.String()
	}
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
    <DisplayName>%s</DisplayName>
    <Description xml:space="preserve">%s</Description>
    <Categories>%s</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="%s"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
  </Assets>
</PackageManifest>
`, quoted(m.Name), quoted(m.Version), quoted(m.Publisher), quoted(m.DisplayName), quoted(m.Description),
		quoted(strings.Join(m.Categories, ",")), quoted(m.Engines["vscode"]))
}

// writeExtension writes the package of the extension into the folder of the results.
func (r *release) writeExtension() error {
	name, vsix, err := extension(".", r.date)
	if err != nil {
		return fmt.Errorf("the extension for VS Code: %w", err)
	}
	return os.WriteFile(filepath.Join(r.out, name), vsix, 0o644)
}
