package claim

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"ludex/internal/prove/boardrank"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// A Board is what is proved about a regular boardgame without its transition system.
type Board struct {
	Rules    *source.File
	Language []Property       // what follows from the language alone
	Ranking  *boardrank.Proof // that every play ends; nil if that is not claimed
}

// byLanguage says why every regular boardgame has a property, by the semantics of the language alone.
//
// The role on turn chooses among its moves and every other role has one, to wait; the play is over
// where the one on turn has none. The goal of a role is made from its score, a variable: a variable
// has one value from 0 to its bound, since the path with any other assignment is no move.
var byLanguage = map[Kind]string{
	Playable: "the language: a play of a boardgame is over where the role on turn has no move",
	Goals:    "the language: the goal of a role is its score, and that is one number from 0 to its bound",
	Turns:    "the language: in a boardgame only the role on turn has a choice",
}

// ByLanguage says why every regular boardgame has a property, by the semantics of the language alone, or returns "".
func ByLanguage(p Property) string { return byLanguage[p.Kind] }

// game reads the rules.
func (b *Board) game() (*rbg.Game, error) {
	g, problems := rbgparse.File(b.Rules)
	if g == nil {
		return nil, fmt.Errorf("%s is no regular boardgame: %w", rulesName, problems.Err())
	}
	return g, nil
}

// check checks what is claimed. If a game is given, the rules must be the same.
func (b *Board) check(ctx context.Context, game *rbg.Game) error {
	g, err := b.game()
	if err != nil {
		return err
	}
	if game != nil {
		if err := rbg.SameGame(g, game); err != nil {
			return fmt.Errorf("the rules in the file are not those of the game: %w", err)
		}
	}
	for _, p := range b.Language {
		if ByLanguage(p) == "" {
			return fmt.Errorf("%s does not follow from the language", p)
		}
	}
	if b.Ranking == nil {
		return nil
	}
	if err := boardrank.Check(ctx, g, b.Ranking); err != nil {
		return fmt.Errorf("%s: %w", Ends, err)
	}
	return nil
}

// claims returns what is claimed.
func (b *Board) claims() []Property {
	list := b.Language
	if b.Ranking != nil {
		list = append(list[:len(list):len(list)], Property{Kind: Ends})
	}
	return list
}

// A manifestBoard describes what is proved about a boardgame without its transition system.
type manifestBoard struct {
	Language []string         `json:"language,omitempty"`
	Ranking  *boardrank.Proof `json:"ranking,omitempty"`
}

func (b *Board) manifest() *manifestBoard {
	m := &manifestBoard{Ranking: b.Ranking}
	for _, p := range b.Language {
		m.Language = append(m.Language, p.String())
	}
	return m
}

// write writes the rules, and the numbers of the ranking.
func (b *Board) write(z *zip.Writer) error {
	if err := put(z, rulesName, []byte(b.Rules.Text())); err != nil || b.Ranking == nil {
		return err
	}
	for i := range b.Ranking.Steps {
		var data []byte
		for _, n := range b.Ranking.Steps[i].Values {
			data = binary.AppendUvarint(data, uint64(n))
		}
		if err := put(z, numbersName(i), data); err != nil {
			return err
		}
	}
	return nil
}

// board reads what is proved about a boardgame without its transition system.
func (c *fileChecker) board() (*Board, error) {
	text, err := c.get(rulesName)
	if err != nil {
		return nil, err
	}
	m := c.manifest.Board
	b := &Board{Rules: source.NewFile(rulesName, text), Ranking: m.Ranking}
	for _, text := range m.Language {
		p, err := ParseProperty(text)
		if err != nil {
			return nil, err
		}
		b.Language = append(b.Language, p)
	}
	if b.Ranking == nil {
		return b, nil
	}
	left := maxNumbers
	for i := range b.Ranking.Steps {
		data, err := c.getAtMost(numbersName(i), int64(binary.MaxVarintLen32*left))
		if err != nil {
			return nil, err
		}
		numbers, err := readNumbers(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", numbersName(i), err)
		}
		b.Ranking.Steps[i].Values = numbers
		left -= len(numbers)
	}
	return b, nil
}

// maxNumbers bounds the numbers of all steps of a ranking.
const maxNumbers = 1 << 26

// readNumbers reads numbers of base 128, the lowest digit first.
func readNumbers(data []byte) (list []uint32, err error) {
	for len(data) > 0 {
		n, size := binary.Uvarint(data)
		if size <= 0 || n > math.MaxUint32 {
			return nil, errors.New("there is something else than numbers below 4294967296")
		}
		list = append(list, uint32(n))
		data = data[size:]
	}
	return list, nil
}
