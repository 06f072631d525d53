package report

import "fmt"

// definitions returns the definitions of the measures on the page.
func definitions(d *Data, m *Measures) []Fact {
	facts := []Fact{
		{"interval", "what stands in brackets holds the true mean with 95 % confidence: Wilson's interval for scores and parts, that of the normal distribution for other means."},
		{"length", "steps of plays that came to their end. In a step every role makes a move, those without a choice the only one they have."},
		{"completed", "plays that came to their end, and were not cut off."},
	}
	if d.About.Timed {
		facts[1].Text = "time from the start to the end, of plays that came to one. Time passes only when something happens; an event is an instant at which moves are made or lifetimes run out."
	} else {
		facts = append(facts, Fact{"choices", "the number of legal moves of a role that has more than one; chance does not count."},
			Fact{"tree of plays", "the mean of the logarithm of the product of all numbers of legal moves along a play."})
	}
	if len(d.About.Seats()) > 1 {
		facts = append(facts,
			Fact{"score", "1 for the role with the highest goal; several with the highest share it, so that a draw of two is ½ each."},
			Fact{"balance", "1 less the difference between the highest and the lowest score of the roles."},
			Fact{"first move", "the score of the role that is the first one to have a choice, if it has it alone."},
			Fact{"draws", "plays in which no role alone has the highest goal."})
	}
	if m.Course != nil {
		facts = append(facts, courseDefinitions()...)
	}
	if len(m.Skill) > 0 {
		facts = append(facts, Fact{"room for skill", "the score of the player against somebody who plays at random, and against itself with a tenth of the budget. Where thinking longer does not help, there is nothing to be good at."})
	}
	if d.Views != nil {
		facts = append(facts, Fact{"information set", "the different states in which a role may be, given its own moves and all that it has perceived since the start; bits not known are the entropy of the state if the others' moves and those of chance are equally likely."})
	}
	if m.ChanceBits.Mean > 0 {
		facts = append(facts, Fact{"chance", "the logarithm to base 2 of its number of moves, added up along a play."})
	}
	return facts
}

// courseDefinitions returns the definitions of the measures of the course.
func courseDefinitions() []Fact {
	return []Fact{
		{"standing", "the goal, between 0 and 100, that the player expects for each role before each step; at the end, the goal itself. The lead is the difference between the highest and the second."},
		{"drama", "over the positions in which the later winner was behind, the mean of the square root of how far, as a part of 100; 0 if it never was. After Browne."},
		{"decisiveness", fmt.Sprintf("the part of a game until it was decided: from where on the winner stayed at least %d points ahead. What comes after is the playing out of a game that is over.", DecisionMargin)},
		{"lead changes", fmt.Sprintf("how often another role is ahead by at least %d points than the last one that was.", LeadMargin)},
		{"uncertainty", "1 less the lead as a part of 100: 1 if the best two stand equal, 0 if one of them has won."},
	}
}
