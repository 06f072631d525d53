// Package cluster distributes work to processes on this and other machines, and
// collects the results: over NATS JetStream, or over connections to the manager itself if
// all are on one machine ([ListenLocally]).
//
// An [Item] is a self-contained piece of work of some kind. A [Manager] publishes
// the items of a [Job] and waits for a [Result] of each. A [Worker] leases items
// one at a time, sends heartbeats while it works, publishes the result, and only
// then acknowledges the item. So whatever crashes, an item stays in its queue until
// its result is in the result queue, and a result stays there until the manager has
// kept it.
//
// The queues may be lost. A manager compares them with the results that it is
// waiting for, periodically and after every failure, and publishes missing items
// again. So an item may be done twice, but its result is taken once: items have
// keys, and the first result for a key counts.
package cluster
