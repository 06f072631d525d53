package localpage

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/library"
)

// TestNetworksFit writes the pages of the games with networks, which are the largest, with an
// engine of the size that it has.
func TestNetworksFit(t *testing.T) {
	if testing.Short() {
		t.Skip("prepares the engines of large games")
	}
	engine := &Engine{Wasm: make([]byte, 5_350_000), Script: []byte("// nothing")}
	for game := range library.Networks() {
		e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: game})
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(t.Context(), io.Discard, e, engine); err != nil {
			t.Error(err)
		}
	}
}

// A text that would end the element it stands in is read back as it was.
func TestElementJSON(t *testing.T) {
	const text = "a < b </script><!-- \" \\ &"
	data, err := elementJSON(text)
	if err != nil || bytes.Contains(data, []byte("</")) || bytes.Contains(data, []byte("<!")) {
		t.Fatalf("%s, %v", data, err)
	}
	var got string
	if err := json.Unmarshal(data, &got); err != nil || got != text {
		t.Errorf("%q, %v", got, err)
	}
}
