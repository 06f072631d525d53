// Package tomlfile says where in a TOML file something is wrong.
package tomlfile

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// typeError matches how the decoder says that a value is of the wrong type: the line, the
// key and the message are only in the text.
var typeError = regexp.MustCompile(`^toml: line (\d+) \(last key "([^"]*)"\): (.*)$`)

// Error returns an error of the decoder as "file:line: message".
func Error(name, text string, err error) error {
	part := typeError.FindStringSubmatch(err.Error())
	var at toml.ParseError
	switch {
	case errors.As(err, &at):
		line, message := at.Position.Line, at.Message
		if message == "" && part != nil {
			message = part[3]
		} else if message == "" {
			message = strings.TrimPrefix(err.Error(), "toml: ")
		}
		if line == 0 {
			line = KeyLine(text, at.LastKey[strings.LastIndexByte(at.LastKey, '.')+1:])
		}
		return fmt.Errorf("%s:%d: %s", name, max(line, 1), plain(message))
	case part != nil:
		return fmt.Errorf("%s:%s: %s: %s", name, part[1], part[2], plain(part[3]))
	}
	return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
}

// mismatch matches how the decoder says what type a value has and what it should have.
var mismatch = regexp.MustCompile(`^incompatible types: TOML value has type (\S+); destination has type (\S+)$`)

// kinds are the decoder's names of types that people may not know.
var kinds = map[string]string{"int64": "integer", "float64": "float", "bool": "boolean", "[]any": "array", "[]interface": "array", "map[string]any": "table", "slice": "array", "map": "table", "struct": "table"}

// plain returns a message of the decoder in plain words.
func plain(message string) string {
	if m := mismatch.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("this is of type %s, and type %s is needed", cmp.Or(kinds[m[1]], m[1]), cmp.Or(kinds[m[2]], m[2]))
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
