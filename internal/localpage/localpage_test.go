package localpage

import (
	"bytes"
	"encoding/json"
	"testing"
)

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
