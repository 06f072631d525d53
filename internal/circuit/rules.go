package circuit

// A ruleSet is the rules of a Spec by head.
type ruleSet struct {
	first []int32 // by atom: where its rules begin in at; one more than there are atoms
	at    []int32 // positions in rules
	rules []int32 // as in the Spec
}

// of returns the rules of an atom.
func (r *ruleSet) of(atom int32) []int32 { return r.at[r.first[atom]:r.first[atom+1]] }

// body returns the literals of a rule.
func (r *ruleSet) body(rule int32) []int32 { return r.rules[rule+2 : rule+2+r.rules[rule+1]] }

// byHead sorts the rules of a Spec by head; those of an atom stay in order.
func byHead(s *Spec) ruleSet {
	rules := s.Rules
	first := make([]int32, s.Atoms+2)
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		first[rules[i]+2]++
	}
	for a := 2; a < len(first); a++ {
		first[a] += first[a-1]
	}
	at := make([]int32, first[len(first)-1])
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		next := &first[rules[i]+1]
		at[*next] = int32(i)
		*next++
	}
	return ruleSet{first[:s.Atoms+1], at, rules}
}
