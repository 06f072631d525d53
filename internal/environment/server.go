package environment

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ludex/game"
	"ludex/rules"
	"ludex/source"
)

// A message is a length of four bytes, the lowest first, and as many bytes. The first of
// these says what it is. Every request has one answer; while a search runs, the program asks
// back before it answers.

// The kinds of requests.
const (
	askJSON   = 0 // a question in JSON
	askStep   = 1 // make a joint move in a state
	askLook   = 2 // what is legal in a state
	askVector = 3 // step a vector
	tellValue = 4 // the answer to sayEvaluate
	tellStop  = 5 // the evaluator failed: end the search
	askMail   = 6 // look into the mailbox; the answer is there
)

// The kinds of answers.
const (
	sayJSON     = 0 // an answer in JSON
	sayError    = 1 // an error, in JSON
	sayState    = 2 // a state
	sayEvaluate = 3 // a question: what are these states worth?
	sayDone     = 4 // nothing but that it was done
)

// maxMessage bounds the bytes of a request.
const maxMessage = 1 << 28

// A Server answers the requests of one client, one after the other.
type Server struct {
	in      *bufio.Reader
	out     *bufio.Writer
	request []byte
	answer  []byte
	mail    *mailbox      // or nil
	ahead   chan struct{} // closed when nothing else reads the input; or nil

	games   map[int]*served
	timed   map[int]*timedGame
	vectors map[int]*mappedVector
	players map[int]*seated
	last    int // the last number given to one of them
}

// Serve answers requests until there are no more, or the context ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s := &Server{
		in: bufio.NewReaderSize(in, 1<<16), out: bufio.NewWriterSize(out, 1<<16),
		games: map[int]*served{}, timed: map[int]*timedGame{}, vectors: map[int]*mappedVector{}, players: map[int]*seated{},
	}
	defer s.close()
	for ctx.Err() == nil {
		if s.mail != nil && s.mail.wait() {
			s.serveMail()
			continue
		}
		if err := s.read(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if s.mail != nil {
			s.mail.wake()
		}
		if err := s.serve(ctx); errors.Is(err, errGone) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// serveMail answers the request in the mailbox, which is about a state.
func (s *Server) serveMail() {
	s.mail.came()
	s.request = s.mail.read(s.request)
	answer, err := s.stateReply()
	if err != nil {
		if answer, err = s.failure(err); err != nil {
			answer = s.begin(sayError)
		}
	}
	s.answer = answer
	s.mail.write(answer)
	s.mail.left()
}

// stateReply answers a request about a state.
func (s *Server) stateReply() ([]byte, error) {
	if len(s.request) == 0 || s.request[0] != askStep && s.request[0] != askLook {
		return nil, errors.New("this is no question about a state")
	}
	return s.state(s.request[0] == askStep, s.request[1:])
}

// close releases what the client has not released.
func (s *Server) close() {
	for _, p := range s.players {
		p.stop()
	}
	for _, v := range s.vectors {
		v.close()
	}
	if s.mail != nil {
		_ = s.mail.unmap()
	}
}

// number returns a number for something new.
func (s *Server) number() int {
	s.last++
	return s.last
}

// read reads a request.
func (s *Server) read() error {
	s.stopReadingAhead()
	var length [4]byte
	if _, err := io.ReadFull(s.in, length[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n == 0 || n > maxMessage {
		return fmt.Errorf("a request has %d bytes", n)
	}
	if int(n) > cap(s.request) {
		s.request = make([]byte, n)
	}
	s.request = s.request[:n]
	_, err := io.ReadFull(s.in, s.request)
	return err
}

// write sends an answer. Its first four bytes are for its length.
func (s *Server) write(answer []byte) error {
	binary.LittleEndian.PutUint32(answer, uint32(len(answer)-4))
	if _, err := s.out.Write(answer); err != nil {
		return err
	}
	return s.out.Flush()
}

// begin begins an answer of a kind, in memory that is used again.
func (s *Server) begin(kind byte) []byte { return append(s.answer[:0], 0, 0, 0, 0, kind) }

// serve answers the request that was read. The error is that of writing, or errGone.
func (s *Server) serve(ctx context.Context) error {
	kind := s.request[0]
	if kind == askMail {
		return nil
	}
	if s.mail != nil {
		if kind == askStep || kind == askLook {
			s.mail.came()
			defer s.mail.left()
		} else {
			s.mail.watch = 0 // what comes next is asked through the pipe, too
		}
	}
	answer, err := s.reply(ctx)
	if errors.Is(err, errGone) {
		return err
	}
	if err != nil {
		if answer, err = s.failure(err); err != nil {
			return err
		}
	}
	s.answer = answer
	return s.write(answer)
}

// reply returns the answer to the request that was read.
func (s *Server) reply(ctx context.Context) ([]byte, error) {
	switch body := s.request[1:]; s.request[0] {
	case askStep, askLook:
		return s.stateReply()
	case askVector:
		return s.stepVector(body)
	case askJSON:
		value, err := s.ask(ctx, body)
		if err != nil {
			return nil, err
		}
		return s.encode(sayJSON, value)
	}
	return nil, fmt.Errorf("unknown request %d", s.request[0])
}

// encode returns an answer in JSON.
func (s *Server) encode(kind byte, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(s.begin(kind), text...), nil
}

// A failure is an error as the client gets it.
type failure struct {
	Kind        string               `json:"kind"`
	Message     string               `json:"message"`
	Diagnostics []*source.Diagnostic `json:"diagnostics,omitempty"`
}

// The kinds of failures.
const (
	failedRules   = "rules"   // the rules have errors
	failedIllegal = "illegal" // a move is not legal
	failedOver    = "over"    // the play is over
	failedFixed   = "fixed"   // the moves have no fixed numbers
	failedOther   = "other"
)

// failure returns the answer that says what went wrong.
func (s *Server) failure(err error) ([]byte, error) {
	f := failure{Kind: failedOther, Message: err.Error()}
	var refused *rules.RefusedError
	var illegal *IllegalError
	switch {
	case errors.As(err, &refused):
		f.Kind = failedRules
		for _, d := range refused.Problems.Items {
			if d.Severity == source.Error {
				f.Diagnostics = append(f.Diagnostics, d)
			}
		}
	case errors.As(err, &illegal):
		f.Kind = failedIllegal
	case errors.Is(err, game.ErrOver):
		f.Kind = failedOver
	case errors.Is(err, ErrNotFixed):
		f.Kind = failedFixed
	}
	return s.encode(sayError, f)
}
