package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"ludex/internal/panics"
)

// A handler answers a request. Its error is reported to the client.
type handler func(w http.ResponseWriter, r *http.Request) error

// A weight is the cost class of a request.
type weight int

const (
	light   weight = iota // cheap
	heavy                 // expensive; few run at a time
	lasting               // a stream, which runs until the client disconnects
)

// within runs a handler within the time limit for requests, which includes waiting for
// a free slot. The handler is cancelled when the client disconnects.
func (s *Server) within(wt weight, handle handler, w http.ResponseWriter, r *http.Request) error {
	if wt == lasting {
		return handle(w, r)
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.Limits.Question)
	defer cancel()
	r = r.WithContext(ctx)
	if wt == light {
		return handle(w, r)
	}
	leave, err := s.heavy.Acquire(ctx, client(r))
	if err != nil {
		return err
	}
	return beside(handle, leave, w, r)
}

// beside runs a handler in a goroutine of its own, so that the client need not wait for
// a handler that ignores its context. The handler keeps its slot until it returns.
func beside(handle handler, leave func(), w http.ResponseWriter, r *http.Request) error {
	out := &page{header: http.Header{}}
	ended := make(chan error, 1)
	go func() {
		defer leave()
		ended <- panics.Catch(func() error { return handle(out, r) })
	}()
	select {
	case err := <-ended:
		if err == nil {
			out.copyTo(w)
		}
		return err
	case <-r.Context().Done():
		return context.Cause(r.Context())
	}
}

// A page is a response that is buffered until it is complete.
type page struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements [http.ResponseWriter].
func (p *page) Header() http.Header { return p.header }

// WriteHeader implements [http.ResponseWriter].
func (p *page) WriteHeader(status int) {
	if p.status == 0 {
		p.status = status
	}
}

// Write implements [http.ResponseWriter].
func (p *page) Write(data []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	return p.body.Write(data)
}

func (p *page) copyTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), p.header)
	if p.status != 0 {
		w.WriteHeader(p.status)
	}
	_, _ = w.Write(p.body.Bytes()) // the client may be gone
}

// decode reads the body of a request: one JSON value of at most the given number of
// bytes, without unknown fields.
func decode(w http.ResponseWriter, r *http.Request, most int64, into any) error {
	body, err := jsonBody(w, r, most)
	if err != nil {
		return err
	}
	return decodeFrom(body, into)
}

// jsonBody returns the body of a request, limited to the given number of bytes. The
// request must have the content type of JSON.
func jsonBody(w http.ResponseWriter, r *http.Request, most int64) (io.Reader, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, problem(http.StatusUnsupportedMediaType, "send JSON, with the content type application/json")
	}
	if r.ContentLength > most {
		return nil, problem(http.StatusRequestEntityTooLarge, "at most %d bytes are allowed", most)
	}
	return http.MaxBytesReader(w, r.Body, most), nil
}

// decodeFrom reads one JSON value without unknown fields.
func decodeFrom(in io.Reader, into any) error {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return badJSON(err, reflect.TypeOf(into))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return problem(http.StatusBadRequest, "there is something after the JSON value")
	}
	return nil
}

// fieldPath returns the path of a field of a type as JSON has it: without the names of
// embedded structures, which are not in the JSON.
func fieldPath(of reflect.Type, path string) string {
	var kept []string
	for part := range strings.SplitSeq(path, ".") {
		for of != nil && of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of == nil || of.Kind() != reflect.Struct {
			kept, of = append(kept, part), nil
			continue
		}
		inside, embedded := fieldOf(of, part)
		if !embedded {
			kept = append(kept, part)
		}
		of = inside
	}
	return strings.Join(kept, ".")
}

// fieldOf returns the type of a field of a structure, and whether it is embedded.
func fieldOf(of reflect.Type, name string) (inside reflect.Type, embedded bool) {
	for f := range of.Fields() {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "" && f.Name == name:
			return f.Type, true
		case tag == name:
			return f.Type, false
		}
	}
	return nil, false
}

func badJSON(err error, of reflect.Type) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return err
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		where := "the body"
		if wrong.Field != "" {
			where = fmt.Sprintf("%q", fieldPath(of, wrong.Field))
		}
		return problem(http.StatusBadRequest, "%s must be %s, not %s", where, jsonKind(wrong.Type), wrong.Value)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return problem(http.StatusBadRequest, "the body is not JSON, at byte %d", syntax.Offset)
	}
	switch {
	case errors.Is(err, io.EOF):
		return problem(http.StatusBadRequest, "the body is empty: send JSON")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return problem(http.StatusBadRequest, "the body ends too early")
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return problem(http.StatusBadRequest, "there is no field %s", name)
	}
	return problem(http.StatusBadRequest, "the body cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// jsonKind says in the words of JSON what a value of a type looks like.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonKind(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
