package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/rules"
)

// A Replay is what the moves of the player's games show when they are made again.
type Replay struct {
	// Openings are the moves of the first decision, the most valuable first; Role has it.
	// They are empty if several roles decide first.
	Role     string    `json:"role,omitempty"`
	Openings []Opening `json:"openings,omitempty"`
	// OpeningsOf is the number of moves from which the openings were drawn at random; 0 if
	// they are all.
	OpeningsOf int `json:"openings_of,omitempty"`
	// Moves are the moves that were legal in the games, by role and text.
	Moves []MoveUse `json:"moves,omitempty"`
	// Cells are the cells of the boards, and Pieces what lies on them.
	Cells  []CellUse  `json:"cells,omitempty"`
	Pieces []PieceUse `json:"pieces,omitempty"`
	// Unused is what no play needed.
	Unused *Unused `json:"unused,omitempty"`
	// Solved is what best play leads to; nil if that is not known.
	Solved *Solved `json:"solved,omitempty"`
	// Gallery are plays with pictures.
	Gallery []Shown `json:"-"`
}

// An Opening is a move of the first decision.
type Opening struct {
	Move  string `json:"move"`
	Games uint64 `json:"games"` // of the player that began with it
	// Score is what the role got in these games, and Random what random plays after the
	// move are worth to it, as a part of 100 points.
	Score  Estimate `json:"score"`
	Random Estimate `json:"random"`
}

// A MoveUse counts in how many different positions a move was legal, and in how many it was
// chosen, where its role had a choice. Of a position that games came to more than once the
// first time counts.
type MoveUse struct {
	Role   string `json:"role"`
	Move   string `json:"move"`
	Visits uint64 `json:"visits"` // how often games came to the positions
	Legal  uint64 `json:"legal"`
	Chosen uint64 `json:"chosen"`
	// Expected is how often it would have been chosen at random, in thousandths.
	Expected uint64 `json:"expected"`
}

// A CellUse counts how often a piece came to a cell.
type CellUse struct {
	Label    string `json:"label"`
	Board    int    `json:"board"`
	Row      int    `json:"row"`
	Column   int    `json:"column"`
	Arrivals uint64 `json:"arrivals"`

	id string
}

// A PieceUse is how many of a piece are on the boards as games go on, over
// [Progressions] parts and the beginning.
type PieceUse struct {
	Piece string    `json:"piece"`
	Count []Summary `json:"count"`
}

// Limits of following plays.
const (
	maxOpenings     = 100 // openings whose value is measured; of more, as many are drawn
	openingPlayouts = 400 // random plays for each
	maxUseMoves     = 256 // legal moves up to which a position counts for the use of moves
)

