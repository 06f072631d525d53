package picture

import (
	"strconv"
	"strings"
)

// playerColors are the colours of players.
var playerColors = []string{"#f6efe0", "#34343c", "#2b7bba", "#d9622b", "#1f9d77", "#c76a9c", "#e3c52f", "#5cb3e6"}

// pieceColors are the colours of pieces without an owner.
var pieceColors = []string{"#8a8d91", "#b07d4f", "#5f8f8b", "#9a6d9c", "#7f8f4e", "#a95f5f", "#4f6f9f", "#c0a040"}

// PlayerColor returns the colour of a player's pieces, by the index of the player.
func PlayerColor(player int) string { return playerColors[player%len(playerColors)] }

// A Theme has the colours that a presentation chooses for a board. Empty ones are the
// default.
type Theme struct{ Light, Dark, Line string }

// A tone is a colour of the style sheet: the custom property that overrides it, and its
// values on light and dark pages.
type tone struct{ property, light, dark string }

var (
	toneText    = tone{"text", "#2e2e2e", "#d4d4d0"}
	toneFaint   = tone{"faint", "#6d6d6d", "#a3a3a0"}
	tonePage    = tone{"page", "#fff", "#1b1c20"}
	toneLight   = tone{"light", "#f1e6cf", "#a89a80"}
	toneDark    = tone{"dark", "#dcc9a2", "#8b7d63"}
	toneLine    = tone{"line", "#a9946a", "#4f4737"}
	toneChanged = tone{"changed", "#f2cf57", "#c9a02f"}
	toneCurrent = tone{"current", "#eeb04a", "#b9822b"}
	toneMove    = tone{"move", "#1f6fd1", "#3b8bea"}
	toneChip    = tone{"chip", "#f1efea", "#2c2d33"}
	toneEdge    = tone{"edge", "#8f8f8f", "#7c7c7c"}
)

// css returns declarations of a property, with fallbacks for viewers that do not
// support all of them.
func (t tone) css(property string) string {
	return property + ":" + t.light + ";" + property + ":var(--board-" + t.property + ",light-dark(" + t.light + "," + t.dark + "))"
}

// contrast is black or white, whichever is readable on the colour of a piece; shade is
// a darker variant of the colour.
const (
	contrast = "oklch(from currentColor clamp(.16,(.63 - l)*99,.97) 0 0)"
	shade    = "oklch(from currentColor calc(l*.42) calc(c*.7) h)"
)

