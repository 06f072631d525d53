package library_test

import "fmt"

// fugitive holds where the thief and the two detectives are, and who was caught by
// whom.
type fugitive struct {
	at     [3]int
	steps  int
	caught [3]bool
}

var hunt = []string{"thief", "dora", "emil"}

// town lists the places that are next to each place, from 1 on.
var town = [][]int{
	{}, {2, 4}, {1, 3, 5}, {2, 6, 10}, {1, 5, 7}, {2, 4, 6, 8}, {3, 5, 9}, {4, 8}, {5, 7, 9, 10}, {6, 8}, {3, 8},
}

func (f fugitive) legal() map[string][]string {
	list := map[string][]string{}
	for i, name := range hunt {
		for _, a := range append([]int{f.at[i]}, town[f.at[i]]...) {
			list[name] = append(list[name], fmt.Sprintf("(go %d)", a))
		}
	}
	return list
}

func (f fugitive) play(joint map[string]string) (table, map[string][]string) {
	next := fugitive{steps: f.steps + 1}
	var all []string
	for i, name := range hunt {
		scan(joint[name], "(go %d)", &next.at[i])
		if i > 0 {
			all = append(all, fmt.Sprintf("(goes %s %d)", name, next.at[i]))
		}
	}
	for i := 1; i <= 2; i++ {
		swap := next.at[i] == f.at[0] && next.at[0] == f.at[i]
		if next.caught[i] = swap || next.at[i] == next.at[0]; next.caught[i] {
			all = append(all, "(catch "+hunt[i]+")")
		}
	}
	percepts := everybody(hunt, all...)
	if next.steps%3 == 0 {
		for _, name := range hunt[1:] {
			percepts[name] = append([]string{fmt.Sprintf("(seen_at %d)", next.at[0])}, all...)
		}
	}
	return next, percepts
}

func (f fugitive) goals() (map[string]int, bool) {
	if !f.caught[1] && !f.caught[2] {
		return map[string]int{"thief": 100}, f.steps == 9
	}
	goals := map[string]int{"dora": 70, "emil": 70}
	for i, name := range hunt {
		if f.caught[i] {
			goals[name] = 100
		}
	}
	return goals, true
}
