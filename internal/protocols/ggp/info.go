package ggp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/internal/sexpr"
)

// A Status is how a player answers INFO.
type Status struct {
	Name    string
	Status  string // available or busy
	Species string
}

// busy reports whether the player says that it is busy.
func (s Status) busy() bool {
	return strings.EqualFold(s.Status, Busy) || strings.EqualFold(s.Status, Nil)
}

// Ask sends INFO to a player and returns its answer.
func Ask(ctx context.Context, address string) (Status, error) {
	answer, err := post(ctx, address, "", Message{Kind: Info}.String())
	if err != nil {
		return Status{}, err
	}
	return parseStatus(answer), nil
}

// parseStatus reads an answer to INFO. A bare word is the status.
func parseStatus(text string) Status {
	fields, err := sexpr.Items(text)
	if err != nil {
		return Status{Status: text}
	}
	var s Status
	for _, f := range fields {
		pair, err := sexpr.Items(f)
		if err != nil || len(pair) != 2 {
			continue
		}
		switch strings.ToLower(pair[0]) {
		case "name":
			s.Name = pair[1]
		case "status":
			s.Status = pair[1]
		case "species":
			s.Species = pair[1]
		}
	}
	return s
}

const (
	// infoTime is how long a player may take to answer INFO.
	infoTime = 5 * time.Second
	// busyTime is how long to wait for a player that is busy with another match, and
	// busyPause is the time between questions.
	busyTime  = 10 * time.Second
	busyPause = 200 * time.Millisecond
)

// errBusy is reported if a player is busy with something else.
var errBusy = errors.New("the player is busy with another match")

// Await asks the player whether it is available, and waits a little for the end of
// another match. The error names the player. A player that answers INFO with an
// error counts as available.
func (p *Player) Await(ctx context.Context) error {
	if p.Quiet {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, busyTime)
	defer cancel()
	for {
		status, err := p.info(ctx)
		if _, unknown := errors.AsType[*StatusError](err); unknown {
			return nil
		}
		if err != nil {
			return fmt.Errorf("player ggp://%s does not answer INFO: %w", p.Address, err)
		}
		if !status.busy() {
			return nil
		}
		select {
		case <-time.After(busyPause):
		case <-ctx.Done():
			return ctx.Err()
		case <-waiting.Done():
			return fmt.Errorf("player ggp://%s: %w", p.Address, errBusy)
		}
	}
}

func (p *Player) info(ctx context.Context) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, infoTime)
	defer cancel()
	return Ask(ctx, p.Address)
}
