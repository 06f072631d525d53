package environment

import (
	"encoding/binary"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// A mailbox is memory through which a client asks about states and gets the answers, with
// one request at a time. Both sides look at it again and again for a few microseconds, which
// is much faster than waking each other through pipes; then the program waits at its pipe.
//
// The client writes a request as it would into the pipe, and then counts asked up. The program
// writes the answer and sets answered to asked. This needs a processor on which the writes of
// one core are seen by others in their order, since the client may be unable to say that
// they must be; see [mailboxes].
type mailbox struct {
	asked, answered, asleep, unused *atomic.Uint32
	request, answer                 []byte
	unmap                           func() error

	watch time.Duration // how long it is worth to look for the next request
	last  time.Time     // of the last answer
}

// The memory of a mailbox: the counters, each in its own line of the cache, and the rooms
// for a request and an answer.
const (
	askedAt    = 0
	answeredAt = 64
	asleepAt   = 128 // 1 while the program waits at its pipe
	unusedAt   = 192 // 1 while the client asks through the pipe, since it has to share its processor
	requestAt  = 256
	roomBytes  = 1 << 16
	answerAt   = requestAt + roomBytes
	mailBytes  = answerAt + roomBytes
)

// maxWatch is how long the program looks for the next request at most.
const maxWatch = 50 * time.Microsecond

// mailboxes reports whether mailboxes work here: on processors that keep the order of
// writes, of which there have to be two.
func mailboxes() bool { return runtime.GOARCH == "amd64" && runtime.NumCPU() > 1 }

// newMailbox makes a mailbox in a new file, which the client maps and removes. It answers
// with the number of its bytes, or 0 if there is none.
func (s *Server) newMailbox(q *question) (any, error) {
	if !mailboxes() || s.mail != nil {
		return 0, nil
	}
	memory, unmap, err := mapFile(q.Path, mailBytes)
	if err != nil {
		return nil, err
	}
	counter := func(at int) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Pointer(&memory[at])) }
	s.mail = &mailbox{
		asked: counter(askedAt), answered: counter(answeredAt), asleep: counter(asleepAt), unused: counter(unusedAt),
		request: memory[requestAt:answerAt], answer: memory[answerAt:mailBytes], unmap: unmap,
	}
	return mailBytes, nil
}

// wait looks for a request for a while, and reports whether there is one. If not, the
// program is asleep from then on, until wake.
func (m *mailbox) wait() bool {
	if m.watch > 0 && m.unused.Load() == 0 {
		for until := time.Now().Add(m.watch); time.Now().Before(until); {
			for range 64 {
				if m.full() {
					return true
				}
			}
		}
	}
	m.asleep.Store(1)
	if m.full() { // it came before the client could know
		m.asleep.Store(0)
		return true
	}
	return false
}

// wake says that the program does not wait at its pipe.
func (m *mailbox) wake() { m.asleep.Store(0) }

// full reports whether there is a request.
func (m *mailbox) full() bool { return m.asked.Load() != m.answered.Load() }

// read returns the request, in memory that the next call uses again. The client is not
// trusted to leave the memory alone meanwhile.
func (m *mailbox) read(memory []byte) []byte {
	n := min(int(binary.LittleEndian.Uint32(m.request)), roomBytes-4)
	return append(memory[:0], m.request[4:4+n]...)
}

// write writes the answer. The first four bytes are for its length. If there is no room for
// it, the length is 0, and the client asks again through the pipe.
func (m *mailbox) write(answer []byte) {
	if len(answer) > roomBytes {
		binary.LittleEndian.PutUint32(m.answer, 0)
	} else {
		copy(m.answer, answer)
		binary.LittleEndian.PutUint32(m.answer, uint32(len(answer)-4))
	}
	m.answered.Store(m.asked.Load())
}

// came learns from how long ago the last answer was whether it is worth to look for the
// next request: a client that thinks for long, or does not get a processor, is not waited for.
func (m *mailbox) came() {
	if time.Since(m.last) <= maxWatch {
		m.watch = maxWatch
	} else {
		m.watch /= 2
	}
}

// left notes that an answer was given.
func (m *mailbox) left() { m.last = time.Now() }
