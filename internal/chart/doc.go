// Package chart draws charts as SVG: [Lines], [Bars] and [Histogram].
//
// A chart is a value that is filled in and then written:
//
//	c := chart.Lines{
//		Frame: chart.Frame{Title: "value", X: chart.Axis{Label: "move"}, Y: chart.Axis{Label: "goal", Min: 0, Max: 100, Fixed: true}},
//		Series: []chart.Line{{Name: "white", Points: []chart.Point{{X: 0, Y: 50}, {X: 1, Y: 62}}}},
//	}
//	err := c.WriteSVG(out)
//
// What is written depends on the chart alone, stands by itself as a file, and can
// be put into a page of HTML as it is. Colours, which people with any sight can
// tell apart, follow the reader's preference for light or dark. Labels may hold
// any text. Numbers that are no numbers, and those beyond 10 to the power
// of 100, are left out.
package chart
