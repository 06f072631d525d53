package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// A Kind is a kind of work.
type Kind string

// Protocol is the version of the protocol between managers and workers, which must
// be equal.
const Protocol = 1

// An Item is a piece of work. It carries everything that is needed to do it.
type Item struct {
	Kind Kind `json:"kind"`
	// Key identifies the work within its job: equal keys mean the same work.
	Key     string          `json:"key"`
	Payload json.RawMessage `json:"payload"`
	// Limit is how long the work may take; 0 is no limit.
	Limit time.Duration `json:"limit,omitempty"`
}

// NewItem returns an item with a payload that can be written as JSON.
func NewItem(kind Kind, key string, payload any) (Item, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return Item{}, fmt.Errorf("work item %s: %w", key, err)
	}
	return Item{Kind: kind, Key: key, Payload: data}, nil
}

// A Result is the result of an item.
type Result struct {
	Key     string          `json:"key"`
	Worker  string          `json:"worker"`  // who did it
	Seconds float64         `json:"seconds"` // how long it took
	Error   string          `json:"error,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// An ItemError says that an item could not be done, even by several workers if
// there are several.
type ItemError struct {
	Key, Worker, Reason string
}

func (e *ItemError) Error() string {
	return fmt.Sprintf("%s (worker %s)", e.Reason, e.Worker)
}

// err returns the error that a result reports.
func (r *Result) err() error {
	if r.Error == "" {
		return nil
	}
	return &ItemError{r.Key, r.Worker, r.Error}
}

// check refuses invalid items.
func (i *Item) check() error {
	switch {
	case i.Key == "":
		return errors.New("a work item without a key")
	case i.Kind == "":
		return fmt.Errorf("work item %s is of no kind", i.Key)
	case i.Limit < 0:
		return fmt.Errorf("work item %s has a negative limit", i.Key)
	}
	return nil
}

// token returns a hash of a text that can be part of a subject.
func token(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// JobName derives a job's name from texts, so that a restarted manager finds the
// results of its job.
func JobName(parts ...string) string {
	data, err := json.Marshal(parts)
	if err != nil {
		panic(err) // a list of texts can always be encoded
	}
	return token(string(data))
}
