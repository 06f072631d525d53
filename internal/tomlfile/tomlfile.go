// Package tomlfile says where in a TOML file something is wrong.
package tomlfile

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// A typeError is how the decoder says that a value is of the wrong type: the line, the key
// and the message are only in the text.
type typeError struct{ line, key, message string }

// readTypeError reads a text such as `toml: line 3 (last key "a.b"): message`.
func readTypeError(text string) (e typeError, ok bool) {
	rest, ok := strings.CutPrefix(text, "toml: line ")
	if !ok {
		return e, false
	}
	if e.line, rest, ok = strings.Cut(rest, ` (last key "`); !ok || strings.Trim(e.line, "0123456789") != "" {
		return e, false
	}
	e.key, e.message, ok = strings.Cut(rest, `"): `)
	return e, ok && !strings.Contains(e.key, `"`)
}

// Error returns an error of the decoder as "file:line: message".
func Error(name, text string, err error) error {
	part, typed := readTypeError(err.Error())
	var at toml.ParseError
	switch {
	case errors.As(err, &at):
		line, message := at.Position.Line, at.Message
		if message == "" && typed {
			message = part.message
		} else if message == "" {
			message = strings.TrimPrefix(err.Error(), "toml: ")
		}
		if line == 0 {
			line = KeyLine(text, at.LastKey[strings.LastIndexByte(at.LastKey, '.')+1:])
		}
		return fmt.Errorf("%s:%d: %s", name, max(line, 1), plain(message))
	case typed:
		return fmt.Errorf("%s:%s: %s: %s", name, part.line, part.key, plain(part.message))
	}
	return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
}

// mismatch reads how the decoder says what type a value has and what it should have.
func mismatch(message string) (has, needed string, ok bool) {
	types, ok := strings.CutPrefix(message, "incompatible types: TOML value has type ")
	if ok {
		has, needed, ok = strings.Cut(types, "; destination has type ")
	}
	return has, needed, ok && !strings.Contains(has+needed, " ")
}

// kinds are the decoder's names of types that people may not know.
var kinds = map[string]string{"int64": "integer", "float64": "float", "bool": "boolean", "[]any": "array", "[]interface": "array", "map[string]any": "table", "slice": "array", "map": "table", "struct": "table"}

// plain returns a message of the decoder in plain words.
func plain(message string) string {
	if has, needed, ok := mismatch(message); ok {
		return fmt.Sprintf("this is of type %s, and type %s is needed", cmp.Or(kinds[has], has), cmp.Or(kinds[needed], needed))
	}
	return strings.ReplaceAll(message, "unexpected EOF", "the text ends too early")
}

// KeyLine returns the first line that sets a key or opens a table of that name, or 0.
func KeyLine(text, key string) int {
	number := 0
	for line := range strings.Lines(text) {
		number++
		name, _, found := strings.Cut(line, "=")
		if found && strings.Trim(strings.TrimSpace(name), `"'`) == key || strings.Trim(strings.TrimSpace(line), "[] ") == key {
			return number
		}
	}
	return 0
}
