package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"ludex/internal/server"
)

// download clicks on an element that downloads a page, and returns the address of the file.
func (p *Page) download(selector string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	folder, events := p.t.TempDir(), true
	progress := chromedp.Events(ctx, browser.DownloadProgress)
	_, err := chromedp.Call(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: folder, EventsEnabled: &events,
		BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.Click(selector)
	for e, err := range progress {
		if err != nil {
			p.t.Fatalf("the download: %v; the console says %q", err, p.Errors())
		}
		if e.State == browser.DownloadProgressStateCompleted {
			file := filepath.Join(folder, e.GUID)
			if err := os.Rename(file, file+".html"); err != nil {
				p.t.Fatal(err)
			}
			return "file://" + file + ".html"
		}
	}
	p.t.Fatal("the download does not end")
	return ""
}

// playToEnd begins a game on a page without a server, and clicks until it is over.
func (p *Page) playToEnd(most int) {
	p.t.Helper()
	if Eval[bool](p, `Boolean(document.querySelector("select[name=strength] option[value='level:1']"))`) {
		p.Choose("select[name=strength]", "level:1")
	}
	p.Choose("select[name=clock]", "500")
	p.Click("#begin")
	p.Wait("(" + decides + ") || (" + isOver + ")")
	p.clickOn(most)
	if text := p.Text("main"); strings.Contains(text, "null") || strings.Contains(text, "undefined") {
		p.t.Errorf("the page says %q", text)
	}
}

// A person downloads the page of a game, and one of a game that was written in the workshop,
// with its rules in words; both play without a server.
func TestDownload(t *testing.T) {
	t.Parallel()
	site := startWith(t, server.Config{Engine: findEngine})
	p := site.Page(t, Options{})
	p.Open("/play/tictactoe")
	file := p.download(`a[href$="/page.html"]`)
	other := openFile(t, file, Options{})
	if title := other.Text("h1"); title != "Tic-tac-toe" {
		t.Errorf("the page is about %q", title)
	}
	other.playToEnd(100)
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Write("#name", "Ten <b>")
	p.Click("#parts label:nth-child(3) span")
	p.Write("#words", "Who says ten wins. Add one or two.")
	other = openFile(t, p.download("#download"), Options{})
	other.Wait(`document.querySelector("#intro h1").textContent === "Ten <b>" && document.getElementById("aim").textContent === "Who says ten wins."`)
	other.playToEnd(100)
}

// The page of a game in real time is downloaded from the workshop, and played until the time is over.
func TestDownloadInRealTime(t *testing.T) {
	t.Parallel()
	p := startWith(t, server.Config{Engine: findEngine}).Page(t, Options{})
	p.Open("/workshop")
	p.Wait(`document.getElementById("verdict").textContent.startsWith("Ready")`)
	p.Choose("#open", "chicken")
	p.Wait(`document.getElementById("name").value === "chicken" && document.getElementById("verdict").textContent.startsWith("Ready")`)
	other := openFile(t, p.download("#download"), Options{})
	other.Choose("select[name=strength]", "idle")
	other.Click("#begin")
	other.Click("#start")
	other.Wait(isOver)
	if text := other.Text("#result"); !strings.Contains(text, "white 0, black 0") { // nobody swerved
		t.Errorf("the end is %q", text)
	}
}
