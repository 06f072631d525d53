package metrics

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A family is a set of counters or histograms with one name, told apart by the values of
// their labels. It is safe for concurrent use.
type family struct {
	name, help string
	labels     []string
	edges      []float64 // upper bounds of the buckets of histograms; nil for counters

	mu     sync.Mutex
	series map[string]*series // by the labels as text
}

// A series is one counter or histogram.
type series struct {
	count   uint64
	sum     float64
	buckets []uint64 // not cumulative; what is above all edges is in none
}

// counter returns a family of counters.
func counter(name, help string, labels ...string) *family {
	return &family{name: "ludex_" + name, help: help, labels: labels, series: map[string]*series{}}
}

// histogram returns a family of histograms.
func histogram(name, help string, edges []float64, labels ...string) *family {
	f := counter(name, help, labels...)
	f.edges = edges
	return f
}

// exponential returns n edges, each a multiple of the one before.
func exponential(first, factor float64, n int) []float64 {
	edges := make([]float64, n)
	for i := range edges {
		edges[i] = first
		first *= factor
	}
	return edges
}

// escape writes a label value as the text format wants it.
var escape = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

// of returns the series with the values of the labels. The lock must be held.
func (f *family) of(values []string) *series {
	pairs := make([]string, len(f.labels))
	for i, label := range f.labels {
		pairs[i] = label + `="` + escape.Replace(strings.ToValidUTF8(values[i], "�")) + `"`
	}
	key := strings.Join(pairs, ",")
	s := f.series[key]
	if s == nil {
		s = &series{buckets: make([]uint64, len(f.edges))}
		f.series[key] = s
	}
	return s
}

// inc counts one event.
func (f *family) inc(values ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.of(values).count++
}

// observe counts a value.
func (f *family) observe(x float64, values ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.of(values)
	s.count++
	s.sum += x
	if i, _ := slices.BinarySearch(f.edges, x); i < len(f.edges) {
		s.buckets[i]++
	}
}

// write writes all series in the text format of Prometheus.
func (f *family) write(out *bytes.Buffer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.series) == 0 {
		return
	}
	kind := "counter"
	if f.edges != nil {
		kind = "histogram"
	}
	heading(out, f.name, f.help, kind)
	for _, key := range slices.Sorted(maps.Keys(f.series)) {
		s := f.series[key]
		if f.edges == nil {
			fmt.Fprintf(out, "%s{%s} %d\n", f.name, key, s.count)
			continue
		}
		sum := uint64(0)
		for i, edge := range f.edges {
			sum += s.buckets[i]
			fmt.Fprintf(out, "%s_bucket{%s,le=\"%s\"} %d\n", f.name, key, number(edge), sum)
		}
		fmt.Fprintf(out, "%s_bucket{%s,le=\"+Inf\"} %d\n", f.name, key, s.count)
		fmt.Fprintf(out, "%s_sum{%s} %s\n%s_count{%s} %d\n", f.name, key, number(s.sum), f.name, key, s.count)
	}
}

// heading writes what a metric is.
func heading(out *bytes.Buffer, name, help, kind string) {
	fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// number writes a number in the shortest form.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
