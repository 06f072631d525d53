// Package templates has the templates of the arena's pages.
package templates

import "embed"

// Files are the templates, by name.
//
//go:embed *.html
var Files embed.FS

// LanguageTitle returns the name of a language of rules as people write it.
func LanguageTitle(l string) string {
	if t, ok := map[string]string{"gdl": "GDL", "gdl-ii": "GDL-II", "gdl-iii": "GDL-III", "rtgdl": "rtGDL", "rtgdl-ii": "rtGDL-II", "rbg": "RBG"}[l]; ok {
		return t
	}
	return l
}
