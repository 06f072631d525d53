package gpu

import (
	"errors"
	"math"

	"ludex/internal/cuda"
)

func float32bits(x float32) uint32 { return math.Float32bits(x) }

// A selfLauncher runs self-play on a device.
type selfLauncher struct {
	s                     *SelfPlay
	device                *cuda.Device
	module                *cuda.Module
	play, restart, choice *cuda.Function
	target, training      *cuda.Function // nil if the network cannot learn here
	plays                 int            // for which there is memory
	fixed, sized          []*cuda.Buffer

	tables, initial, entries, numbers, alive, tallies *cuda.Buffer
	places, changes, barrier                          *cuda.Buffer
	memory, aux, kept                                 *cuda.Buffer
	kepts                                             int // records of a play
}

// newSelfLauncher compiles the kernels.
func newSelfLauncher(d *cuda.Device, s *SelfPlay) (*selfLauncher, error) {
	l := &selfLauncher{s: s, device: d}
	if err := l.compile(); err != nil {
		return nil, errors.Join(err, l.free())
	}
	return l, nil
}

func (l *selfLauncher) compile() (err error) {
	d, e := l.device, l.s.env
	text := e.PTX() + l.s.restartPTX() + l.s.choosePTX()
	functions := map[string]**cuda.Function{"play": &l.play, "restart": &l.restart, "choose": &l.choice}
	if CanLearn(l.s.network.Hidden, l.s.network.Values) == nil {
		text += l.s.targetsPTX() + l.s.trainPTX()
		functions["targets"], functions["train"] = &l.target, &l.training
	}
	if l.module, err = d.Compile(text, e.level()); err != nil {
		return err
	}
	for name, f := range functions {
		if *f, err = l.module.Function(name); err != nil {
			return err
		}
	}
	if err := l.play.Share(e.sharedBytes()); err != nil {
		return err
	}
	entries, _ := l.s.network.table()
	for _, b := range []struct {
		to    **cuda.Buffer
		words []uint32
	}{
		{&l.tables, append([]uint32{0}, e.tables...)}, {&l.initial, e.Initial()}, {&l.entries, append(entries, 0)}, {&l.numbers, l.s.numbers()},
		{&l.alive, make([]uint32, 1)}, {&l.tallies, make([]uint32, 2*e.tallies)},
		{&l.places, l.s.places()}, {&l.changes, make([]uint32, len(l.s.numbers()))}, {&l.barrier, make([]uint32, 6)},
	} {
		if *b.to, err = d.Allocate(4 * len(b.words)); err != nil {
			return err
		}
		l.fixed = append(l.fixed, *b.to)
		if err := (*b.to).Write(bytesOf(b.words)); err != nil {
			return err
		}
	}
	return l.tables.Write(bytesOf(e.tables))
}

// set implements selfExecutor.
func (l *selfLauncher) set() error { return l.numbers.Write(bytesOf(l.s.numbers())) }

// numbers returns the numbers of the network as the kernel reads them.
func (s *SelfPlay) numbers() []uint32 {
	n := &s.network
	_, rows := n.table()
	all := append(append(append([]float32{}, n.Bias...), n.Output...), n.Offset...)
	for len(all) < s.rowsAt() {
		all = append(all, 0)
	}
	out := make([]uint32, 0, len(all)+len(rows))
	for _, x := range append(all, rows...) {
		out = append(out, math.Float32bits(x))
	}
	return out
}

// places returns the entries of features, each with the place of its weights in bytes.
func (s *SelfPlay) places() []uint32 {
	entries, _ := s.network.table()
	out := make([]uint32, 0, 2*len(entries)+2)
	at := 4 * s.rowsAt()
	for _, e := range entries {
		out = append(out, e, uint32(at))
		if e&entryWeights != 0 {
			at += 4 * s.network.Hidden
		}
	}
	return append(out, 0, 0)
}

