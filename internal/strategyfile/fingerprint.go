package strategyfile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
)

// The number of random plays of a fingerprint, and their steps.
const (
	printPlays = 8
	printSteps = 64
)

// Fingerprint returns a text that identifies a game by its plays: a hash of the
// roles, of the state in which plays begin (the initial one if it is nil), and of
// the legal moves, percepts and goals in a few random plays. It does not depend on
// the engine, on the order of rules or on comments.
func Fingerprint(g game.Game, from game.State) (string, error) {
	sum := sha256.New()
	p := &printer{Writer: bufio.NewWriter(sum), game: g, machine: g.NewMachine()}
	if from == nil {
		from = p.machine.Initial(nil)
	}
	for r, name := range g.Roles() {
		fmt.Fprintf(p, "role %s %t\n", name, game.Role(r) == g.Random())
	}
	fmt.Fprintf(p, "hidden %t\n", g.Hidden())
	facts := slices.Sorted(slices.Values(g.Facts(from)))
	fmt.Fprintf(p, "from %s\n", strings.Join(facts, " "))
	for seed := range uint64(printPlays) {
		p.play(from, game.NewRand(seed+1))
	}
	if err := p.machine.Err(); err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", g.Name(), err)
	}
	if err := p.Flush(); err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", g.Name(), err)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// A printer writes random plays as text.
type printer struct {
	*bufio.Writer
	game    game.Game
	machine game.Machine
}

// play writes one random play.
func (p *printer) play(state game.State, rand *game.Rand) {
	joint := make([]game.Move, len(p.game.Roles()))
	for range printSteps {
		if p.machine.Terminal(state) {
			for r := range joint {
				fmt.Fprintf(p, "goals %v\n", p.machine.Goals(state, game.Role(r), nil))
			}
			return
		}
		for r := range joint {
			legal := p.machine.Legal(state, game.Role(r), nil)
			if len(legal) == 0 {
				fmt.Fprintln(p, "stuck")
				return
			}
			for _, m := range legal {
				fmt.Fprintf(p, "legal %s\n", p.game.MoveText(game.Role(r), m))
			}
			joint[r] = legal[rand.Choose(len(legal))]
		}
		if p.game.Hidden() {
			for r := range joint {
				for _, seen := range p.machine.Percepts(state, joint, game.Role(r), nil) {
					fmt.Fprintf(p, "sees %s\n", p.game.PerceptText(seen))
				}
			}
		}
		state = p.machine.Next(state, joint, nil)
	}
}
