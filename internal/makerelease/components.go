package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// components lists the modules in a program as an SPDX document.
func (r *release) components(program, name string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	type reference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	type spdxPackage struct {
		ID        string      `json:"SPDXID"`
		Name      string      `json:"name"`
		Version   string      `json:"versionInfo"`
		Download  string      `json:"downloadLocation"`
		License   string      `json:"licenseConcluded"`
		Declared  string      `json:"licenseDeclared"`
		Copyright string      `json:"copyrightText"`
		Refs      []reference `json:"externalRefs,omitempty"`
	}
	type relation struct {
		From string `json:"spdxElementId"`
		Kind string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
	const none = "NOASSERTION"
	main := spdxPackage{ID: "SPDXRef-ludex", Name: "ludex", Version: r.version, Download: none, License: "MIT", Declared: "MIT", Copyright: none}
	std := spdxPackage{ID: "SPDXRef-go", Name: "go", Version: info.GoVersion, Download: none, License: none, Declared: none, Copyright: none}
	packages := []spdxPackage{main, std}
	relations := []relation{{"SPDXRef-DOCUMENT", "DESCRIBES", main.ID}, {main.ID, "DEPENDS_ON", std.ID}}
	for _, m := range info.Deps {
		p := spdxPackage{ID: "SPDXRef-" + notInID.ReplaceAllString(m.Path, "-"), Name: m.Path, Version: m.Version, Download: none, License: none, Declared: none, Copyright: none,
			Refs: []reference{{"PACKAGE-MANAGER", "purl", fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)}}}
		packages = append(packages, p)
		relations = append(relations, relation{main.ID, "DEPENDS_ON", p.ID})
	}
	return json.MarshalIndent(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
		"documentNamespace": r.url + "/v" + r.version + "/" + name + "-" + r.commit,
		"creationInfo":      map[string]any{"created": r.date.Format(time.RFC3339), "creators": []string{"Tool: makerelease"}},
		"packages":          packages, "relationships": relations,
	}, "", " ")
}

// notInID matches what names in SPDX documents cannot have.
var notInID = regexp.MustCompile(`[^A-Za-z0-9.-]+`)
