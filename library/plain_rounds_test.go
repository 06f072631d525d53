package library_test

import "maps"

// A minority is the minority game: who chooses a side alone gets a point.
type minority struct {
	rounds int
	points map[string]int
}

var minorityNames = []string{"ann", "bob", "cleo"}

func (m minority) legal() map[string][]string {
	list := map[string][]string{}
	for _, name := range minorityNames {
		list[name] = []string{"(choose east)", "(choose west)"}
	}
	return list
}

func (m minority) play(joint map[string]string) (table, map[string][]string) {
	count := map[string]int{}
	for _, side := range joint {
		count[side]++
	}
	points := maps.Clone(m.points)
	if points == nil {
		points = map[string]int{}
	}
	for name, side := range joint {
		if count[side] == 1 {
			points[name]++
		}
	}
	return minority{m.rounds + 1, points}, nil
}

func (m minority) goals() (map[string]int, bool) {
	goals := map[string]int{}
	for _, name := range minorityNames {
		goals[name] = (100*m.points[name] + 1) / 3 // thirds of 100, rounded
	}
	return goals, m.rounds == 3
}

// A dilemma is the prisoner's dilemma: each point that is not given away is counted.
type dilemma struct{ rounds, ann, bob int }

func (d dilemma) legal() map[string][]string {
	return map[string][]string{"ann": {"cooperate", "defect"}, "bob": {"cooperate", "defect"}}
}

// years returns what the first of two gets: two points for a betrayal, and eight or six
// of the other's good will.
func years(mine, theirs string) int {
	n := 0
	if mine == "defect" {
		n += 2
	}
	if theirs == "cooperate" {
		n += 6
	}
	if mine == "defect" && theirs == "cooperate" {
		n += 2
	}
	return n
}

func (d dilemma) play(joint map[string]string) (table, map[string][]string) {
	a, b := joint["ann"], joint["bob"]
	return dilemma{d.rounds + 1, d.ann + years(a, b), d.bob + years(b, a)}, nil
}

func (d dilemma) goals() (map[string]int, bool) {
	return map[string]int{"ann": d.ann, "bob": d.bob}, d.rounds == 10
}
