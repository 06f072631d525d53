// Package chart draws charts as SVG: [Lines], [Bars], [Histogram] and [Grid].
//
// A chart is a value that is filled in and then written:
//
//	c := chart.Lines{
//		Frame: chart.Frame{Title: "value", X: chart.Axis{Label: "move"}, Y: chart.Axis{Label: "goal", Min: 0, Max: 100, Fixed: true}},
//		Series: []chart.Line{{Name: "white", Points: []chart.Point{{X: 0, Y: 50}, {X: 1, Y: 62}}}},
//	}
//	err := c.WriteSVG(out)
//
// The output depends on the chart only, is a complete file, and can be embedded in an
// HTML page. Its colours can be told apart by colour-blind people, and follow the
// reader's preference for light or dark. Labels may be any text. NaN, infinities and
// numbers beyond 1e100 are left out.
package chart
