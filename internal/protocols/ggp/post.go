package ggp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// connectTime is how long it may take to reach a player.
const connectTime = 5 * time.Second

// maxReply is the longest body of an answer, and maxHeader the longest header.
const (
	maxReply  = 1 << 20
	maxHeader = 64 << 10
)

// ErrReplyTooLong is reported for an answer that is longer than any move.
var ErrReplyTooLong = errors.New("the answer is too long")

// A StatusError is returned for an answer whose HTTP status is not a success.
type StatusError struct{ Status string }

func (e *StatusError) Error() string { return fmt.Sprintf("the answer has the status %.60q", e.Status) }

// request returns the bytes of a request to a player.
func request(host, name, message string) []byte {
	var b strings.Builder
	b.WriteString("POST / HTTP/1.0\r\n")
	b.WriteString("Accept: text/delim\r\n")
	b.WriteString("Host: " + host + "\r\n")
	b.WriteString("Sender: GAMESERVER\r\n")
	b.WriteString("Receiver: " + name + "\r\n")
	b.WriteString("Content-Type: text/acl\r\n")
	fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n", len(message))
	b.WriteString(message)
	return []byte(b.String())
}

// post sends a message on a connection of its own and returns the answer. The
// deadline of the context is for everything together, so that a player which
// sends its answer byte by byte cannot hold the connection for longer.
func post(ctx context.Context, address, name, message string) (string, error) {
	dialer := net.Dialer{Timeout: connectTime}
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	answer, err := exchange(conn, request(address, name, message))
	if err != nil && ctx.Err() != nil {
		return "", ctx.Err()
	}
	return answer, err
}

// exchange writes a request and reads the answer to it.
func exchange(conn net.Conn, request []byte) (string, error) {
	if _, err := conn.Write(request); err != nil {
		return "", err
	}
	limited := &io.LimitedReader{R: conn, N: maxHeader + maxReply}
	response, err := http.ReadResponse(bufio.NewReader(limited), nil)
	if err != nil {
		if limited.N == 0 {
			err = ErrReplyTooLong
		}
		return "", fmt.Errorf("reading the answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		return "", &StatusError{response.Status}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxReply+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("reading the answer: %w", err)
	case len(body) > maxReply:
		return "", ErrReplyTooLong
	}
	return strings.TrimSpace(string(body)), nil
}
