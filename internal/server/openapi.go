package server

import (
	_ "embed"
	"net/http"
)

// openAPI describes the API.
//
//go:embed openapi.json
var openAPI []byte

func getOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI) // the client may be gone
	return nil
}
