package rbgenginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// SmallGames returns the texts of small games by name: the files of a folder, and
// one game of each kind that this package makes.
func SmallGames(t testing.TB, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{
		"flip":     Turning("exye", "yxxe", "eyxe"),
		"sweep":    Sweeping("(up* + down*)(left* + right*)", "up + down + left + right", "ewbx", "bbwe"),
		"surround": Surrounding("ewb", "bbw", "eew"),
		"rotate":   Rotating(Board("ewb", "bwe", "ewb"), "up + down + left + right", "right;down;left;up"),
		"best":     Jumps{Ways: []string{"up", "left"}}.Text("ewbe", "bwee", "ebwe"),
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.rbg"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no games in %s: %v", dir, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(f), ".rbg")] = string(text)
	}
	return texts
}
