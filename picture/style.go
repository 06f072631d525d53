package picture

import "fmt"

// playerColors are the colours of players.
var playerColors = []string{"#f4ead5", "#3a3a42", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#f0e442", "#56b4e9"}

// pieceColors are the colours of pieces that belong to nobody.
var pieceColors = []string{"#8a8d91", "#b07d4f", "#5f8f8b", "#9a6d9c", "#7f8f4e", "#a95f5f", "#4f6f9f", "#c0a040"}

const styleSheet = `svg{font-family:system-ui,sans-serif;font-size:14px}
text{fill:#333}
.page{fill:#fff}
.head{font-size:17px;font-weight:600}
.at{text-anchor:middle;fill:#777}
.name{text-anchor:middle;fill:#777}
.tag{stroke:#fff;stroke-width:3px;paint-order:stroke;stroke-linejoin:round}
.line{stroke:#aaa;stroke-width:1.5;fill:none}
.stub{stroke-dasharray:3 3}
.cell{fill:#efe4cd;stroke:#c9b791}
.dark{fill:#e3d3b2}
.moved{fill:#f3d665}
.current{fill:#f0b94d}
.piece circle,.piece rect{stroke:#222;stroke-width:1.5}
.piece text{text-anchor:middle;font-weight:700;fill:#fff;stroke:#111;stroke-width:3px;paint-order:stroke;stroke-linejoin:round;pointer-events:none}
.move{fill:none;stroke:#1f6fd1;stroke-width:4;stroke-opacity:.75;stroke-linejoin:round}
@media (prefers-color-scheme:dark){
text{fill:#ccc}
.page{fill:#1d1e22}
.at{fill:#999}
.name{fill:#2b2b2b}
.tag{fill:#999;stroke:#1d1e22}
.line{stroke:#666}
.piece circle,.piece rect{stroke:#999}
.cell{fill:#8e8371;stroke:#6f6656}
.dark{fill:#7f7462}
.moved{fill:#b5983a}
.current{fill:#b47d27}
}
`

const markers = `<defs>
<marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0,0 L10,5 L0,10 z" fill="#1f6fd1" fill-opacity=".85"/></marker>
<marker id="way" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="6" markerHeight="6" orient="auto"><path d="M0,0 L10,5 L0,10" fill="none" stroke="#888" stroke-width="1.5"/></marker>
</defs>
`

// style writes the colours of everything.
func (m *Image) style(keys []string, more string) {
	m.Printf("<style>\n%s%s", styleSheet, more)
	for i, color := range pieceColors {
		m.Printf(".n%d rect{fill:%s}\n", i, color)
	}
	m.playerStyles(keys)
	m.Printf("</style>\n%s", markers)
}

// playerStyles writes the colours of players. A player whose name is the name of
// a colour gets it: the viewer knows these words, and ignores what it does not
// know. For the same reason it is the viewer that chooses black or white letters
// by the lightness of the colour; one that cannot do this has letters with an
// outline.
func (m *Image) playerStyles(keys []string) {
	for player, key := range keys {
		m.Printf(".p%d circle{%s}\n", player, fills(player, key, "%s"))
	}
	const contrast = "lch(from %s calc((50 - l)*infinity) 0 0)"
	m.Printf("@supports (fill:lch(from red l 0 0)){\n")
	for player, key := range keys {
		m.Printf(".p%d text{stroke:none;%s}\n", player, fills(player, key, contrast))
	}
	m.Printf("}\n")
}

// fills returns declarations of a colour: that of the palette, and then that of
// the player's name, which takes its place if it is one.
func fills(player int, key, format string) string {
	text := "fill:" + fmt.Sprintf(format, playerColors[player%len(playerColors)])
	if isWord(key) {
		text += ";fill:" + fmt.Sprintf(format, key)
	}
	return text
}