// styleSheet is the style sheet of all boards. Its selectors match inside of boards
// only, since the styles of an embedded image apply to the whole page.
var styleSheet = scoped(append([]string{
	".ludex-board{font-family:system-ui,sans-serif;font-size:13px;max-width:100%;height:auto}",
	".ludex-board:root{color-scheme:light dark}",
	"text{" + toneText.css("fill") + "}",
	".page{fill:none}",
	":root .page{" + tonePage.css("fill") + "}",
	".head{font-size:17px;font-weight:600}",
	".at,.nm{text-anchor:middle;" + toneFaint.css("fill") + "}",
	".al{text-anchor:end}",
	".ar{text-anchor:start}",
	".c>.g{" + toneLight.css("fill") + ";" + toneLine.css("stroke") + ";stroke-width:0}",
	".dk>.g{" + toneDark.css("fill") + "}",
	".tl{" + toneLight.css("fill") + "}",
	".td{" + toneDark.css("fill") + "}",
	".ln2{" + toneLine.css("stroke") + "}",
	".bo{fill:none;" + toneLine.css("stroke") + ";stroke-width:1.5}",
	".ky{" + toneLight.css("fill") + "}",
	".wall{" + toneDark.css("fill") + ";" + toneLine.css("stroke") + "}",
	".wood{" + toneLight.css("fill") + ";" + toneLine.css("stroke") + "}",
	".un .c>.g,.hx .c>.g,.gr .c>.g{stroke-width:1.2}",
	".po .c>.g,.ba .c>.g{fill:transparent;stroke:none}",
	".ln{fill:none;" + toneLine.css("stroke") + ";stroke-width:1.4}",
	".gr .ln{" + toneEdge.css("stroke") + ";stroke-width:1.8}",
	".hd{" + toneEdge.css("fill") + "}",
	".sd{" + toneLine.css("fill") + "}",
	".stub{stroke-dasharray:3 3}",
	".current>.g{" + toneCurrent.css("fill") + "}",
	".changed>.g{" + toneChanged.css("fill") + "}",
	".po .changed>.g,.po .current>.g{fill:transparent}",
	".ba .changed .l{" + toneMove.css("stroke") + "}",
	".ba .changed .pc path{" + toneMove.css("stroke") + "}",
	".ba .changed>.g{fill:transparent}",
	".eg{fill:none;stroke:currentColor;stroke-width:7;stroke-linejoin:round;stroke-linecap:round;pointer-events:none}",
	".hx .nm{" + toneLine.css("fill") + "}",
	".gr .nm{" + tonePage.css("stroke") + ";stroke-width:3px;stroke-linejoin:round;paint-order:stroke}", // roads pass below
	".no{font-size:9px;" + toneLight.css("fill") + "}",
	".changed>.no{fill:#333}",
	".new{fill:none;stroke-width:3;" + toneMove.css("stroke") + "}",
	".unknown>.g{fill-opacity:.35}",
	".q{text-anchor:middle;font-size:18px;opacity:.45}",
	".pc{pointer-events:none}",
	".pc path{fill:currentColor;stroke:#222;stroke:" + shade + ";stroke-width:1.5;stroke-linejoin:round}",
	".pc .d{fill:none;stroke:#777;stroke:" + contrast + ";stroke-opacity:.75;stroke-width:1.5;stroke-linecap:round}",
	".pc .l{fill:none;stroke:currentColor;stroke-width:5.5;stroke-linecap:round}",
	".pc text{text-anchor:middle;font-weight:700;fill:#777;fill:" + contrast + "}",
	".pc .t{fill:currentColor}",
	".nt{color:#fbf5e6}",
	".mk rect{fill:#fff;fill-opacity:.85;stroke:#777;stroke-width:.8}",
	".mk text{text-anchor:middle;font-size:10px;font-weight:600;fill:#444}",
	".lf{text-anchor:middle;font-size:9px;fill:#333;stroke:#fff;stroke-width:2.5px;paint-order:stroke}",
	".mv{fill:none;" + toneMove.css("stroke") + ";stroke-width:4;stroke-opacity:.7;stroke-linejoin:round;stroke-linecap:round;pointer-events:none}",
	".mh{" + toneMove.css("fill") + ";fill-opacity:.9;pointer-events:none}",
	".wh{" + toneFaint.css("fill") + "}",
	".ch{" + toneChip.css("fill") + ";" + toneEdge.css("stroke") + ";stroke-width:.8}",
	".cn{" + toneChanged.css("fill") + "}",
	".cn+text{fill:#222}",
	".mo{font-family:ui-monospace,monospace;font-size:12.5px}",
}, partStyles...)...)

// StyleSheet returns the style sheet of all images, for a page with many of them.
func StyleSheet() string { return styleSheet }

// scoped joins the rules of a style sheet, each restricted to boards.
func scoped(rules ...string) string {
	var b strings.Builder
	for _, rule := range rules {
		selectors, body, _ := strings.Cut(rule, "{")
		for i, s := range strings.Split(selectors, ",") {
			if i > 0 {
				b.WriteByte(',')
			}
			switch {
			case strings.HasPrefix(s, ".ludex-board"):
			case strings.HasPrefix(s, ":root"):
				b.WriteString(".ludex-board")
			default:
				b.WriteString(".ludex-board ")
			}
			b.WriteString(s)
		}
		b.WriteString("{" + body + "\n")
	}
	for i, c := range pieceColors {
		b.WriteString(".ludex-board .n" + strconv.Itoa(i) + "{color:" + c + "}\n")
	}
	for i, c := range playerColors {
		n := strconv.Itoa(i)
		b.WriteString(".ludex-board .p" + n + "{color:" + c + ";color:var(--board-p" + n + "," + c + ")}\n")
	}
	return b.String()
}

// variables returns the colours of a presentation as a style attribute, or "".
func (t Theme) variables(players []Player) string {
	var list []string
	for _, v := range [][2]string{{"light", t.Light}, {"dark", t.Dark}, {"line", t.Line}} {
		if v[1] != "" {
			list = append(list, "--board-"+v[0]+":"+v[1])
		}
	}
	for i, p := range players {
		if p.Color != "" {
			list = append(list, "--board-p"+strconv.Itoa(i%len(playerColors))+":"+p.Color)
		}
	}
	if list == nil {
		return ""
	}
	return ` style="` + Escape(strings.Join(list, ";")) + `"`
}
