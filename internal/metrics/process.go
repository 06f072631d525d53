package metrics

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	rt "runtime/metrics"
	"time"
)

// began is when the process began, or nearly so.
var began = time.Now()

// processMetrics are the metrics of the process, under the names that Prometheus users
// know, and what the Go runtime calls them.
var processMetrics = []struct{ name, kind, help, source string }{
	{"go_goroutines", "gauge", "Goroutines that exist.", "/sched/goroutines:goroutines"},
	{"go_gc_cycles_total", "counter", "Garbage collections that were completed.", "/gc/cycles/total:gc-cycles"},
	{"go_memstats_alloc_bytes", "gauge", "Bytes of objects in the heap.", "/memory/classes/heap/objects:bytes"},
	{"go_memstats_alloc_bytes_total", "counter", "Bytes that were allocated in the heap.", "/gc/heap/allocs:bytes"},
	{"go_memstats_sys_bytes", "gauge", "Bytes of memory from the system.", "/memory/classes/total:bytes"},
	{"go_memstats_heap_released_bytes", "gauge", "Bytes of the heap that were given back to the system.", "/memory/classes/heap/released:bytes"},
	{"go_gc_gomemlimit_bytes", "gauge", "The memory limit of the Go runtime.", "/gc/gomemlimit:bytes"},
	{"go_threads", "gauge", "Threads of the system that exist.", "/sched/threads/total:threads"},
	{"go_sched_gomaxprocs_threads", "gauge", "Threads that run Go code at a time.", "/sched/gomaxprocs:threads"},
}

// writeProcess writes the metrics of the process.
func writeProcess(out *bytes.Buffer) {
	samples := make([]rt.Sample, len(processMetrics))
	for i, m := range processMetrics {
		samples[i].Name = m.source
	}
	rt.Read(samples)
	for i, m := range processMetrics {
		if v := samples[i].Value; v.Kind() == rt.KindUint64 {
			heading(out, m.name, m.help, m.kind)
			fmt.Fprintf(out, "%s %d\n", m.name, v.Uint64())
		}
	}
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	heading(out, "go_info", "The version of Go, and of the program.", "gauge")
	fmt.Fprintf(out, "go_info{version=%q,program=%q} 1\n", runtime.Version(), version)
	heading(out, "process_start_time_seconds", "When the process began, in seconds since 1970.", "gauge")
	fmt.Fprintf(out, "process_start_time_seconds %s\n", number(float64(began.UnixMilli())/1000))
}
