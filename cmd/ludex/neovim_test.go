package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeovim opens a game with a mistake in Neovim, with the file that the manual tells
// people to copy, and waits for the diagnostics of the language server.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("there is no Neovim here")
	}
	plugin, err := filepath.Abs(filepath.Join("..", "..", "editors", "neovim", "ludex.lua"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	game := filepath.Join(dir, "broken.kif")
	if err := os.WriteFile(game, []byte("(role ann)\n(<= (legal ?p go) (true on))\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "--noplugin",
		"+filetype on", "+luafile "+plugin, "+edit "+game,
		"+lua vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)",
		"+lua for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.code .. ' ' .. d.message .. '\\n') end",
		"+lua io.stdout:write(vim.bo.filetype .. ' ' .. vim.bo.commentstring .. '\\n')",
		"+qa!")
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, want := range []string{"GDL020 ", "gdl-prefix ; %s"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
