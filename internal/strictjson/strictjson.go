// Package strictjson reads JSON that has to mean the same to every reader.
//
// Package encoding/json ignores the case of keys, takes the last of two equal keys
// and drops keys that it does not know. Other readers do not, so a text can show
// one thing to us and another to them. Here such texts are errors.
package strictjson

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// A KeyError is reported for a key that readers may understand in different ways,
// or not at all.
type KeyError struct {
	Path    string // such as "ludex.seed"
	Problem string
}

// Error returns the key and what is wrong with it.
func (e *KeyError) Error() string { return fmt.Sprintf("the key %q %s", e.Path, e.Problem) }

// Unmarshal reads the one JSON value in data into v, like [json.Unmarshal]. It
// returns a [*KeyError] if an object has a key twice, or one that is not exactly
// the name of a field; v is set then. Keys may be missing.
func Unmarshal(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(data, v); err != nil { // it also bounds the depth
		return plain(err)
	}
	w := &walker{text: string(data), fields: map[reflect.Type]map[string]reflect.Type{}}
	return w.value(reflect.TypeOf(v))
}

// A plainError says in plain words what package json reports.
type plainError struct {
	text string
	err  error
}

func (e *plainError) Error() string { return e.text }

func (e *plainError) Unwrap() error { return e.err }

// plain returns an error of package json in words that do not speak of types of Go.
func plain(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &plainError{fmt.Sprintf("it is not JSON, at byte %d", syntax.Offset), err}
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		where := "the value"
		if kind.Field != "" {
			where = fmt.Sprintf("the value of %q", kind.Field)
		}
		return &plainError{fmt.Sprintf("%s is of the wrong kind: %s", where, kind.Value), err}
	}
	return err
}

// A walker scans a text that is known to be JSON.
type walker struct {
	text   string   // the rest of it
	path   []string // the keys that lead there
	fields map[reflect.Type]map[string]reflect.Type
}

// blanks are what stands between the parts of a text.
const blanks = " \t\r\n,:"

// next returns the character with which the next part begins.
func (w *walker) next() byte {
	for strings.IndexByte(blanks, w.text[0]) >= 0 {
		w.text = w.text[1:]
	}
	return w.text[0]
}

// value checks the keys of a value that is read into a type; nil is any type.
func (w *walker) value(t reflect.Type) error {
	t = underlying(t)
	switch w.next() {
	case '{':
		return w.object(t)
	case '[':
		return w.list(element(t))
	case '"':
		w.quoted()
		return nil
	}
	end := strings.IndexAny(w.text, blanks+"]}") // of a number or a word
	if end < 0 {
		end = len(w.text)
	}
	w.text = w.text[end:]
	return nil
}

// quoted returns a string as it is written, with its quotes.
func (w *walker) quoted() string {
	end := 1
	for ; w.text[end] != '"'; end++ {
		if w.text[end] == '\\' {
			end++
		}
	}
	text := w.text[:end+1]
	w.text = w.text[end+1:]
	return text
}

// list checks the keys in a list.
func (w *walker) list(of reflect.Type) error {
	w.text = w.text[1:]
	for w.next() != ']' {
		if err := w.value(of); err != nil {
			return err
		}
	}
	w.text = w.text[1:]
	return nil
}

// object checks the keys of an object, and those in it.
func (w *walker) object(t reflect.Type) error {
	fields := w.fieldsOf(t)
	seen := map[string]bool{}
	w.text = w.text[1:]
	for w.next() != '}' {
		key, err := w.key()
		if err != nil {
			return err
		}
		w.path = append(w.path, key)
		of, known := fields[key]
		switch {
		case seen[key]:
			return w.problem("is there twice")
		case fields != nil && !known:
			return w.problem(unknown(key, fields))
		case fields == nil:
			of = element(t)
		}
		seen[key] = true
		if err := w.value(of); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.text = w.text[1:]
	return nil
}

// key reads a key.
func (w *walker) key() (key string, err error) {
	text := w.quoted()
	if strings.IndexByte(text, '\\') < 0 {
		return text[1 : len(text)-1], nil
	}
	err = json.Unmarshal([]byte(text), &key)
	return key, err
}

func (w *walker) problem(what string) error { return &KeyError{strings.Join(w.path, "."), what} }

// unknown returns the error for a key without a field.
func unknown(key string, fields map[string]reflect.Type) string {
	for name := range fields {
		if strings.EqualFold(name, key) {
			return fmt.Sprintf("must be written %q", name)
		}
	}
	return "is not known"
}

var (
	readsJSON = reflect.TypeFor[json.Unmarshaler]()
	readsText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// underlying returns the type that pointers lead to, or nil if the type reads its
// text in a way of its own.
func underlying(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || reflect.PointerTo(t).Implements(readsJSON) || reflect.PointerTo(t).Implements(readsText) {
		return nil
	}
	return t
}

// element returns the type of what a list or a map holds, or nil.
func element(t reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return t.Elem()
	}
	return nil
}

// fieldsOf returns the types of the fields of a struct by their keys, or nil.
func (w *walker) fieldsOf(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	fields := w.fields[t]
	if fields == nil {
		fields = make(map[string]reflect.Type, t.NumField())
		addFields(fields, t)
		w.fields[t] = fields
	}
	return fields
}

// addFields adds the fields of a struct by their keys.
func addFields(fields map[string]reflect.Type, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			addFields(fields, f.Type)
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case name == "":
			fields[f.Name] = f.Type
		default:
			fields[name] = f.Type
		}
	}
}
