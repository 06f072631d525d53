package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludex/game"
)

// A Sentence is one of the sentences with which a report begins.
type Sentence struct {
	Measure string `json:"measure"` // such as "balance"
	Text    string `json:"text"`
	// Value is the figure behind the sentence, and Unit what it counts; N is 0 if there is
	// none.
	Value Estimate `json:"value"`
	Unit  string   `json:"unit,omitempty"`
	// Rank sets the value beside those of the games of the library; it is nil if these have
	// too few.
	Rank *Rank `json:"rank,omitempty"`
	// Plays are the numbers of games of the player that show it.
	Plays []int `json:"plays,omitempty"`
	// Bouts are games against others that show it.
	Bouts []BoutName `json:"bouts,omitempty"`
	// BestPlay says that a line of best play shows it.
	BestPlay bool `json:"best_play,omitempty"`
	// Section is the part of the page about it.
	Section string `json:"section"`
}

// A BoutName names one of the bouts of the data.
type BoutName struct {
	Rival  int `json:"rival"`
	Number int `json:"number"`
}

// A judge writes the verdict.
type judge struct {
	all      *Data // with games that repeat others
	data     *Data // each game once, see [different]
	measures *Measures
	list     []Sentence
}

// verdict returns the sentences that the data allow, all of them and those that count.
func verdict(all, d *Data, m *Measures) []Sentence {
	j := &judge{all: all, data: d, measures: m}
	j.variety()
	if m.Puzzle == nil {
		j.balance()
		j.balanceTrend()
		j.draws()
		j.drawsTrend()
	}
	j.solution()
	j.length()
	j.branching()
	j.course()
	j.depth()
	j.luck()
	j.openings()
	j.dominant()
	j.unused()
	return j.list
}

// variety warns if most games are the same.
func (j *judge) variety() {
	seen := map[string]uint64{}
	for i := range j.all.Self {
		seen[moveText(&j.all.Self[i])]++
	}
	n, rest := len(j.all.Self), "so that intervals say little about other players"
	if j.measures.Repeated > 0 {
		rest = "of which each counts once"
	}
	if 2*len(seen) < n {
		s := Sentence{Measure: "variety", Section: "method", Value: share(uint64(len(seen)), uint64(n)), Unit: "of the games"}
		s.Plays = numbersOf(j.all, func(p *Play) bool { return seen[moveText(p)] > 1 }, func(p *Play) float64 { return float64(seen[moveText(p)]) })
		how := fmt.Sprintf("only %d different ones", len(seen))
		if len(seen) == 1 {
			how = "all the same"
			rest = strings.Replace(rest, "of which each counts once", "which counts once", 1)
		}
		j.say(s, "Take care: the %s of the player are %s, %s.", plural(n, "game"), how, rest)
	}
}

// moveText writes the moves of a play.
func moveText(p *Play) string { return fmt.Sprint(p.Moves) }

// say adds a sentence about a value, which may be empty.
func (j *judge) say(s Sentence, format string, args ...any) {
	s.Text = fmt.Sprintf(format, args...)
	if s.Value.N > 0 && s.Rank == nil {
		s.Rank = RankOf(s.Measure, s.Value.Mean)
	}
	j.list = append(j.list, s)
}

// word chooses one of three words by the rank of a value; without a rank it is "".
func word(measure string, x float64, low, usual, high string) string {
	switch r := RankOf(measure, x); {
	case r == nil:
		return ""
	case r.Percentile < 25:
		return low
	case r.Percentile > 75:
		return high
	}
	return usual
}

// opening begins a sentence with a word, if there is one.
func opening(word, rest string) string {
	if word == "" {
		return capital(rest)
	}
	return word + ": " + rest
}

// elo writes a difference in Elo.
func elo(x float64) string {
	if x = math.Round(x); x > 0 {
		return fmt.Sprintf("+%.0f", x)
	}
	return fmt.Sprintf("%.0f", x+0) // no negative zero
}

