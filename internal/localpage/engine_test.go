package localpage

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBesideProgram looks for the engine of an archive and of a system.
func TestBesideProgram(t *testing.T) {
	top := t.TempDir()
	if e, err := besideProgram(top); e != nil || err != nil {
		t.Fatalf("an empty folder has an engine %v, error %v", e, err)
	}
	share := filepath.Join(top, "share", "ludex")
	if err := os.MkdirAll(share, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(share, WasmFile), []byte("wasm"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := besideProgram(top); err == nil {
		t.Error("an engine without its script is accepted")
	}
	if err := os.WriteFile(filepath.Join(share, ScriptFile), []byte("script"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{top, filepath.Join(top, "bin")} {
		e, err := besideProgram(folder)
		if err != nil || e == nil || string(e.Wasm) != "wasm" || string(e.Script) != "script" {
			t.Errorf("%s: %v, error %v", folder, e, err)
		}
	}
}
