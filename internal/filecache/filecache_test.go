package filecache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFolder(t *testing.T) {
	f := New(filepath.Join(t.TempDir(), "a", "b"), 2, 10)
	if _, ok := f.Load("x"); ok {
		t.Error("an empty folder has a file")
	}
	save := func(name, text string, age time.Duration) {
		f.Save(name, []byte(text))
		when := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(f.dir, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	has := func(name, want string) {
		t.Helper()
		if data, ok := f.Load(name); ok != (want != "") || string(data) != want {
			t.Errorf("%s is %q, %v, want %q", name, data, ok, want)
		}
	}
	save("x", "1", time.Hour)
	save("x", "12", time.Hour)
	has("x", "12")
	save("y", "123", 3*time.Minute)
	f.Save("z", []byte("1234")) // one too many
	has("y", "")
	has("x", "12")
	f.Save("large", []byte("123456789")) // too large together with another
	has("z", "")
	has("large", "123456789")
	var none *Folder
	none.Save("x", nil)
	if _, ok := none.Load("x"); ok {
		t.Error("no folder has a file")
	}
}
