package report

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/board"
)

// A Shown is a play with pictures.
type Shown struct {
	Number   int // of the play
	Title    string
	Pictures []Shot
}

// A Shot is a position of a play.
type Shot struct {
	Step    int
	Caption string
	SVG     template.HTML
}

// shots is the number of pictures of a play.
const shots = 6

// maxGallery bounds the pictures of a page in bytes.
const maxGallery = 1 << 20

// gallery chooses a typical play and an exciting one, and draws positions of them.
func (f *follower) gallery() error {
	if !f.pictured() {
		return nil
	}
	seen := map[int]bool{}
	for _, choice := range []struct {
		title string
		of    func(*Data) int
	}{{"A typical game", typicalPlay}, {"An exciting game", excitingPlay}} {
		number := choice.of(f.data)
		if number < 0 || seen[number] {
			continue
		}
		seen[number] = true
		shown, err := f.draw(&f.data.Self[number], choice.title)
		if err != nil {
			return err
		}
		if len(shown.Pictures) > 0 {
			f.replay.Gallery = append(f.replay.Gallery, shown)
		}
	}
	return nil
}

// drawBestPlay draws positions of the line of best play.
func (f *follower) drawBestPlay() error {
	s := f.replay.Solved
	if s == nil || len(s.Line) == 0 || !f.pictured() {
		return nil
	}
	shown, err := f.draw(&Play{Moves: s.Line}, "")
	s.pictures = shown.Pictures
	return err
}

// pictured reports whether positions can be drawn that everybody may see.
func (f *follower) pictured() bool {
	return f.board != nil && f.board.HasGrid() && !f.data.About.Hidden
}

// draw draws positions of a play, equally spaced, its end included.
func (f *follower) draw(p *Play, title string) (Shown, error) {
	shown, size := Shown{Number: p.Number, Title: title}, 0
	var before []string
	var last [][]string
	wanted := map[int]bool{}
	for k := range shots {
		wanted[int(math.Round(float64((k+1)*len(p.Moves))/shots))] = true
	}
	err := f.walk(p, func(step int, s game.State, joint []game.Move) error {
		facts := f.game.Facts(s)
		if wanted[step] && step > 0 {
			var out bytes.Buffer
			position := board.Position{Facts: facts, Before: before, Last: last[step-1], Over: step == len(p.Moves)}
			if err := f.board.SVG(&out, position, board.Options{NoCaptions: true, NoStyle: true}); err != nil || size+out.Len() > maxGallery {
				return nil // a report does without the picture
			}
			size += out.Len()
			caption := fmt.Sprintf("after step %d", step)
			if chosen := strings.Join(p.Moves[step-1], ", "); chosen != "" {
				caption += ": " + chosen
			}
			shown.Pictures = append(shown.Pictures, Shot{step, caption, template.HTML(out.String())})
		}
		before = facts
		var texts []string
		for r, m := range joint {
			texts = append(texts, f.game.MoveText(game.Role(r), m))
		}
		last = append(last, texts)
		return nil
	})
	return shown, err
}

// typicalPlay returns the index of the play whose length, winner and lead changes are the
// most usual ones, or -1.
func typicalPlay(d *Data) int {
	seats := d.About.Seats()
	var lengths Histogram
	outcomes := map[string]int{}
	for i := range d.Self {
		if p := &d.Self[i]; p.Over {
			lengths.add(p.Steps)
			outcomes[outcome(seats, p.Goals)]++
		}
	}
	usual := 0
	for _, n := range outcomes {
		usual = max(usual, n)
	}
	median := lengths.Quantile(0.5)
	return bestPlay(d, func(p *Play) float64 {
		unusual := 0.0
		if outcomes[outcome(seats, p.Goals)] < usual {
			unusual = 1
		}
		return -math.Abs(float64(p.Steps-median))/float64(max(median, 1)) - unusual
	})
}

// excitingPlay returns the index of the play with the most drama, lead changes and
// uncertainty at the end, or -1 if the course of plays is unknown.
func excitingPlay(d *Data) int {
	seats := d.About.Seats()
	if len(seats) < 2 || d.About.Hidden {
		return -1
	}
	return bestPlay(d, func(p *Play) float64 {
		c := newCourse(p, seats)
		if c == nil {
			return math.Inf(-1)
		}
		return c.drama + c.decisiveness + math.Log1p(float64(c.changes))
	})
}

// bestPlay returns the index of the finished play with the highest score, or -1.
func bestPlay(d *Data, score func(*Play) float64) int {
	best, at := math.Inf(-1), -1
	for i := range d.Self {
		if p := &d.Self[i]; p.Over && len(p.Moves) > 0 {
			if x := score(p); x > best {
				best, at = x, i
			}
		}
	}
	return at
}

// boutsOf returns the names of the bouts, with moves, against rivals that fit.
func boutsOf(d *Data, fits func(*Opponent) bool) (list []BoutName) {
	for i := range d.Bouts {
		if b := &d.Bouts[i]; b.Over && len(b.Moves) > 0 && fits(&d.Method.Rivals[b.Rival]) {
			list = append(list, BoutName{b.Rival, b.Number})
		}
	}
	return list
}

// endless returns the numbers of up to two plays that did not end.
func endless(d *Data) (numbers []int) {
	for i := range d.Self {
		if p := &d.Self[i]; !p.Over && len(p.Moves) > 0 && len(numbers) < 2 {
			numbers = append(numbers, p.Number)
		}
	}
	return numbers
}

// numbersOf returns the numbers of up to two plays with the highest scores among those that
// fit.
func numbersOf(d *Data, fits func(*Play) bool, score func(*Play) float64) []int {
	var list []*Play
	for i := range d.Self {
		if p := &d.Self[i]; p.Over && len(p.Moves) > 0 && fits(p) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *Play) int { return cmp.Compare(score(b), score(a)) })
	var numbers []int
	for _, p := range list[:min(2, len(list))] {
		numbers = append(numbers, p.Number)
	}
	return numbers
}
