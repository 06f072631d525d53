package language

import (
	"fmt"
	"strings"
)

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
