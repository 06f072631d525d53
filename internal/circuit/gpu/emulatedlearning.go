package gpu

import (
	"math"
	"math/bits"
)

// record returns a word of a record.
func (e *selfEmulator) record(record, i, play int) *uint32 {
	return &e.kept[(record*e.s.recordWords()+i)*len(e.aux)+play]
}

func (e *selfEmulator) targets(lambda float32) error {
	values, roles := e.s.network.Values, e.s.env.program.Roles
	for p := range e.aux {
		last := int(e.aux[p][auxSteps]) - 1
		for v := range values {
			done := *e.record(last, 0, p)&flagDone != 0
			t := float32(0.5)
			if done {
				t = float32(*e.record(last, 1+v, p)) / 100
			}
			*e.record(last, 1+v, p) = math.Float32bits(t)
			for i := last; i > 0; i-- {
				if i < last || !done {
					t = lambda*t + (1-lambda)*math.Float32frombits(*e.record(i, 1+roles+v, p))
				}
				*e.record(i-1, 1+v, p) = math.Float32bits(t)
			}
		}
	}
	return nil
}

// emulatedBatch is from how many positions the interpreter learns at once.
const emulatedBatch = choosers * trainBlocks

func (e *selfEmulator) batch() int { return emulatedBatch }

func (e *selfEmulator) train(records, steps int, seed uint32, rate float32) (loss float64, positions int, err error) {
	numbers, _ := e.weights()
	for step := range steps {
		changes := make([]int32, len(numbers))
		for sample := range emulatedBatch {
			play, record, ok := e.drawRecord(records, seed, sample, step)
			if !ok {
				continue
			}
			loss += e.learnFrom(numbers, changes, record, play, rate)
			positions++
		}
		for i, c := range changes {
			numbers[i] += float32(c) / changeScale
		}
		e.s.setNumbers(numbers)
	}
	return loss, positions, nil
}

// drawRecord draws a play and one of its records.
func (e *selfEmulator) drawRecord(records int, seed uint32, sample, step int) (play, record int, ok bool) {
	for lane := range uint32(Lanes) {
		a, _ := bits.Mul32(mix(seed, uint32(sample), uint32(2*step), lane), uint32(len(e.aux)))
		b, _ := bits.Mul32(mix(seed, uint32(sample), uint32(2*step+1), lane), uint32(records))
		if b < e.aux[a][auxSteps] {
			return int(a), int(b), true
		}
	}
	return 0, 0, false
}

// learnFrom adds the changes that a record asks for, and returns the squared error.
func (e *selfEmulator) learnFrom(numbers []float32, changes []int32, record, play int, rate float32) (loss float64) {
	s, n, roles := e.s, &e.s.network, e.s.env.program.Roles
	change := func(at int, by float32) { changes[at] += int32(math.RoundToEven(float64(by * changeScale))) }
	sums := append([]float32(nil), numbers[:n.Hidden]...)
	who := roles
	var rows []int
	at := s.rowsAt()
	for _, f := range n.Features {
		if *e.record(record, 1+roles+n.Values+f.Bit/32, play)>>(f.Bit%32)&1 == 1 {
			if f.Mover >= 0 {
				who = f.Mover
			}
			if f.Weights != nil {
				rows = append(rows, at)
				for h := range sums {
					sums[h] += numbers[at+h]
				}
			}
		}
		if f.Weights != nil {
			at += n.Hidden
		}
	}
	weight := rate
	if *e.record(record, 0, play)&flagDone != 0 {
		weight *= 2
	}
	slopes := make([]float32, n.Hidden)
	for v := range n.Values {
		first, offset := len(n.Bias)+(who*n.Values+v)*n.Hidden, len(n.Bias)+len(n.Output)+who*n.Values+v
		z := numbers[offset]
		for h, x := range sums {
			z += n.active(x) * numbers[first+h]
		}
		d := math.Float32frombits(*e.record(record, 1+v, play)) - float32(1/(1+math.Exp(-float64(z))))
		loss += float64(d) * float64(d)
		d *= weight
		for h, x := range sums {
			slopes[h] += d * numbers[first+h]
			change(first+h, d*n.active(x))
		}
		change(offset, d)
	}
	for h, x := range sums {
		if x < 0 || x > 1 {
			slopes[h] *= n.Leak
		}
		change(h, slopes[h])
		for _, row := range rows {
			change(row+h, slopes[h])
		}
	}
	return loss
}

// active returns what a hidden unit puts out.
func (n *Network) active(x float32) float32 {
	c := min(max(x, 0), 1)
	return c + n.Leak*(x-c)
}

func (e *selfEmulator) weights() ([]float32, error) {
	words := e.s.numbers()
	out := make([]float32, len(words))
	for i, x := range words {
		out[i] = math.Float32frombits(x)
	}
	return out, nil
}
