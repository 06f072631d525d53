package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"ludex/internal/learn"
	"ludex/internal/localpage"
)

// TestEvolvePages evolves a few games. The best one was tried again, and has a report and a page
// that plays it.
func TestEvolvePages(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	if _, err := localpage.FindEngine(t.Context()); errors.Is(err, localpage.ErrNoEngine) {
		t.Skip(err)
	}
	folder := t.TempDir()
	out, err := exec.Command("ludex", "evolve", "breakthrough-5x5", "-o", folder, "--mutants", "24", "--pages", "1", "--playouts", "200", "--sample", "20", "--games", "4", "--nodes", "40", "--time", "0").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	index, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`Tried again with more games: .*? <a href="(breakthrough-5x5-\d+\.html)">Play</a>\. <a href="(breakthrough-5x5-\d+-report\.html)">.*? <a href="(breakthrough-5x5-\d+\.net)">Network</a>`).FindSubmatch(index)
	if found == nil {
		t.Fatalf("no page of the best game: %s", out)
	}
	page, err := os.ReadFile(filepath.Join(folder, string(found[1])))
	if err != nil {
		t.Fatal(err)
	}
	units := make([]uint16, len(page)/2)
	for i := range units {
		units[i] = uint16(page[2*i]) | uint16(page[2*i+1])<<8
	}
	name := strings.TrimSuffix(string(found[1]), ".html")
	if text := string(utf16.Decode(units)); !strings.Contains(text, "<title>"+name+"</title>") || len(page) < 1_000_000 {
		t.Errorf("the page of %s has another title, or no engine: it has %d bytes", name, len(page))
	}
	report, err := os.ReadFile(filepath.Join(folder, string(found[2])))
	if err != nil || !bytes.Contains(report, []byte("learned from 4096 plays")) {
		t.Errorf("the network does not play the games of the report: %v", err)
	}
	if m, err := learn.Load(filepath.Join(folder, string(found[3]))); err != nil || !m.Helps() {
		t.Errorf("the network: %v", err)
	}
}
