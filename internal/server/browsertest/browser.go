package browsertest

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"ludex/internal/localpage"
)

// shared is the browser of all tests: starting one takes a second.
var shared window

// A window is a browser that is started on first use.
type window struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
}

// Main runs the tests of a package and then closes the browser.
func Main(m *testing.M) int {
	defer shared.close()
	return m.Run()
}

// built is the engine of pages that play without a server. Looking whether it is up to date takes a
// moment, and is done once.
var built = sync.OnceValues(func() (*localpage.Engine, error) {
	return localpage.FindEngine(context.Background())
})

// findEngine is localpage.FindEngine for all tests.
func findEngine(context.Context) (*localpage.Engine, error) { return built() }

// open returns the browser.
func (w *window) open(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes long")
	}
	path := browserPath(t)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx != nil {
		return w.ctx
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Flag("disable-dev-shm-usage", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	first, cancelFirst := chromedp.NewContext(alloc)
	if err := chromedp.Do(first); err != nil {
		cancelFirst()
		cancel()
		t.Fatalf("the browser does not start: %v", err)
	}
	w.ctx = first
	w.cancel = func() {
		cancelFirst()
		cancel()
	}
	return first
}

func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		w.cancel()
	}
}

// browserPath returns the path of the browser.
func browserPath(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	leftOut(t, "there is no browser: install chromium to run this test")
	return ""
}

// leftOut skips a test that cannot run here. It fails instead if LUDEX_NOTHING_LEFT_OUT
// is set.
func leftOut(t *testing.T, why string) {
	t.Helper()
	if v := os.Getenv("LUDEX_NOTHING_LEFT_OUT"); v != "" && v != "0" {
		t.Fatal(why)
	}
	t.Skip(why)
}
