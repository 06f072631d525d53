package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// pictured are the games of the pictures in the manual, with the moves before them.
var pictured = [][2]string{
	{"chess", "e2e4;e7e5;g1f3;b8c6;f1b5;a7a6"},
	{"draughts", "b6a5;a3b4;d6c5;b4c5d6"},
	{"go", "e5;c3;g3;c7;g7;e3;d4;e4"},
	{"hex", "k11;i9"},
	{"reversi", "c5;c6"},
	{"connectfour", "(drop 4);(drop 4);(drop 3);(drop 5);(drop 4);(drop 3)"},
	{"gomoku", "h8;i9;h9;h10;g8;i8"},
	{"amazons", "d1d7g7;a7a6d6"},
	{"morris", "d2;f4;b4;d6"},
	{"breakthrough", "(move 4 2 4 3);(move 5 7 5 6)"},
}

// The pictures of ten games in the manual, at tables where somebody is to move.
func TestPictures(t *testing.T) {
	Full(t)
	site := Start(t)
	p := site.Page(t, Options{Width: 480, Height: 800})
	for _, game := range pictured {
		p.lay(fmt.Sprintf(`{game: %q, moves: %q, opponents: {"": "random"}}`, game[0], game[1]))
		p.ready()
		p.Wait(`document.getElementById("board").shadowRoot.querySelector("[data-cell].can")`)
		p.shoot("arena-"+game[0], chromedp.ScreenshotScale(chromedp.CSS("#board"), 0.6, chromedp.NodeVisible))
	}
}
