package localpage

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/library"
)

// TestNetworksFit writes the pages of the games with networks, which are the largest, with an
// engine of the size that it has. With these networks, too, a page is no larger than it may be.
func TestNetworksFit(t *testing.T) {
	if testing.Short() {
		t.Skip("prepares the engines of large games")
	}
	engine := &Engine{Wasm: make([]byte, 5_375_000), Script: make([]byte, 17_000)}
	if _, err := rand.NewChaCha8([32]byte{}).Read(engine.Wasm); err != nil { // what is compressed looks like that
		t.Fatal(err)
	}
	for i := range engine.Script {
		engine.Script[i] = '1'
	}
	for game := range library.Networks() {
		e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: game})
		if err != nil {
			t.Fatal(err)
		}
		var page bytes.Buffer
		if err := Write(t.Context(), &page, e, engine); err != nil || page.Len() > MaxSize {
			t.Errorf("%s: a page of %d bytes, %v", game, page.Len(), err)
		}
		t.Log(game, page.Len())
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
