package server

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/cache"
	"ludex/internal/movecells"
	"ludex/internal/server/gamecache"
	"ludex/internal/session"
	"ludex/internal/timedmatch"
	"ludex/knowledge"
	"ludex/match"
	"ludex/timed"
)

// A replay is a record whose positions have been computed.
type replay struct {
	record *match.Record
	entry  *gamecache.Entry
	frames []frame

	// Of turn-based games only.
	game   game.Game
	cells  *movecells.Finder
	states []game.State
	joints [][]game.Move

	turn  chan struct{} // a lock of model and trace that can be waited for with a context
	model *knowledge.Model
	trace *knowledge.Trace
}

// A frame is the position after a number of steps.
type frame struct {
	Facts []string
	Last  []string // moves, by role
	Text  string
	Time  string // of a real-time match, in units of game time
}

// newReplay computes the positions of a record.
func newReplay(ctx context.Context, s *gamecache.Cache, r *match.Record) (*replay, error) {
	if r.Details.Rules == "" {
		return nil, unprocessable(fmt.Errorf("the record of %s has no rules with it", r.ID))
	}
	p := &replay{record: r, entry: s.Text(r.Details.Game, r.Details.Rules), turn: make(chan struct{}, 1)}
	if err := p.entry.Err(); err != nil {
		return nil, unprocessable(err)
	}
	var err error
	if r.IsTimed() {
		err = p.playTimed(ctx)
	} else {
		err = p.play(ctx)
	}
	if err != nil {
		return nil, unprocessable(err)
	}
	return p, nil
}

func (p *replay) play(ctx context.Context) error {
	var err error
	if p.game, _, err = p.entry.Game(ctx); err != nil {
		return err
	}
	if p.cells, err = p.entry.MoveCells(ctx); err != nil {
		return err
	}
	record := *p.record
	if len(record.Moves) == 0 && len(record.Errors) == 0 { // the match has just begun
		record.Errors = [][]string{make([]string, len(p.game.Roles()))}
	}
	if p.states, p.joints, err = record.Replay(ctx, p.game); err != nil {
		return err
	}
	machine := p.game.NewMachine()
	machine.Bind(ctx)
	for i, state := range p.states {
		if err := cmp.Or(machine.Err(), ctx.Err()); err != nil {
			return err
		}
		f := frame{Facts: p.game.Facts(state)}
		if i > 0 {
			for role, m := range p.joints[i-1] {
				f.Last = append(f.Last, p.game.MoveText(game.Role(role), m))
			}
			f.Text = p.stepText(machine, p.states[i-1], p.joints[i-1])
		}
		p.frames = append(p.frames, f)
	}
	return machine.Err()
}

// stepText lists the moves of the roles that had a choice, or forced moves if no role had.
func (p *replay) stepText(m game.Machine, before game.State, joint []game.Move) string {
	choice := make([]bool, len(joint))
	for r := range joint {
		choice[r] = len(m.Legal(before, game.Role(r), nil)) > 1
	}
	return p.cells.StepText(m, movecells.Step{
		State: before, Joint: joint, Choice: choice, Role: func(r game.Role) string { return p.game.Roles()[r] },
	})
}

// hundredth is a hundredth of a unit of game time. Nobody reads more of a lifetime.
const hundredth = timed.Time(10_000_000)

func (p *replay) playTimed(ctx context.Context) error {
	pictures, err := p.entry.Board(ctx)
	if err != nil {
		return err
	}
	log, err := timedmatch.ReadLines(p.record.Details.Log)
	if err != nil {
		return err
	}
	for _, e := range log.Events {
		if len(e.Facts) == 0 && len(p.frames) > 0 {
			continue
		}
		f := frame{Time: e.Time.String(), Facts: []string{}}
		drawn, clocks := pictures.SplitTimed(e.Facts)
		f.Facts = append(f.Facts, drawn...)
		for _, c := range clocks {
			f.Facts = append(f.Facts, timed.Fact{Lifetime: max((c.Lifetime+hundredth/2)/hundredth*hundredth, hundredth), Fact: c.Fact}.String())
		}
		var parts []string
		for _, m := range e.Moves {
			f.Last = append(f.Last, m.Move)
			parts = append(parts, m.Role+" "+p.entry.Rules.Show(m.Move))
		}
		for _, x := range e.Expired {
			parts = append(parts, p.entry.Rules.Show(x)+" runs out")
		}
		f.Text = strings.Join(parts, ", ")
		p.frames = append(p.frames, f)
	}
	return nil
}

