package server

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
)

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
		return badJSON(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return problem(http.StatusBadRequest, "there is something after the JSON value")
	}
	return nil
}

func badJSON(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return err
	}
	return problem(http.StatusBadRequest, "the body cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
}
