package cuda

import "time"

// A Stream is a sequence of work on the device. What is given to one stream is done in order; streams run
// at the same time. A stream belongs to one goroutine.
type Stream struct {
	d      *Device
	handle uint64
	busy   bool // work was given that nobody has waited for
}

// notBlocking makes a stream independent of work that is given to no stream.
const notBlocking = 1

// NewStream returns a stream.
func (d *Device) NewStream() (*Stream, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := &Stream{d: d}
	if err := d.ask(&s.handle, "cuStreamCreate", notBlocking); err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends the stream. The driver finishes its work first.
func (s *Stream) Close() error {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	s.rest()
	return s.d.call("cuStreamDestroy_v2", s.handle)
}

// Write copies bytes to the start of a buffer. The driver has copied them when it returns.
func (s *Stream) Write(b *Buffer, data []byte) error {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	shared := s.d.p.shared[sharedData:]
	for at := 0; at < len(data); at += len(shared) {
		n := copy(shared, data[at:])
		if err := s.d.call("cuMemcpyHtoDAsync_v2", b.at+uint64(at), s.d.p.address(sharedData), uint64(n), s.handle); err != nil {
			return err
		}
	}
	return nil
}

// Clear sets all bytes of a buffer to zero.
func (s *Stream) Clear(b *Buffer) error {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	return s.d.call("cuMemsetD8Async", b.at, 0, uint64(b.size), s.handle)
}

// Launch begins to run a kernel. Each argument has eight bytes.
func (s *Stream) Launch(f *Function, blocks, threads int, args ...uint64) error {
	s.d.mu.Lock()
	defer s.d.mu.Unlock()
	if !s.busy {
		s.busy = true
		s.d.busy++
	}
	return f.launch(s.handle, blocks, threads, args)
}

// rest notes that all work of the stream is done.
func (s *Stream) rest() {
	if s.busy {
		s.busy = false
		s.d.busy--
	}
}

// ReadAt waits for all work of the stream, and copies bytes from a place of a buffer.
func (s *Stream) ReadAt(b *Buffer, data []byte, from int) error {
	if err := s.Wait(); err != nil {
		return err
	}
	return b.ReadAt(data, from)
}

// notReady is what the driver answers while a stream works.
const notReady = 600

// pollEvery is how long streams leave the driver to others between two questions.
const pollEvery = 20 * time.Microsecond

// Wait waits for all work of the stream. While other streams have work, too, it asks again and again, since a call that
// waits would hold up their calls.
func (s *Stream) Wait() error {
	d := s.d
	d.mu.Lock()
	defer d.mu.Unlock()
	defer s.rest()
	for d.busy > 1 {
		answer, err := d.p.call("cuStreamQuery", s.handle)
		if err != nil || uint32(answer) == 0 {
			return err
		}
		if uint32(answer) != notReady {
			break // the next call says what is wrong
		}
		d.mu.Unlock()
		pause(pollEvery)
		d.mu.Lock()
	}
	return d.call("cuStreamSynchronize", s.handle)
}