// position returns the position after a number of steps, or what a role knew of it.
func (p *replay) position(ctx context.Context, step int, role string) (board.Position, error) {
	f := p.frames[step]
	pos := board.Position{Facts: f.Facts, Last: f.Last, Over: step == len(p.frames)-1 && p.record.Completed}
	if step > 0 {
		pos.Before = p.frames[step-1].Facts
	}
	if role == "" || p.game == nil || !p.game.Hidden() {
		return pos, nil
	}
	known, err := p.knows(ctx, step, role)
	if err != nil {
		return pos, err
	}
	if known.Why != "" {
		return pos, unprocessable(fmt.Errorf("what %s knows cannot be worked out: %s", role, known.Why))
	}
	return board.Position{Facts: known.certain, Possible: known.possible, Hidden: true, Over: pos.Over}, nil
}

// A roleKnowledge is what a role knows after a number of steps.
type roleKnowledge struct {
	Role         string   `json:"role"`
	Move         string   `json:"move,omitempty"` // its own last move
	Percepts     []string `json:"percepts"`       // of the last step
	Developments string   `json:"developments"`   // number of developments that it considers possible
	States       int      `json:"states"`
	Facts        []string `json:"facts"`         // true in all possible states
	Why          string   `json:"why,omitempty"` // the reason why this is not known

	certain  []string
	possible []string
}

// knowledgeLimits bound the cost of computing what roles know.
var knowledgeLimits = knowledge.Limits{Developments: 100_000, States: 100_000, Edges: 2_000_000}

// knows computes what a role knows after a number of steps.
func (p *replay) knows(ctx context.Context, step int, role string) (*roleKnowledge, error) {
	r := game.Role(slices.Index(p.game.Roles(), role))
	if r < 0 || r == p.game.Random() {
		return nil, unprocessable(fmt.Errorf("there is no player %q in this match", role))
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p.model == nil {
		model, err := knowledge.New(p.game, knowledgeLimits)
		if err != nil {
			return nil, unprocessable(err)
		}
		trace, err := model.Follow(knowledge.Development{Joints: p.joints})
		if err != nil {
			return nil, unprocessable(err)
		}
		p.model, p.trace = model, trace
	}
	k := &roleKnowledge{Role: role, Percepts: []string{}, Facts: []string{}}
	view := p.trace.Views[step][r]
	if seen := p.model.View(r, view).Steps; len(seen) > 0 {
		last := seen[len(seen)-1]
		k.Move = p.entry.Rules.Show(last.Move)
		for _, x := range last.Percepts {
			k.Percepts = append(k.Percepts, p.entry.Rules.Show(x))
		}
	}
	set, err := p.model.Possible(ctx, r, view, 0)
	if err != nil {
		p.model = nil // frees its memory, which may be at the limit
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		k.Developments, k.Why = "unknown", err.Error()
		return k, nil
	}
	known, err := session.Certain(ctx, p.game, set)
	if err != nil {
		return nil, err
	}
	k.Developments, k.States, k.certain, k.possible = set.Developments().String(), known.States, append([]string{}, known.Facts...), known.Possible
	for _, f := range k.certain {
		k.Facts = append(k.Facts, p.entry.Rules.Show(f))
	}
	return k, nil
}

// maxReplays is the number of cached replays.
const maxReplays = 16

// replays caches the records that clients look at, and images of their positions. It is
// safe for concurrent use.
type replays struct {
	server *Server
	cached cache.Cache[*replay]
	images *imageCache
}

func newReplays(s *Server) *replays {
	return &replays{server: s, cached: cache.Cache[*replay]{Most: maxReplays}, images: newImageCache()}
}

// open returns the replay of a match as far as it has been played.
func (rs *replays) open(ctx context.Context, id string) (*replay, error) {
	r, err := rs.server.cfg.Store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	key := id + " " + strconv.Itoa(len(r.Moves)) + " " + strconv.FormatBool(r.Completed || r.Aborted)
	return rs.cached.Get(ctx, key, func(ctx context.Context) (*replay, error) { return newReplay(ctx, rs.server.games, r) })
}
