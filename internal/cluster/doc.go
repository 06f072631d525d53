// Package work hands work to processes on this and other machines, and collects
// what they find, over NATS JetStream.
//
// An [Item] is a piece of work that anybody can do who knows its kind: it carries
// all that is needed. A [Manager] publishes the items of a [Job] and waits for a
// [Result] of each; a [Worker] leases items one at a time, tells again and again
// that it is still at work, publishes the result, and only then gives the lease up.
// Whatever dies in between, an item stays in the queue until its result is in the
// other one, and a result until the manager has kept it.
//
// The queues hold nothing that could not be lost. A manager compares them with what
// it is waiting for, now and then and after every disturbance, and publishes again
// what is missing. So an item may be done twice, but its result is taken once: items
// are known by keys, and the first result of a key counts.
package cluster
