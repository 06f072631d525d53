package ggp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Status is how a player answers INFO.
type Status struct {
	Name    string
	Status  string // available or busy
	Species string
}

// busy reports whether the player says that it has no time.
func (s Status) busy() bool {
	return strings.EqualFold(s.Status, Busy) || strings.EqualFold(s.Status, Nil)
}

// Ask asks a player who it is and whether it has time.
func Ask(ctx context.Context, address string) (Status, error) {
	answer, err := post(ctx, address, "", Message{Kind: Info}.String())
	if err != nil {
		return Status{}, err
	}
	return parseStatus(answer), nil
}

// parseStatus reads an answer to INFO. A bare word is the status.
func parseStatus(text string) Status {
	fields, err := items(text)
	if err != nil {
		return Status{Status: text}
	}
	var s Status
	for _, f := range fields {
		pair, err := items(f)
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
	// infoTime is how long a player may take to say that it is there.
	infoTime = 5 * time.Second
	// busyTime is how long a player may be busy with the match before, and
	// busyPause how long it is left alone between questions.
	busyTime  = 10 * time.Second
	busyPause = 200 * time.Millisecond
)

// errBusy is reported if a player is busy with something else.
var errBusy = errors.New("the player is busy with another match")

// Await asks the player whether it is there and has time for a match, and waits a
// little for the end of another one. The error names the player. One that answers,
// but does not know the question, is there.
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