// balance says whom the game favours. The value is how much the best seat is favoured.
func (j *judge) balance() {
	d, scores := j.data, j.measures.Self.Scores
	seats := d.About.Seats()
	if len(scores) < 2 {
		return
	}
	best := bestSeat(scores)
	score := scores[best]
	role, even := d.About.Roles[seats[best]], 1/float64(len(seats))
	who := j.who(seats[best])
	s := Sentence{Measure: "balance", Value: eloEstimate(score, len(seats)-1), Unit: "Elo", Section: "results"}
	s.Plays = numbersOf(d, func(p *Play) bool { w := winners(seats, p.Goals); return len(w) == 1 && w[0] == seats[best] }, shortness)
	if winner := j.winner(); winner >= 0 && score.holds(even) {
		i := slices.Index(seats, winner)
		s.Value = eloEstimate(scores[i], len(seats)-1)
		j.say(s, "Favours %s if play is best; in %s %s scores %s.", j.who(winner), plural(score.N, "game"), d.About.Roles[winner], scores[i].text(num))
		return
	}
	if score.holds(even) {
		j.say(s, "Balanced, as far as %s can tell: %s scores %s, %s Elo.", plural(score.N, "game"), who, score.text(num), s.Value.text(elo))
		return
	}
	how, limit := "Favours", ""
	switch {
	case s.Value.Mean > 200:
		how = "Strongly favours"
	case s.Value.Mean < 50:
		how = "Slightly favours"
	}
	if t := j.measures.Trend; t != nil && t.Scores[best].below(0) {
		limit = " between players of this strength"
	}
	j.say(s, "%s %s by %s Elo%s: %s scores %s.", how, who, s.Value.text(elo), limit, role, score.text(num))
}

// who names a role, and says when it moves, if that is always the same.
func (j *judge) who(seat int) string {
	role, first := j.data.About.Roles[seat], j.measures.Self.FirstRole
	switch {
	case role == first:
		return role + ", who moves first,"
	case first != "" && len(j.data.About.Seats()) == 2:
		return role + ", who moves second,"
	}
	return role
}

// shortness orders plays by length, the shortest first.
func shortness(p *Play) float64 { return -float64(p.Steps) }

func (j *judge) draws() {
	d, e := j.data, j.measures.Self.Draws
	if e.N == 0 {
		return
	}
	seats := d.About.Seats()
	s := Sentence{Measure: "draws", Value: e, Unit: "of the games", Section: "results"}
	s.Plays = numbersOf(d, func(p *Play) bool { return len(winners(seats, p.Goals)) > 1 }, shortness)
	switch t := j.measures.Trend; {
	case e.Mean == 0:
		j.say(s, "Decisive: none of %s is drawn.", plural(e.N, "game"))
	case e.Mean < 0.1 && t != nil && t.Draws.above(0):
		j.say(s, "Few draws between players of this strength: %s of the games.", e.text(percent))
	case e.Mean < 0.1:
		j.say(s, "Decisive: %s of the games are drawn.", e.text(percent))
	case e.Mean > 0.5:
		j.say(s, "Drawish: %s of the games are drawn.", e.text(percent))
	default:
		j.say(s, "Draws occur: %s of the games.", e.text(percent))
	}
}

func (j *judge) length() {
	d, m := j.data, j.measures
	e := m.Self.Length
	if c := m.Self.Completion; c.N > 0 && c.Mean < 1 {
		s := Sentence{Measure: "completion", Value: c, Unit: "of the games", Section: "length", Plays: endless(d)}
		j.say(s, "Not every game ends: %s come to an end within the limit of %s.", c.text(percent), j.limit())
	}
	if e.N == 0 {
		return
	}
	s := Sentence{Measure: "length", Value: e, Unit: d.About.unit(), Section: "length"}
	if d.About.Timed {
		j.say(s, "A game takes %s %s.", e.text(num), d.About.unit())
		return
	}
	all := func(*Play) bool { return true }
	usual := numbersOf(d, all, func(p *Play) float64 { return -math.Abs(float64(p.Steps) - e.Mean) })
	longest := numbersOf(d, all, func(p *Play) float64 { return float64(p.Steps) })
	s.Plays = slices.Compact(slices.Concat(usual[:min(1, len(usual))], longest[:min(1, len(longest))]))
	j.say(s, "%s.", opening(word("length", e.Mean, "Short", "Of usual length", "Long"), "a game takes "+e.text(num)+" steps"))
}

