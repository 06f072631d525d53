package neural

import (
	"sync"
)

// A Sample is a state with the goals that it should be given.
type Sample struct {
	Features []int32
	Goals    []float32 // by role, between 0 and 1
	Weight   float32
}

// A Trainer changes the weights of a network by gradient descent. The result does not
// depend on the number of threads.
type Trainer struct {
	net     *Network
	threads int
	sums    []float32 // by sample and unit
	active  []float32
	slopes  []float32 // of the loss, by sample and unit
	errors  []float32 // by sample and value
	movers  []int
	losses  []float64
}

// NewTrainer returns a trainer for batches of at most so many samples.
func (n *Network) NewTrainer(threads, batch int) *Trainer {
	return &Trainer{
		net: n, threads: threads, sums: make([]float32, batch*n.hidden), active: make([]float32, batch*n.hidden),
		slopes: make([]float32, batch*n.hidden), errors: make([]float32, batch*n.values), movers: make([]int, batch), losses: make([]float64, batch),
	}
}

// Step makes one step for a batch of samples, and returns the sum of the squared errors
// before it.
func (t *Trainer) Step(samples []Sample, rate float32) (loss float64) {
	t.parallel(len(samples), 1, func(from, to int) {
		for i := from; i < to; i++ {
			t.forward(i, &samples[i], rate)
		}
	})
	t.parallel(t.net.hidden, block, func(from, to int) {
		for i := range samples {
			t.update(i, &samples[i], from, to)
		}
	})
	for i := range samples {
		for v := range t.net.values {
			t.net.offset[t.movers[i]*t.net.values+v] += t.errors[i*t.net.values+v]
		}
		loss += t.losses[i]
	}
	return loss
}

// parallel calls f for parts of a range whose bounds are multiples of unit.
func (t *Trainer) parallel(n, unit int, f func(from, to int)) {
	var all sync.WaitGroup
	for k := range t.threads {
		from, to := n/unit*k/t.threads*unit, n/unit*(k+1)/t.threads*unit
		if k == t.threads-1 {
			f(from, to)
			break
		}
		all.Go(func() { f(from, to) })
	}
	all.Wait()
}

// part returns the units of a sample.
func (t *Trainer) part(of []float32, sample int) []float32 {
	at := sample * t.net.hidden
	return of[at : at+t.net.hidden : at+t.net.hidden]
}

// forward computes the errors of a sample and their slopes, times the rate.
func (t *Trainer) forward(i int, s *Sample, rate float32) {
	n := t.net
	sums, active, slopes := t.part(t.sums, i), t.part(t.active, i), t.part(t.slopes, i)
	n.sum(s.Features, sums)
	n.kernel.activate(active, sums)
	clear(slopes)
	t.movers[i], t.losses[i] = n.mover(s.Features), 0
	for v := range n.values {
		e := s.Goals[v] - float32(logistic(n.logit(t.movers[i], v, active)))
		t.losses[i] += float64(e) * float64(e)
		e *= rate * s.Weight
		t.errors[i*n.values+v] = e
		n.kernel.axpy(slopes, n.outputs(t.movers[i], v), e)
	}
	n.kernel.damp(slopes, sums)
}

// update changes the weights of some units for a sample.
func (t *Trainer) update(i int, s *Sample, from, to int) {
	n := t.net
	slopes, active := t.part(t.slopes, i)[from:to], t.part(t.active, i)[from:to]
	for _, f := range s.Features {
		if !n.ignored[f] {
			n.kernel.add(n.row(f)[from:to], slopes)
		}
	}
	n.kernel.add(n.bias[from:to], slopes)
	for v := range n.values {
		n.kernel.axpy(n.outputs(t.movers[i], v)[from:to], active, t.errors[i*n.values+v])
	}
}
