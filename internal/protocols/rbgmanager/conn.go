// Package rbgmanager implements both sides of the protocol of the public game
// manager for Regular Boardgames: [Player] is the manager's proxy for a connected
// player, and [Serve] lets a player of this program answer a manager.
//
// It is a protocol over TCP in which a message is a text that ends with a zero
// byte. The manager sends the time for preparing, the rules, and the number of the
// player, which answers "ready". Then the player to move is sent its time and
// answers with a move, and the others are sent that move. When the play is over all
// players are sent "reset", and another play begins.
package rbgmanager

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"time"
)

// The words of the protocol.
const (
	ready = "ready"
	reset = "reset"
)

// maxMessage is how long a message may be.
const maxMessage = 32 << 20

// ErrTooLong is reported for a message that is too long.
var ErrTooLong = errors.New("a message is too long")

// A conn carries messages.
type conn struct {
	net.Conn
	in *bufio.Reader
}

func newConn(c net.Conn) *conn { return &conn{c, bufio.NewReader(c)} }

// guard closes the connection when the context ends, since half a message may have
// been sent. The returned function must be called at the end.
func (c *conn) guard(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, func() { _ = c.Close() })
}

// send sends a message.
func (c *conn) send(ctx context.Context, text string) error {
	defer c.guard(ctx)()
	if _, err := c.Write(append([]byte(text), 0)); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	return nil
}

// receive waits for a message of a limited length.
func (c *conn) receive(ctx context.Context, limit int) (string, error) {
	defer c.guard(ctx)()
	var text []byte
	for {
		part, err := c.in.ReadSlice(0)
		if len(text)+len(part) > limit {
			return "", ErrTooLong
		}
		text = append(text, part...)
		switch {
		case err == nil:
			return string(text[:len(text)-1]), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", errors.Join(ctx.Err(), err)
		}
	}
}

// timeText writes a time in the form of the protocol: seconds with six decimals.
// No clock is the largest number.
func timeText(d time.Duration) string {
	if d <= 0 {
		return strconv.FormatFloat(math.MaxFloat64, 'f', 6, 64)
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 6, 64)
}

// maxClock is how long clocks may be.
const maxClock = 24 * time.Hour

// parseTime reads a time; one of more than a day is no clock.
func parseTime(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || seconds < 0 || math.IsNaN(seconds) {
		return 0, fmt.Errorf("%.30q is no time", text)
	}
	if seconds > maxClock.Seconds() {
		return 0, nil
	}
	return max(time.Duration(seconds*float64(time.Second)), 1), nil
}