// Follow makes the moves of the player's games again, and records what they show. Games that
// repeat others move by move count once, as in [Measure]. It needs the complete data of a
// turn-based game, see [Merge]; those of other games stay as they are. If the context ends, what
// was found before is recorded, and the rest is missing.
func Follow(ctx context.Context, rs *rules.Rules, s Subject, d *Data) error {
	if s.Game == nil {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f := &follower{game: s.Game, machine: s.Game.NewMachine(), data: different(d), replay: new(Replay), uses: map[string]*MoveUse{}, met: map[string]bool{}}
	f.machine.Bind(ctx)
	if b, err := board.Presented(ctx, rs); err == nil {
		f.board = b // a game without a board has no cells and pieces
		f.start()
	}
	if err := f.games(); err != nil {
		return err
	}
	d.Replay = f.replay
	return f.findOut(ctx, rs)
}

// games follows the games of the player.
func (f *follower) games() error {
	for i := range f.data.Self {
		if err := f.follow(&f.data.Self[i]); err != nil {
			return fmt.Errorf("game %d again: %w", f.data.Self[i].Number+1, err)
		}
	}
	f.end()
	return nil
}

// findOut finds what more than the games themselves is needed for, the quickest first.
func (f *follower) findOut(ctx context.Context, rs *rules.Rules) (err error) {
	if err := f.gallery(); err != nil {
		return err
	}
	if f.replay.Unused, err = findUnused(ctx, rs, f.game, f); err != nil {
		return err
	}
	if err := f.openings(ctx); err != nil {
		return err
	}
	if f.replay.Solved, err = solved(ctx, f.game); err != nil {
		return err
	}
	return f.drawBestPlay()
}

// A follower makes moves again.
type follower struct {
	game    game.Game
	machine game.Machine
	board   *board.Board // may be nil
	data    *Data
	replay  *Replay
	uses    map[string]*MoveUse
	met     map[string]bool // positions in which the use of moves was counted
	cells   map[string]*CellUse
	pieces  map[string]*PieceUse
	order   []string // of the pieces
}

// start lists the cells.
func (f *follower) start() {
	f.cells, f.pieces = map[string]*CellUse{}, map[string]*PieceUse{}
	for _, c := range f.board.Cells() {
		f.replay.Cells = append(f.replay.Cells, CellUse{Label: c.Label, Board: c.Board, Row: c.Row, Column: c.Column, id: c.ID})
	}
	for i := range f.replay.Cells {
		f.cells[f.replay.Cells[i].id] = &f.replay.Cells[i]
	}
}

// walk makes the moves of a play, and calls visit before each step and at the end, where
// joint is nil.
func (f *follower) walk(p *Play, visit func(step int, s game.State, joint []game.Move) error) error {
	m := f.machine
	s := m.Initial(nil)
	for step, chosen := range p.Moves {
		joint, err := f.joint(s, chosen)
		if err != nil {
			return err
		}
		if err := visit(step, s, joint); err != nil {
			return err
		}
		s = m.Next(s, joint, nil)
	}
	if err := m.Err(); err != nil {
		return err
	}
	return visit(len(p.Moves), s, nil)
}

// joint completes the moves that were chosen by those of the roles without a choice.
func (f *follower) joint(s game.State, chosen []string) ([]game.Move, error) {
	joint := make([]game.Move, len(f.game.Roles()))
	for r := range joint {
		legal := f.machine.Legal(s, game.Role(r), nil)
		if err := f.machine.Err(); err != nil {
			return nil, err
		}
		switch {
		case len(legal) == 1:
			joint[r] = legal[0]
		case len(chosen) == 0:
			return nil, fmt.Errorf("%s has a choice, and no move is recorded", f.game.Roles()[r])
		default:
			i := slices.IndexFunc(legal, func(m game.Move) bool { return f.game.MoveText(game.Role(r), m) == chosen[0] })
			if i < 0 {
				return nil, fmt.Errorf("%s is not legal", chosen[0])
			}
			joint[r], chosen = legal[i], chosen[1:]
		}
	}
	return joint, nil
}

// follow counts the moves, arrivals and pieces of a play.
func (f *follower) follow(p *Play) error {
	var before []string
	counts := make([]map[string]uint64, 0, len(p.Moves)+1)
	err := f.walk(p, func(_ int, s game.State, joint []game.Move) error {
		facts := f.game.Facts(s)
		if key := strings.Join(facts, "\n"); joint != nil {
			f.countUses(s, joint, !f.met[key])
			f.met[key] = true
		}
		if f.board == nil {
			return nil
		}
		if before != nil {
			f.arrivals(before, facts)
		}
		before = facts
		counts = append(counts, f.countPieces(facts))
		return nil
	})
	if err != nil || f.board == nil || !p.Over {
		return err
	}
	for k := range Progressions + 1 {
		at := counts[int(math.Round(float64(k*(len(counts)-1))/Progressions))]
		for _, name := range f.order {
			f.pieces[name].Count[k].add(at[name])
		}
	}
	return nil
}

// countUses counts which moves were legal and which were chosen, in a position that is new or not.
func (f *follower) countUses(s game.State, joint []game.Move, isNew bool) {
	for _, r := range f.data.About.Seats() {
		legal := f.machine.Legal(s, game.Role(r), nil)
		if len(legal) < 2 || len(legal) > maxUseMoves {
			continue
		}
		for _, m := range legal {
			text := f.game.MoveText(game.Role(r), m)
			key := fmt.Sprintf("%d %s", r, text)
			u := f.uses[key]
			if u == nil {
				u = &MoveUse{Role: f.game.Roles()[r], Move: text}
				f.uses[key] = u
			}
			if u.Visits++; !isNew {
				continue
			}
			u.Legal++
			u.Expected += thousandths(1 / float64(len(legal)))
			if m == joint[r] {
				u.Chosen++
			}
		}
	}
}

// arrivals counts the pieces that came to cells.
func (f *follower) arrivals(before, after []string) {
	for _, c := range f.board.Changes(before, after) {
		if cell := f.cells[c.Cell]; cell != nil && len(c.Gained) > 0 {
			cell.Arrivals++
		}
	}
}

// countPieces counts the pieces of a position. One that is seen for the first time was not
// there in the plays before.
func (f *follower) countPieces(facts []string) map[string]uint64 {
	counts := map[string]uint64{}
	for _, c := range f.board.Changes(nil, facts) {
		for _, piece := range c.Gained {
			counts[piece]++
			if f.pieces[piece] == nil {
				f.pieces[piece] = &PieceUse{Piece: piece, Count: make([]Summary, Progressions+1)}
				f.order = append(f.order, piece)
			}
		}
	}
	return counts
}

// end sorts what was counted.
func (f *follower) end() {
	for _, u := range f.uses {
		f.replay.Moves = append(f.replay.Moves, *u)
	}
	slices.SortFunc(f.replay.Moves, func(a, b MoveUse) int { return cmpUses(&a, &b) })
	slices.Sort(f.order)
	for _, name := range f.order {
		f.replay.Pieces = append(f.replay.Pieces, *f.pieces[name])
	}
	if !slices.ContainsFunc(f.replay.Cells, func(c CellUse) bool { return c.Arrivals > 0 }) {
		f.replay.Cells = nil
	}
}
