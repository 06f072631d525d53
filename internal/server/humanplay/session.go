package humanplay

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/panics"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/match"
)

// startClock is the preparation time of players. It is short, since a person waits. saveTime
// is the time limit for saving a record.
const (
	startClock = time.Second
	saveTime   = 10 * time.Second
)

func refused(err error) error { return fmt.Errorf("%w: %w", ErrRule, err) }

// A Kind is a kind of action of a person.
type Kind string

// The kinds of actions.
const (
	DoMove     Kind = "move"
	DoUndo     Kind = "undo"
	DoHint     Kind = "hint"
	DoEvaluate Kind = "evaluation"
	DoResign   Kind = "resign"
	DoRematch  Kind = "rematch"
	DoStart    Kind = "start" // starts the clock of a real-time game
)

// An Action is a request of the person.
type Action struct {
	Kind   Kind
	Step   *int          // the step that the person saw; nil matches any
	Number int           // of the move
	Move   string        // text of the move, instead of its number
	On     bool          // for DoEvaluate
	Swap   bool          // for DoRematch
	Unit   time.Duration // for DoStart: the real time of one unit; 0 leaves it as it is
	Text   string        // something to say
}

// A Session is a series of games of one person. It is safe for concurrent use.
type Session interface {
	// ID returns the name of the session.
	ID() string
	// Admits reports whether a secret is that of the seat.
	Admits(secret string) bool
	// View returns what the person may see.
	View(ctx context.Context) (View, error)
	// Position returns what the person may see of the position, with a number that
	// changes with its image.
	Position(ctx context.Context) (board.Position, uint64, error)
	// Do executes an action of the person.
	Do(ctx context.Context, a Action) (View, error)
	// Feed returns the feed in which a [View] is published after each change.
	Feed() *feed.Feed
	// Entry returns the game that is played.
	Entry() *gamecache.Entry
	// Draw returns an SVG image of a position.
	Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error)
	// Text returns a position as lines of text.
	Text(ctx context.Context, p board.Position) ([]byte, error)
	// Close ends the session. The game goes on when the session is loaded from the store;
	// without a store, its record is saved. Players may take a moment longer to stop.
	Close(reason string)
	// Leave ends the session and the game, whose record is saved.
	Leave(reason string)

	idle() time.Duration
	finished() <-chan struct{} // closed when all goroutines have ended
}

// base is the common part of all sessions.
type base struct {
	id     string
	opt    Options
	secret [sha256.Size]byte
	feed   *feed.Feed
	used   *atomic.Int64 // time of the last request, in nanoseconds

	prepared *Prepared
	board    *board.Board
	colors   []board.PlayerColor // by role
	role     game.Role           // the person's, when a turn-based session begins
	names    []string            // of players, by role
	makers   []match.Maker       // of players, by role; nil for chance

	number  int      // of the present game, counted from 1
	matchID string   // of the present game
	journal *journal // in the store; nil keeps nothing
	record  string   // name of the saved record of the current game

	ctx    context.Context // ends when the session is to be closed
	cancel context.CancelCauseFunc
	closed chan struct{} // closed when the record of the game is saved
	done   chan struct{} // closed when all goroutines have ended
}

// Entry returns the game that is played.
func (b *base) Entry() *gamecache.Entry { return b.opt.Entry }

// newBase returns the common part of a new session, and the secret of its seat.
func newBase(opt Options) (base, string) {
	secret, holder := cmp.Or(opt.Secret, rand.Text()+rand.Text()), opt.holder
	if holder == ([sha256.Size]byte{}) {
		holder = sha256.Sum256([]byte(secret))
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	opt.Time = cmp.Or(opt.Time, DefaultTime)
	b := base{
		id: rand.Text(), opt: opt, secret: holder, used: new(atomic.Int64),
		feed:   feed.New(1, opt.Log), // a view replaces the previous one
		number: 1, closed: make(chan struct{}), done: make(chan struct{}),
	}
	b.ctx, b.cancel = context.WithCancelCause(context.Background())
	b.beginMatch()
	b.touch()
	return b, secret
}

// prepare opens the game and its players, and checks the options.
func (b *base) prepare(ctx context.Context) error {
	var err error
	if b.prepared, err = Prepare(ctx, b.opt.Entry, b.opt.Clock > 0 && b.opt.Nodes == 0); err != nil {
		return err
	}
	if b.board, err = b.opt.Entry.Board(ctx); err != nil {
		return &BadRequestError{err}
	}
	g := b.prepared.Game
	b.colors = append(b.board.Colors(), make([]board.PlayerColor, len(g.Roles()))...) // also if the board knows fewer roles
	if b.role, err = b.opt.role(g.Roles(), g.Random()); err != nil {
		return err
	}
	if b.names, err = b.opt.opponents(g.Roles()); err != nil {
		return err
	}
	b.makers, err = b.prepared.Makers(b.names)
	return err
}

// beginMatch begins the next match of the session.
func (b *base) beginMatch() {
	b.record, b.matchID = "", match.NewID("table", b.opt.Entry.Rules.Name(), time.Now())
}

// config returns the configuration of the present match, without its seats.
func (b *base) config() match.Config {
	return match.Config{ID: b.matchID, Rules: b.opt.Entry.Rules, Game: b.prepared.Game, StartClock: startClock, Nodes: b.opt.Nodes}
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

// Text implements [Session].
func (b *base) Text(ctx context.Context, p board.Position) ([]byte, error) {
	return b.opt.Entry.Text(ctx, p)
}

// Close implements [Session].
func (b *base) Close(reason string) {
	b.cancel(errors.New(reason))
	<-b.closed
}

func (b *base) finished() <-chan struct{} { return b.done }

// errDefect is the error that a person sees after a panic; the log has the details.
var errDefect = errors.New("there is a defect in the program; the server's log says more")

// guard calls f. It logs a panic and turns it into errDefect.
func (b *base) guard(f func() error) error {
	err := panics.Catch(f)
	if defect, ok := errors.AsType[*panics.Error](err); ok {
		b.opt.Log.Error("a defect at a table", "table", b.id, "game", b.opt.Entry.Rules.Name(), "err", defect, "stack", string(defect.Stack))
		return errDefect
	}
	return err
}

func (b *base) touch() { b.used.Store(time.Now().UnixNano()) }

// idle returns the time since the last request.
func (b *base) idle() time.Duration {
	if b.feed.Readers() > 0 {
		return 0
	}
	return time.Since(time.Unix(0, b.used.Load()))
}

// shorten shortens a text from a client, for messages.
func shorten(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
