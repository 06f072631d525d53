package browsertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// axe-core, which finds accessibility problems, is not part of the project: npm fetches
// it, and its checksum must match.
const (
	axePackage = "axe-core@4.14.0"
	axeSum     = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878" // SHA-256 of axe.min.js
)

// fetchAxe returns the source of axe-core from the user's cache or from npm.
var fetchAxe = sync.OnceValues(func() (string, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder = filepath.Join(folder, "ludex", strings.ReplaceAll(axePackage, "@", "-"))
	file := filepath.Join(folder, "node_modules", "axe-core", "axe.min.js")
	if text, err := readAxe(file); err == nil {
		return text, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", err
	}
	install := exec.Command(npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, axePackage)
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm: %w: %.300s", err, out)
	}
	return readAxe(file)
})

func readAxe(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	if hex.EncodeToString(sum[:]) != axeSum {
		return "", fmt.Errorf("%s is not the axe-core that is meant", file)
	}
	return string(data), nil
}

// Axe returns the source of axe-core. Where it cannot be fetched, the test is skipped
// or fails, see leftOut.
func Axe(t *testing.T) string {
	t.Helper()
	text, err := fetchAxe()
	if err != nil {
		leftOut(t, fmt.Sprintf("pages cannot be audited without axe-core, which needs npm: %v", err))
	}
	return text
}

// A Finding is an accessibility problem of a page.
type Finding struct {
	ID     string   `json:"id"`
	Impact string   `json:"impact"`
	Help   string   `json:"help"`
	Nodes  []string `json:"nodes"`
}

// Audit returns the problems that axe-core finds on the page.
func (p *Page) Audit(axe string) []Finding {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, "(() => {"+axe+"\n; return true; })()")
	}
	return Eval[[]Finding](p, `axe.run(document, {resultTypes: ["violations"], elementRef: false}).then((r) => r.violations
		.map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? ""))})))`)
}
