package protocol

import (
	"encoding/json"
	"testing"
)

func TestMarkdown(t *testing.T) {
	if Markdown("") != nil {
		t.Error("an empty text has markup")
	}
	text, err := json.Marshal(Markdown("*a*"))
	if want := `{"kind":"markdown","value":"*a*"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
