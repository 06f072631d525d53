package gdlref

// A space holds the tables of the relations of one level.
type space struct {
	tables []table
	args   []term    // of the calls
	calls  hashTable // finds tables

	answers []int32   // records: the next answer, the table, the values
	count   int       // answers and tables
	found   hashTable // finds answers

	consumers []consumer
	frames    []term // the variables of consumers
}

// A table holds the answers to one call: the values of its free arguments.
type table struct {
	relation  int32
	args      int32 // where its arguments begin
	arity     int32
	first     int32 // answer, or none
	last      int32
	consumers int32 // the first one, or none
	run       int32 // that computes it, or complete
	mask      uint64
	root      bool // its run was started for it
	queued    bool // consumers have answers to read
	full      bool // there can be no more answers
}

const (
	none     int32 = -1
	complete int32 = 0
)

// A consumer is a rule that waits for answers of a table.
type consumer struct {
	next   int32 // consumer of the same table
	target int32 // the table that the rule derives answers for
	read   int32 // the last answer read, or none
	frame  int32 // where its variables begin
	plan   *plan
	at     int // the literal that waits
}

// answer record layout
const (
	answerNext = iota
	answerTable
	answerValues
)

// bytes returns how much memory the tables take.
func (s *space) bytes() int64 {
	const tableBytes, consumerBytes = 48, 40
	n := tableBytes*len(s.tables) + consumerBytes*len(s.consumers) + 4*(len(s.args)+len(s.answers)+len(s.frames))
	return int64(n) + s.calls.bytes() + s.found.bytes()
}

// reset removes all tables and keeps their memory.
func (s *space) reset() {
	s.tables, s.args, s.answers = s.tables[:0], s.args[:0], s.answers[:0]
	s.consumers, s.frames, s.count = s.consumers[:0], s.frames[:0], 0
	s.calls.reset()
	s.found.reset()
}

func hashCall(rel int, args []term) uint32 {
	h := mix(hashSeed, int32(rel))
	for _, a := range args {
		h = mix(h, a)
	}
	return fold(h)
}

// lookup returns the table of a call if it is complete or belongs to the given
// run. Otherwise it returns none, and whether an unfinished run was started for
// this call.
func (s *space) lookup(hash uint32, rel int, args []term, run int32) (t int32, root bool) {
	var p probe
	for {
		t, ok := s.calls.seek(hash, &p)
		if !ok {
			return none, root
		}
		tb := &s.tables[t]
		if int(tb.relation) != rel || !equal(s.args[tb.args:tb.args+tb.arity], args) {
			continue
		}
		if tb.run == complete || tb.run == run {
			return t, false
		}
		root = root || tb.root
	}
}

func equal(a, b []term) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// create adds the table of a call.
func (s *space) create(hash uint32, rel int, args []term, run int32) int32 {
	t := int32(len(s.tables))
	tb := table{relation: int32(rel), args: int32(len(s.args)), arity: int32(len(args)),
		first: none, last: none, consumers: none, run: run}
	for i, a := range args {
		if a != free {
			tb.mask |= 1 << i
		}
	}
	s.args = append(s.args, args...)
	s.tables = append(s.tables, tb)
	s.calls.insert(hash, t)
	s.count++
	return t
}

// callArgs returns the arguments of a table's call.
func (s *space) callArgs(t int32) []term {
	tb := &s.tables[t]
	return s.args[tb.args : tb.args+tb.arity]
}

// add adds an answer to a table and reports whether it is new.
func (s *space) add(t int32, values []term) bool {
	tb := &s.tables[t]
	if len(values) == 0 {
		if tb.full {
			return false
		}
		tb.full = true
	} else {
		h := mix(hashSeed, t)
		for _, v := range values {
			h = mix(h, v)
		}
		if hash := fold(h); s.has(hash, t, values) {
			return false
		} else {
			s.found.insert(hash, int32(len(s.answers)))
		}
	}
	s.link(tb, int32(len(s.answers)))
	s.answers = append(s.answers, none, t)
	for _, v := range values {
		s.answers = append(s.answers, int32(v))
	}
	s.count++
	return true
}

func (s *space) has(hash uint32, t int32, values []term) bool {
	var p probe
next:
	for {
		a, ok := s.found.seek(hash, &p)
		if !ok {
			return false
		}
		record := s.answers[a:]
		if record[answerTable] != t {
			continue
		}
		for i, v := range values {
			if record[answerValues+i] != int32(v) {
				continue next
			}
		}
		return true
	}
}

// link appends an answer to those of a table.
func (s *space) link(tb *table, answer int32) {
	if tb.last == none {
		tb.first = answer
	} else {
		s.answers[tb.last+answerNext] = answer
	}
	tb.last = answer
}

// after returns the answer of a table that follows another one, or the first
// one after none.
func (s *space) after(t, answer int32) int32 {
	if answer == none {
		return s.tables[t].first
	}
	return s.answers[answer+answerNext]
}

// value returns the value that an answer has for the k-th free argument.
func (s *space) value(answer int32, k int) term { return term(s.answers[int(answer)+answerValues+k]) }