// limit writes where plays are cut off.
func (j *judge) limit() string {
	if j.data.About.Timed {
		return plural(j.data.Method.MaxTime, "unit") + " of time"
	}
	return plural(j.data.Method.MaxSteps, "step")
}

func (j *judge) branching() {
	e := j.measures.Self.Branching
	if e.N == 0 {
		return
	}
	all := func(*Play) bool { return true }
	s := Sentence{Measure: "branching", Value: e, Unit: "legal moves", Section: "choices"}
	s.Plays = numbersOf(j.data, all, func(p *Play) float64 { return p.Choices.Mean() })
	j.say(s, "%s.",
		opening(word("branching", e.Mean, "Few choices", "A usual number of choices", "Many choices"), "who has a choice has "+e.text(num)+" legal moves"))
}

// course says how tense games are.
func (j *judge) course() {
	c := j.measures.Course
	if c == nil {
		return
	}
	by := map[int]*course{}
	for i := range c.each {
		by[c.each[i].play.Number] = &c.each[i]
	}
	known := func(p *Play) bool { return by[p.Number] != nil }
	decisive := func(p *Play) bool { return known(p) && by[p.Number].winner >= 0 }
	if c.Decisive > 0 {
		s := Sentence{Measure: "drama", Value: c.Drama, Unit: "of 1", Section: "course"}
		s.Plays = numbersOf(j.data, decisive, func(p *Play) float64 { return by[p.Number].drama })
		j.say(s, "%s.", opening(word("drama", c.Drama.Mean, "Little drama", "Some drama", "Dramatic"),
			fmt.Sprintf("winners were behind in %s of the positions, at worst by %s points of 100", c.Behind.text(percent), c.Deepest.text(num))))
	}
	s := Sentence{Measure: "lead-changes", Value: c.LeadChanges, Unit: "a game", Section: "course"}
	s.Plays = numbersOf(j.data, known, func(p *Play) float64 { return float64(by[p.Number].changes) })
	j.say(s, "%s.", opening(word("lead-changes", c.LeadChanges.Mean, "The lead stays", "The lead changes now and then", "The lead changes often"),
		c.LeadChanges.text(num)+" lead changes a game"))
	if c.Decisive > 0 {
		s := Sentence{Measure: "decisiveness", Value: c.Decisiveness, Unit: "of 1", Section: "course"}
		s.Plays = numbersOf(j.data, decisive, func(p *Play) float64 { return by[p.Number].after })
		how := "Open until late"
		if c.Decisiveness.Mean < 0.75 {
			how = "Decided early"
		}
		j.say(s, "%s: a game is decided after %s of its steps; %s steps are left then.", how, c.Decisiveness.text(percent), c.After.text(num))
	}
}

func (j *judge) depth() {
	m := j.measures.Depth
	if m == nil {
		return
	}
	like := m.levelsAt(libraryNodes) // as of the games of the library, since depth grows with the budget
	text := opening(word("depth", like, "Shallow", "Of usual depth", "Deep"),
		fmt.Sprintf("%s levels of players beat the next at 2:1, from random play to %s", m.Levels.text(num), plural(j.data.Method.Nodes, "node")))
	if m.Elo.Mean <= 0 {
		text = fmt.Sprintf("No depth was found: players with more nodes are ahead by %s Elo in all, from random play to %s", m.Elo.text(elo), plural(j.data.Method.Nodes, "node"))
	}
	if l := j.data.About.Levels; l != nil {
		text += fmt.Sprintf("; the strongest of its %d measured levels has %.0f ± %.0f Elo, which is %s such levels", l.Count, l.Elo, l.Error, num(l.Elo/EvenOdds))
	}
	s := Sentence{Measure: "depth", Value: m.Levels, Unit: "levels", Section: "skill", Rank: RankOf("depth", like)}
	show := m.clearest()
	s.Bouts = boutsOf(j.data, func(r *Opponent) bool { return r.Strong == show.Strong && r.Nodes == show.Weak })
	j.say(s, "%s.", text)
}

