package language

import (
	"fmt"
	"strings"
)

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

// Snippet returns a text with places to fill in: before, then the arguments with
// a separator between them, then after.
func Snippet(before string, arguments []string, separator, after string) string {
	var out strings.Builder
	out.WriteString(escape(before))
	for i, a := range arguments {
		if i > 0 {
			out.WriteString(escape(separator))
		}
		fmt.Fprintf(&out, "${%d:%s}", i+1, escape(a))
	}
	out.WriteString(escape(after))
	return out.String()
}

var snippetEscapes = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)

func escape(text string) string { return snippetEscapes.Replace(text) }
