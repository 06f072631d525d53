package humanplay

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"ludex/internal/board"
	"ludex/internal/panics"
	"ludex/internal/server/feed"
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
type Session interface {
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
	// Close ends the table and keeps a record of the game. It returns when that is
	// done; players may take a moment longer to stop.
	Close(reason string)

	idle() time.Duration
	finished() <-chan struct{} // closed when nothing of it goes on
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

	ctx    context.Context // ends when the table is to be closed
	cancel context.CancelCauseFunc
	closed chan struct{} // closed when the record of the game is kept
	done   chan struct{} // closed when nothing of the table goes on
}

// newBase returns the beginnings of a table, and the secret of its seat.
func newBase(opt Options) (base, string) {
	secret := rand.Text() + rand.Text()
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	opt.Time = cmp.Or(opt.Time, DefaultTime)
	b := base{
		id: rand.Text(), opt: opt, secret: sha256.Sum256([]byte(secret)), used: new(atomic.Int64),
		feed:   feed.New(1, opt.Log), // each view replaces the one before
		number: 1, began: time.Now(), closed: make(chan struct{}), done: make(chan struct{}),
	}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	b.touch()
	return b, secret
}

// ID implements [Session].
func (b *base) ID() string { return b.id }

// Admits implements [Session].
func (b *base) Admits(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(sum[:], b.secret[:]) == 1
}

// Feed implements [Session].
func (b *base) Feed() *feed.Feed { return b.feed }

// Draw implements [Session].
func (b *base) Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error) {
	return b.opt.Entry.Draw(ctx, p, opt)
}

// Close implements [Session].
func (b *base) Close(reason string) {
	b.cancel(errors.New(reason))
	<-b.closed
}

// reason returns why the table is closed. It may be called once the context has ended.
func (b *base) reason() string { return context.Cause(b.ctx).Error() }

func (b *base) finished() <-chan struct{} { return b.done }

// errDefect is what people are told of a defect; the log has the rest.
var errDefect = errors.New("there is a defect in the program; the server's log says more")

// guard calls something that must not end the server if it has a defect.
func (b *base) guard(f func() error) error {
	err := panics.Catch(f)
	if defect, ok := errors.AsType[*panics.Error](err); ok {
		b.opt.Log.Error("a defect at a table", "table", b.id, "game", b.opt.Entry.Rules.Name(), "err", defect, "stack", string(defect.Stack))
		return errDefect
	}
	return err
}

func (b *base) touch() { b.used.Store(time.Now().UnixNano()) }

// idle returns for how long nobody has used the table.
func (b *base) idle() time.Duration {
	if b.feed.Readers() > 0 {
		return 0
	}
	return time.Since(time.Unix(0, b.used.Load()))
}

// clip shortens what somebody sent, for messages.
func clip(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