// luck says whether strategy or luck decides: what the player scores above equality
// against one that moves at random.
func (j *judge) luck() {
	for _, k := range j.measures.Skill {
		if k.Rival != "random" {
			continue
		}
		of := func(x float64) float64 { return max((x-k.Even)/(1-k.Even), -1) }
		e := Estimate{N: k.Score.N, Mean: rounded(of(k.Score.Mean))}
		if i := k.Score.Interval; i != nil {
			e.Interval = &[2]float64{rounded(of(i[0])), rounded(of(i[1]))}
		}
		how := "No strategy was found"
		if !k.Score.holds(k.Even) {
			how = j.strategy(e.Mean)
		}
		chance := ""
		if b := j.measures.ChanceBits; b.Mean > 0 {
			chance = fmt.Sprintf("; chance decides %s bits of a play", b.text(num))
		}
		s := Sentence{Measure: "skill", Value: e, Unit: "of 1", Section: "skill"}
		s.Bouts = boutsOf(j.data, func(r *Opponent) bool { return r.Name == k.Rival && r.Strong == 0 })
		j.say(s, "%s: a player who thinks scores %s against one who does not%s.", how, k.Score.text(num), chance)
	}
}

// strategy says how much strategy counts. There is luck where chance moves, others are not seen, or
// several choose at the same time; elsewhere only players can make mistakes.
func (j *judge) strategy(skill float64) string {
	about := &j.data.About
	lucky := about.Chance != game.NoRole || about.Hidden || about.Timed || j.measures.Together > 0
	switch {
	case skill > 0.8:
		return "Strategy decides"
	case skill >= 0.3 && lucky:
		return "Strategy and luck both count"
	case skill >= 0.3:
		return "Strategy counts, but random moves often win too"
	case lucky:
		return "Mostly luck"
	}
	return "Strategy counts little"
}

// openings says what the first move is worth.
func (j *judge) openings() {
	r := j.data.Replay
	if r == nil || len(r.Openings) < 2 {
		return
	}
	best, worst := &r.Openings[0], &r.Openings[len(r.Openings)-1]
	if best.Random.N == 0 || worst.Random.N == 0 {
		return
	}
	spread := best.Random.Mean - worst.Random.Mean
	e := Estimate{N: best.Random.N, Mean: rounded(spread)}
	if a, b := best.Random.Interval, worst.Random.Interval; a != nil && b != nil {
		half := math.Hypot(a[1]-a[0], b[1]-b[0]) / 2
		e.Interval = &[2]float64{rounded(max(spread-half, 0)), rounded(min(spread+half, 1))}
	}
	how := "The first move matters"
	if best.Random.Interval != nil && worst.Random.Interval != nil && best.Random.Interval[0] <= worst.Random.Interval[1] {
		how = "All first moves are about equal"
	}
	move, games := favourite(j.data)
	played, drawn := "", ""
	if games > 0 {
		played = fmt.Sprintf("; the player begins with %s in %s", move, plural(games, "game"))
	}
	if r.OpeningsOf > 0 {
		drawn = fmt.Sprintf(", of %d drawn at random from %d", len(r.Openings), r.OpeningsOf)
	}
	s := Sentence{Measure: "openings", Value: e, Unit: "of 1", Section: "openings"}
	s.Plays = numbersOf(j.data, func(p *Play) bool { return firstMove(p) == move }, shortness)
	j.say(s, "%s%s: in random plays %s is worth %s points to %s, and %s %s%s.", how, drawn, best.Move, hundredths(best.Random), r.Role,
		worst.Move, hundredths(worst.Random), played)
}

// hundredths writes parts of 1 as points of 100.
func hundredths(e Estimate) string { return e.text(func(x float64) string { return num(100 * x) }) }

// From how many positions and different ones on the use of a move counts, and in what part of
// these a move must be chosen to dominate. Games that all begin alike say how one opens, and no more.
const (
	leastUses      = 20
	leastPositions = 5
	dominates      = 0.9
)

// often reports whether the use of a move counts.
func (u *MoveUse) often() bool { return u.Visits >= leastUses && u.Legal >= leastPositions }

// dominantMoves returns the moves that are chosen nearly always when they are legal, though
// there are others; and how many moves are never chosen though they are often legal.
func dominantMoves(r *Replay) (list []MoveUse, never, often int) {
	for _, u := range r.Moves {
		if !u.often() {
			continue
		}
		if often++; u.Chosen == 0 && u.Expected > 1000*3 {
			never++
		}
		if float64(u.Chosen) >= dominates*float64(u.Legal) && 1000*u.Chosen >= 2*u.Expected {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b MoveUse) int { return cmp.Compare(b.Chosen, a.Chosen) })
	return list, never, often
}

