package language

import "strings"

// Code returns a word as code in a Markdown text, whatever characters it has.
func Code(word string) string {
	fence := "`"
	for strings.Contains(word, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.HasPrefix(word, "`") || strings.HasSuffix(word, "`") {
		return fence + " " + word + " " + fence
	}
	return fence + word + fence
}

// Block returns lines of code in a language as a block of Markdown.
func Block(lang, code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + lang + "\n" + strings.TrimRight(code, "\n") + "\n" + fence
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `<`, `&lt;`, `&`, `&amp;`,
	`[`, `\[`, `#`, `\#`, `|`, `\|`, `!`, `\!`)

// Prose returns the text of a comment as Markdown that shows just that text, with
// its line breaks: what a comment says is never taken for links or HTML.
func Prose(comment string) string {
	lines := strings.Split(markdownEscapes.Replace(strings.TrimSpace(comment)), "\n")
	return strings.Join(lines, "  \n")
}
