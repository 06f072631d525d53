// Package clustertest has helpers for tests of distributed work: NATS servers in
// processes of their own, and a proxy whose connections can be cut.
package clustertest