// mostChosen returns the move that is chosen most often among those that are often legal.
func mostChosen(r *Replay) MoveUse {
	var best MoveUse
	for _, u := range r.Moves {
		if u.often() && (best.Legal == 0 || u.Chosen*best.Legal > best.Chosen*u.Legal) {
			best = u
		}
	}
	return best
}

// playsWith returns the numbers of plays in which a move was made.
func playsWith(d *Data, move string) []int {
	return numbersOf(d, func(p *Play) bool {
		return slices.ContainsFunc(p.Moves, func(step []string) bool { return slices.Contains(step, move) })
	}, shortness)
}

func (j *judge) dominant() {
	r := j.data.Replay
	if r == nil || len(r.Moves) == 0 {
		return
	}
	list, never, often := dominantMoves(r)
	if often == 0 {
		return
	}
	s := Sentence{Measure: "dominant-moves", Section: "moves"}
	rest := ""
	if never > 0 {
		rest = fmt.Sprintf(" %s of the %d moves that are often legal are never made, though at random they would be at least three times.", whole(uint64(never)), often)
	}
	if len(list) == 0 {
		u := mostChosen(r)
		s.Value, s.Unit = share(u.Chosen, u.Legal), "of the positions"
		s.Plays = playsWith(j.data, u.Move)
		j.say(s, "No move dominates: %s makes %s most, in %s of the %s in which it is legal.%s", u.Role, u.Move, s.Value.text(percent), plural(u.Legal, "different position"), rest)
		return
	}
	u := list[0]
	s.Value, s.Unit = share(u.Chosen, u.Legal), "of the positions"
	s.Plays = playsWith(j.data, u.Move)
	more := ""
	if len(list) > 1 {
		more = fmt.Sprintf(", and so %s", plural(len(list)-1, "other"))
	}
	j.say(s, "A move dominates: %s makes %s in %s of the %s in which it is legal%s.%s", u.Role, u.Move, s.Value.text(percent), plural(u.Legal, "different position"), more, rest)
}

// unused says which rules and pieces no play needed.
func (j *judge) unused() {
	r := j.data.Replay
	if r == nil || r.Unused == nil {
		return
	}
	u := r.Unused
	s := Sentence{Measure: "unused", Section: "unused", Value: Estimate{N: uint64(u.Plays)}, Unit: "never used"}
	var parts []string
	switch n := len(u.Pieces); {
	case n == 1:
		parts = append(parts, "the piece "+u.Pieces[0]+" never lay on the board")
	case n > 1:
		parts = append(parts, "the pieces "+list(u.Pieces)+" never lay on the board")
	}
	if n := len(u.Rules); n > 0 {
		var lines []string
		for _, rule := range u.Rules[:min(n, 5)] {
			lines = append(lines, fmt.Sprint(rule.Line))
		}
		if n > 5 {
			lines = append(lines, "others")
		}
		where := "lines"
		if n == 1 {
			where = "line"
		}
		parts = append(parts, fmt.Sprintf("%d of %s never applied, in %s %s", n, plural(u.Of, "rule"), where, list(lines)))
	}
	switch {
	case parts != nil:
		// How often something is needed that no play needed.
		s.Value, s.Unit = share(0, uint64(u.Plays)), "of the games"
		j.say(s, "Perhaps superfluous: in %s %s. What none of them needed is needed in %s of such plays.", plural(u.Plays, "play"), strings.Join(parts, ", and "), s.Value.text(percent))
	case u.Note == "":
		j.say(s, "Nothing is superfluous: %s needed every piece and every rule that was watched.", plural(u.Plays, "play"))
	}
}

// RankText writes where a value lies.
func (s *Sentence) RankText() string {
	switch {
	case s.Value.N == 0 || libraryValues()[s.Measure] == nil:
		return ""
	case s.Rank == nil:
		return "not known for the library"
	}
	return fmt.Sprintf("above %d %% of %d games of the library", s.Rank.Percentile, s.Rank.Games)
}
