// Package strictjson reads JSON that has to mean the same to every reader.
//
// Package encoding/json ignores the case of keys, takes the last of two equal keys
// and drops keys that it does not know. Other readers do not, so a text can show
// one thing to us and another to them. Here such texts are errors.
package strictjson

import (
	"bytes"
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
// reports a [*KeyError] if an object has a key twice, or one that is not exactly
// that of a field. Keys may be missing.
func Unmarshal(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New("it is not UTF-8")
	}
	if err := json.Unmarshal(data, v); err != nil { // it also bounds the depth
		return err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return checkValue(d, reflect.TypeOf(v), "")
}

// checkValue checks the keys of a value that is read into a type; nil is any type.
func checkValue(d *json.Decoder, t reflect.Type, path string) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	t = underlying(t)
	switch token {
	case json.Delim('{'):
		return checkObject(d, t, path)
	case json.Delim('['):
		for d.More() {
			if err := checkValue(d, element(t), path); err != nil {
				return err
			}
		}
		_, err = d.Token()
	}
	return err
}

// checkObject checks the keys of an object whose opening bracket has been read.
func checkObject(d *json.Decoder, t reflect.Type, path string) error {
	var fields map[string]reflect.Type
	if t != nil && t.Kind() == reflect.Struct {
		fields = make(map[string]reflect.Type, t.NumField())
		addFields(fields, t)
	}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		key := token.(string) // the syntax has been checked
		at := strings.TrimPrefix(path+"."+key, ".")
		of, known := fields[key]
		switch {
		case seen[key]:
			return &KeyError{at, "is there twice"}
		case fields != nil && !known:
			return &KeyError{at, unknown(key, fields)}
		case fields == nil:
			of = element(t)
		}
		seen[key] = true
		if err := checkValue(d, of, at); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// unknown says what is wrong with a key that no field has.
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
