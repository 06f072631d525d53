// Package browsertest drives the pages of a server in a real, headless browser as a
// person would: it clicks, types and looks. It is for tests.
//
// A [Site] is a server with a store of its own, and a [Page] is a tab. An error on the
// console of a page and an uncaught exception make the test fail. A [Transcript] has
// everything that the server sent to a page, and an audit finds accessibility problems.
// With LUDEX_SCREENSHOTS set to a folder, the tests write screenshots to it.
package browsertest

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"ludex/internal/server"
	"ludex/internal/store"
)

// patience is the time limit of a page for anything. It is long, because test machines
// are busy.
const patience = 60 * time.Second

// A Site is a running server.
type Site struct {
	URL    string // without a trailing slash
	Server *server.Server
	Store  *store.Store

	browser context.Context
}

// Start starts a server, which ends with the test. All tests share one browser. Without
// a browser the test is skipped or fails, see leftOut.
func Start(t *testing.T) *Site {
	t.Helper()
	return startWith(t, server.Config{})
}

// startWith is Start for a server with a configuration.
func startWith(t *testing.T, cfg server.Config) *Site {
	t.Helper()
	window := shared.open(t)
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Store, cfg.Log = s, slog.New(slog.DiscardHandler)
	server, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Errorf("the server did not stop well: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Site{URL: "http://" + l.Addr().String(), Server: server, Store: s, browser: window}
}

// Full skips a slow test, unless LUDEX_FULL is set.
func Full(t *testing.T) {
	t.Helper()
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("takes long: LUDEX_FULL=1 runs it")
	}
}

// Options are the viewport and appearance of a page.
type Options struct {
	Width, Height int64 // 0 is 1280 by 900
	Dark          bool
}

// A Page is a tab of the browser.
type Page struct {
	t    *testing.T
	site *Site
	ctx  context.Context

	group   sync.WaitGroup // of the listeners
	mu      sync.Mutex
	wrong   []string
	allowed []string
}

// Page opens an empty tab, which is closed with the test.
func (s *Site) Page(t *testing.T, opt Options) *Page {
	t.Helper()
	if opt.Width == 0 {
		opt.Width, opt.Height = 1280, 900
	}
	ctx, cancel := chromedp.NewContext(s.browser, chromedp.WithNewBrowserContext()) // with its own cookies
	p := &Page{t: t, site: s, ctx: ctx}
	messages := chromedp.Console(ctx)
	p.group.Go(func() { p.listen(messages) })
	t.Cleanup(func() {
		cancel()
		p.group.Wait()
		for _, text := range p.Errors() {
			t.Errorf("the console says: %s", text)
		}
	})
	scheme := "light"
	if opt.Dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.EmulateViewport(opt.Width, opt.Height))
	return p
}

// listen records errors of the page.
func (p *Page) listen(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err != nil {
			return
		}
		if m.IsException() || m.Type == "error" || m.Type == "warning" || m.Type == "assert" {
			p.mu.Lock()
			p.wrong = append(p.wrong, m.String()+" "+m.URL)
			p.mu.Unlock()
		}
	}
}

// Allow declares errors that contain a text as expected.
func (p *Page) Allow(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, text)
}

// Errors returns the errors on the console that are not allowed.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
next:
	for _, text := range p.wrong {
		for _, a := range p.allowed {
			if strings.Contains(text, a) {
				continue next
			}
		}
		list = append(list, text)
	}
	return list
}

// do runs actions in order, and fails the test on an error.
func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%v; the console says %q", err, p.Errors())
	}
}

// Open navigates to a path of the site.
func (p *Page) Open(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.site.URL + path))
}

// Eval evaluates a JavaScript expression, whose value may be a promise.
func Eval[T any](p *Page, script string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v; the console says %q", script, err, p.Errors())
	}
	return v
}

// Wait waits until a JavaScript expression is true, also across navigations.
func (p *Page) Wait(script string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	safe := fmt.Sprintf("(() => { try { return Boolean(%s); } catch { return false; } })()", script)
	var err error
	for ctx.Err() == nil {
		if _, err = chromedp.Run(ctx, chromedp.Poll[chromedp.Void](safe, chromedp.WithPollingTimeout(patience))); err == nil {
			return
		}
	}
	p.Shot("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
	p.t.Fatalf("waiting for %s: %v; the page says %q; the console says %q", script, err, p.Text("main"), p.Errors())
}

// Click clicks on the centre of an element, when it no longer moves: a page that is still being filled would have something else at
// that place when the click arrives.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect();
		const now = [%q, r.x, r.y, r.width, r.height].join(), before = window.placeBefore;
		window.placeBefore = now;
		return now === before;
	})()`, selector, selector))
	p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Type types a text into an element.
func (p *Page) Type(selector, text string) {
	p.t.Helper()
	p.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// Write replaces the text of an element, as if by pasting.
func (p *Page) Write(selector, text string) {
	p.t.Helper()
	p.Click(selector)
	Eval[bool](p, fmt.Sprintf(`document.querySelector(%q).select() ?? true`, selector))
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.t.Fatal(err)
	}
}

// Press presses a key at the focused element.
func (p *Page) Press(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key))
}

// Choose chooses an option of a select element.
func (p *Page) Choose(selector, value string) {
	p.t.Helper()
	found := Eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("input", {bubbles: true})); s.dispatchEvent(new Event("change", {bubbles: true})); return s.value === %q; })()`, selector, value, value))
	if !found {
		p.t.Fatalf("%s has no option %q", selector, value)
	}
}

// Text returns the visible text of an element, or "" if there is none.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector))
}

// ClickCell clicks on the centre of a cell of the board.
func (p *Page) ClickCell(cell string) {
	p.t.Helper()
	x, y := p.cell(cell)
	p.do(chromedp.MouseClickXY(x, y))
}

// Drag drags from one cell of the board to another.
func (p *Page) Drag(from, to string) {
	p.t.Helper()
	x, y := p.cell(from)
	toX, toY := p.cell(to)
	p.do(chromedp.DragAndDropXY(x, y, toX, toY))
}

// cell returns the position of a cell.
func (p *Page) cell(cell string) (x, y float64) {
	p.t.Helper()
	at := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const node = [...document.getElementById("board").shadowRoot.querySelectorAll("[data-cell]")].find((n) => n.dataset.cell === %q);
		if (!node) return [];
		node.scrollIntoView({block: "nearest"});
		const r = node.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`, cell))
	if len(at) != 2 {
		p.t.Fatalf("the board has no cell %q", cell)
	}
	return at[0], at[1]
}

// Shot writes a screenshot of the whole page, if LUDEX_SCREENSHOTS names a folder.
func (p *Page) Shot(name string) {
	p.t.Helper()
	p.shoot(name, chromedp.FullScreenshot(100))
}

// Snap is like Shot, but for the viewport only.
func (p *Page) Snap(name string) {
	p.t.Helper()
	p.shoot(name, chromedp.CaptureScreenshot())
}

func (p *Page) shoot(name string, take chromedp.Action[[]byte]) {
	p.t.Helper()
	folder := os.Getenv("LUDEX_SCREENSHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, take)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
