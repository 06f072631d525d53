// Package metrics counts what the program does, for Prometheus, says whether it is
// well, and sets up its log.
package metrics
