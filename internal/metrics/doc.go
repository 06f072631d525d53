// Package metrics has the counters of the program for Prometheus, its health checks,
// and its logger.
package metrics
