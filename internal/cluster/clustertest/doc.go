// Package worktest has what tests of distributed work need: NATS servers in
// processes of their own, and connections that can be cut.
package clustertest
