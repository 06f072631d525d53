package session

import (
	"strings"

	"ludex/game"
)

// A Choice is a legal move of the person's.
type Choice struct {
	Number int // counted from 1
	Move   game.Move
	Text   string
	key    string // the text in plain words
}

// choices lists legal moves.
func (s *Session) choices(legal []game.Move) []Choice {
	list := make([]Choice, len(legal))
	for i, m := range legal {
		text := s.MoveText(s.role, m)
		list[i] = Choice{i + 1, m, text, plainWords(text)}
	}
	return list
}

// Choices returns the moves among which the person is to choose, or nothing when
// it is not the person's turn. The caller must not change the slice.
func (s *Session) Choices() []Choice {
	if s.phase != Yours {
		return nil
	}
	return s.round.choices
}

// Matching returns the choices that something typed may mean: those that begin
// so, or else those that contain it. Brackets, commas and case do not count.
func (s *Session) Matching(typed string) []Choice {
	key := plainWords(typed)
	all := s.Choices()
	if key == "" {
		return all
	}
	if begin := filter(all, key, strings.HasPrefix); begin != nil {
		return begin
	}
	return filter(all, key, strings.Contains)
}

func filter(list []Choice, key string, fits func(text, key string) bool) []Choice {
	var out []Choice
	for _, c := range list {
		if fits(c.key, key) {
			out = append(out, c)
		}
	}
	return out
}

// Complete returns what was typed, with all that the moves that begin so have in
// common.
func (s *Session) Complete(typed string) string {
	begin := filter(s.Choices(), plainWords(typed), strings.HasPrefix)
	if len(begin) == 0 {
		return typed
	}
	common := begin[0].Text
	for _, c := range begin[1:] {
		common = commonPrefix(common, c.Text)
	}
	if len(plainWords(common)) < len(plainWords(typed)) {
		return typed
	}
	return common
}

func commonPrefix(a, b string) string {
	end := 0
	for i, r := range a {
		if !strings.HasPrefix(b[i:], string(r)) {
			return a[:end]
		}
		end = i + len(string(r))
	}
	return a
}

// plainWords writes a term without brackets and commas, in lower case and with
// single blanks, so that "(mark 1 2)", "mark(1,2)" and "mark 1 2" are the same.
func plainWords(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r == '(' || r == ')' || r == ',' || r == ' ' || r == '\t'
	})
	return strings.Join(words, " ")
}
