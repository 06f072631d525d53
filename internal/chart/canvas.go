package chart

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// style has the colours of charts. The series have the colours of the palette of Okabe
// and Ito, which colour-blind people can tell apart.
const style = `.chart{--paper:#fff;--ink:#222;--faint:#ddd;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#cc79a7;--s4:#8f6a00;--s5:#56b4e9;--s6:#555;--s7:#a00}
@media (prefers-color-scheme:dark){.chart{--paper:#1b1b1d;--ink:#ddd;--faint:#3a3a3d;--s0:#56b4e9;--s1:#f0935a;--s2:#2fc79b;--s3:#e3a4c6;--s4:#f0e442;--s5:#9bd3f5;--s6:#bbb;--s7:#f77}}
.chart text{font:12px system-ui,sans-serif;fill:var(--ink)}
.chart .heading{font-size:15px;font-weight:600}
.chart .paper{fill:var(--paper)}
.chart .grid{stroke:var(--faint)}
.chart .axis{stroke:var(--ink)}
.chart .line{fill:none;stroke-width:2;stroke-linejoin:round}
.chart .hit{fill:transparent;stroke:none}
.chart .mark{fill:var(--ink);stroke:var(--paper)}
.chart .ring{fill:var(--paper);stroke:var(--ink);stroke-width:2}
.chart .range{stroke:var(--ink);stroke-width:1.5}
.chart .s0{stroke:var(--s0)}.chart .s1{stroke:var(--s1)}.chart .s2{stroke:var(--s2)}.chart .s3{stroke:var(--s3)}
.chart .s4{stroke:var(--s4)}.chart .s5{stroke:var(--s5)}.chart .s6{stroke:var(--s6)}.chart .s7{stroke:var(--s7)}
.chart .dashed{stroke-dasharray:6 4}
.chart .f0{fill:var(--s0)}.chart .f1{fill:var(--s1)}.chart .f2{fill:var(--s2)}.chart .f3{fill:var(--s3)}
.chart .f4{fill:var(--s4)}.chart .f5{fill:var(--s5)}.chart .f6{fill:var(--s6)}.chart .f7{fill:var(--s7)}
`

// colours is the number of colours for series.
const colours = 8

// stroke returns the classes of the line of a series. When the colours are used up,
// lines are dashed.
func stroke(series int) string {
	class := "s" + strconv.Itoa(series%colours)
	if series/colours%2 == 1 {
		class += " dashed"
	}
	return class
}

// fill returns the class of the areas of a series.
func fill(series int) string { return "f" + strconv.Itoa(series%colours) }

// A canvas collects the text of an SVG image.
type canvas struct{ buf bytes.Buffer }

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(&c.buf, format, args...) }

// writeTo completes the image and writes it.
func (c *canvas) writeTo(w io.Writer) error {
	c.buf.WriteString("</svg>\n")
	_, err := w.Write(c.buf.Bytes())
	return err
}

// text writes a text at a position.
func (c *canvas) text(x, y float64, class, anchor, text string) {
	c.printf(`<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`+"\n", class, anchor, num(x), num(y), escape(text))
}

// mark draws a mark in the colour of a class, or in the text colour, with a tooltip.
func (c *canvas) mark(m Mark, x, y float64, class, title string) {
	if m == Ring {
		class = strings.TrimSpace("ring " + class)
	} else {
		class = strings.TrimSpace("mark " + class)
	}
	tip := ""
	if title != "" {
		tip = "<title>" + escape(title) + "</title>"
	}
	switch m {
	case Dot, Ring:
		c.printf(`<circle class="%s" cx="%s" cy="%s" r="4">%s</circle>`+"\n", class, num(x), num(y), tip)
	case Square:
		c.printf(`<rect class="%s" x="%s" y="%s" width="8" height="8">%s</rect>`+"\n", class, num(x-4), num(y-4), tip)
	case Triangle:
		c.printf(`<path class="%s" d="M%s %sl6 -10h-12z">%s</path>`+"\n", class, num(x), num(y+5), tip)
	default:
		if title != "" {
			c.printf(`<circle class="hit" cx="%s" cy="%s" r="8">%s</circle>`+"\n", num(x), num(y), tip)
		}
	}
}

// num writes a coordinate with as many digits as are visible.
func num(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// escape escapes a text for XML. Characters that XML does not allow become U+FFFD.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\'':
			b.WriteString("&#39;")
		case r == '\t', r == '\n':
			b.WriteRune(r)
		case r < 0x20, r >= 0xFFFE && r <= 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
