package table

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"ludex/board"
	"ludex/web/feed"
)

// A Kind is something that a person can do at a table.
type Kind string

// The kinds of actions.
const (
	DoMove     Kind = "move"
	DoUndo     Kind = "undo"
	DoHint     Kind = "hint"
	DoEvaluate Kind = "evaluation"
	DoResign   Kind = "resign"
	DoRematch  Kind = "rematch"
	DoStart    Kind = "start" // the clock of a game in real time
)

// An Action is something that a person does.
type Action struct {
	Kind   Kind
	Step   *int   // the step that the person saw; nil is any
	Number int    // of a move
	Move   string // its text, instead of the number
	On     bool   // of DoEvaluate
	Swap   bool   // of DoRematch
}

// A Table is where a person plays. It is safe for concurrent use.
type Table interface {
	// ID returns the name of the table.
	ID() string
	// Admits reports whether somebody with a secret has the seat.
	Admits(secret string) bool
	// View returns what the person may see.
	View(ctx context.Context) (View, error)
	// Position returns what the person may see of the position, with a number that
	// tells pictures apart.
	Position(ctx context.Context) (board.Position, uint64, error)
	// Do does what the person wants.
	Do(ctx context.Context, a Action) (View, error)
	// Feed returns where views appear when something has happened.
	Feed() *feed.Feed
	// Draw returns a picture of a position.
	Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error)
	// Close ends the table and keeps a record of the game. It returns when
	// nothing of it goes on.
	Close(reason string)

	idle() time.Duration
}

// base is what all tables have.
type base struct {
	id     string
	opt    Options
	secret [sha256.Size]byte
	feed   *feed.Feed
	used   *atomic.Int64 // when somebody last asked for something

	number  int // of games
	began   time.Time
	record  string // the name of the last record of this game
	matchID string
	matchOf int // the game that matchID is of

	closing chan struct{}
	done    chan struct{}
	end     *ending
}

// An ending says once why a table is closed.
type ending struct {
	once   sync.Once
	reason string
}

// newBase returns the beginnings of a table, and the secret of its seat.
func newBase(opt Options) (base, string) {
	secret := rand.Text() + rand.Text()
	b := base{
		id: rand.Text(), opt: opt, secret: sha256.Sum256([]byte(secret)), feed: newFeed(), used: new(atomic.Int64),
		number: 1, began: time.Now(), closing: make(chan struct{}), done: make(chan struct{}), end: new(ending),
	}
	b.touch()
	return b, secret
}

// ID implements [Table].
func (b *base) ID() string { return b.id }

// Admits implements [Table].
func (b *base) Admits(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(sum[:], b.secret[:]) == 1
}

// Feed implements [Table].
func (b *base) Feed() *feed.Feed { return b.feed }

// Draw implements [Table].
func (b *base) Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error) {
	return b.opt.Book.Draw(ctx, p, opt)
}

// Close implements [Table].
func (b *base) Close(reason string) {
	b.end.once.Do(func() {
		b.end.reason = reason
		close(b.closing)
	})
	<-b.done
}

// reason returns why the table is closed. It may be called once closing is closed.
func (b *base) reason() string { return b.end.reason }

func (b *base) touch() { b.used.Store(time.Now().UnixNano()) }

// idle returns for how long nobody has used the table.
func (b *base) idle() time.Duration {
	if b.feed.Readers() > 0 {
		return 0
	}
	return time.Since(time.Unix(0, b.used.Load()))
}

// encode writes a view. Views can always be written.
func encode(v View) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return []byte("{}")
	}
	return data
}

// clip shortens what somebody sent, for messages.
func clip(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