// begin implements selfExecutor.
func (l *selfLauncher) begin(plays, records int, seed uint32, opening int) (err error) {
	if l.plays != plays || l.kepts != records {
		if err := l.release(&l.sized); err != nil {
			return err
		}
		l.plays, l.kepts = plays, records
		for to, words := range map[**cuda.Buffer]int{&l.memory: l.s.env.words, &l.aux: auxWords, &l.kept: records * l.s.recordWords()} {
			if *to, err = l.device.Allocate(4 * words * plays); err != nil {
				return err
			}
			l.sized = append(l.sized, *to)
		}
	}
	return l.restart.Launch((plays+ptxThreads-1)/ptxThreads, ptxThreads, l.memory.Address(), l.initial.Address(), l.aux.Address(),
		uint64(plays), uint64(seed), uint64(opening))
}

// step implements selfExecutor.
func (l *selfLauncher) step() error {
	return l.play.Launch((l.plays+ptxThreads-1)/ptxThreads, ptxThreads,
		l.memory.Address(), l.tallies.Address(), l.tables.Address(), uint64(l.plays), 1)
}

// choose implements selfExecutor.
func (l *selfLauncher) choose(record int, c choice) error {
	if err := l.alive.Clear(); err != nil {
		return err
	}
	return l.choice.Launch((l.plays+choosers-1)/choosers, choosers*warp,
		l.memory.Address(), l.aux.Address(), l.kept.Address(), l.entries.Address(), l.numbers.Address(), l.alive.Address(),
		uint64(l.plays), uint64(record), uint64(c.seed), uint64(c.now), uint64(math.Float32bits(c.temperature)), uint64(c.random))
}

// records implements selfExecutor.
func (l *selfLauncher) records(n int) ([]uint32, int, error) {
	words := make([]uint32, n*l.s.recordWords()*l.plays)
	living, err := l.living()
	if err != nil {
		return nil, 0, err
	}
	return words, living, l.kept.Read(bytesOf(words))
}

// living implements selfExecutor.
func (l *selfLauncher) living() (int, error) {
	living := make([]uint32, 1)
	err := l.alive.Read(bytesOf(living))
	return int(living[0]), err
}

// targets implements learningExecutor.
func (l *selfLauncher) targets(lambda float32) error {
	if l.target == nil {
		return CanLearn(l.s.network.Hidden, l.s.network.Values)
	}
	return l.target.Launch((l.plays+ptxThreads-1)/ptxThreads, ptxThreads, l.aux.Address(), l.kept.Address(), uint64(l.plays), uint64(math.Float32bits(lambda)))
}

// trainBlocks is how many blocks train together at most. They wait for each other, so all of them have to run at the same time.
const trainBlocks = 64

// blocks returns how many blocks train together.
func (l *selfLauncher) blocks() int { return min(trainBlocks, l.device.Processors) }

// batch implements learningExecutor.
func (l *selfLauncher) batch() int { return choosers * l.blocks() }

// train implements learningExecutor.
func (l *selfLauncher) train(records, steps int, seed uint32, rate float32) (loss float64, positions int, err error) {
	if err := l.barrier.Clear(); err != nil {
		return 0, 0, err
	}
	err = l.training.Launch(l.blocks(), choosers*warp, l.aux.Address(), l.kept.Address(), l.places.Address(), l.numbers.Address(), l.changes.Address(),
		l.barrier.Address(), uint64(l.plays), uint64(records), uint64(seed), uint64(steps), uint64(math.Float32bits(rate)))
	if err != nil {
		return 0, 0, err
	}
	counts := make([]uint64, 3)
	err = l.barrier.Read(bytesOf(counts))
	return float64(counts[1]) / lossScale, int(counts[2]), err
}

// weights implements learningExecutor.
func (l *selfLauncher) weights() ([]float32, error) {
	words := make([]uint32, len(l.s.numbers()))
	err := l.numbers.Read(bytesOf(words))
	out := make([]float32, len(words))
	for i, x := range words {
		out[i] = math.Float32frombits(x)
	}
	return out, err
}

// release frees buffers.
func (l *selfLauncher) release(list *[]*cuda.Buffer) (err error) {
	for _, b := range *list {
		err = errors.Join(err, b.Free())
	}
	*list = nil
	return err
}

// free implements selfExecutor.
func (l *selfLauncher) free() error {
	err := errors.Join(l.release(&l.sized), l.release(&l.fixed))
	if l.module != nil {
		err = errors.Join(err, l.module.Unload())
	}
	return err
}
