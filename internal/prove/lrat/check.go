// Package lrat checks proofs that clauses are contradictory, in the LRAT format: every
// derived clause comes with the numbers of the clauses that it follows from by unit
// propagation, in order. It shares no code with a solver.
package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// ReadCNF reads clauses in the DIMACS format. Literals are numbers, negative ones for
// negations.
func ReadCNF(r io.Reader) ([][]int, error) {
	lines := newScanner(r)
	var clauses [][]int
	declared := -1
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "" || line[0] == 'c':
			continue
		case line[0] == 'p':
			var vars int
			if _, err := fmt.Sscanf(line, "p cnf %d %d", &vars, &declared); err != nil {
				return nil, fmt.Errorf("cnf: the header is %q", line)
			}
			continue
		}
		clause, err := numbers(line)
		if err != nil {
			return nil, fmt.Errorf("cnf: %w", err)
		}
		if last := len(clause) - 1; last < 0 || clause[last] != 0 {
			return nil, fmt.Errorf("cnf: a clause does not end with 0: %q", line)
		}
		clauses = append(clauses, clause[:len(clause)-1])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("cnf: %w", err)
	}
	if declared != len(clauses) {
		return nil, fmt.Errorf("cnf: the header declares %d clauses, and there are %d", declared, len(clauses))
	}
	return clauses, nil
}

func newScanner(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), 1<<28)
	return s
}

func numbers(line string) ([]int, error) {
	var list []int
	for word := range strings.FieldsSeq(line) {
		n, err := number(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// number reads a number that has a negation: the smallest integer is its own, and would contradict
// itself as a literal.
func number(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n == math.MinInt {
		return 0, fmt.Errorf("%q is not a number", word)
	}
	return n, nil
}

// errNoEmpty says that a proof ends without its conclusion.
var errNoEmpty = errors.New("lrat: the empty clause is not derived")

// Check returns an error unless a proof derives the empty clause from clauses, which have
// the numbers 1, 2, ….
func Check(clauses [][]int, proof io.Reader) error {
	c := &checker{clauses: make(map[int][]int, len(clauses)), value: map[int]bool{}}
	for i, clause := range clauses {
		c.clauses[i+1] = clause
		if len(clause) == 0 {
			return nil
		}
	}
	lines := newScanner(proof)
	for lines.Scan() {
		empty, err := c.line(lines.Text())
		if err != nil {
			return fmt.Errorf("lrat: %w", err)
		}
		if empty {
			return nil
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("lrat: %w", err)
	}
	return errNoEmpty
}

// A checker has the clauses that were given or derived, by number.
type checker struct {
	clauses map[int][]int
	value   map[int]bool // by literal: whether it is assumed or derived to hold
}

// line checks one line of a proof, and reports whether it derives the empty clause.
func (c *checker) line(line string) (bool, error) {
	if fields := strings.Fields(line); len(fields) >= 2 && fields[1] == "d" {
		return false, c.remove(fields[2:])
	}
	list, err := numbers(line)
	if err != nil || len(list) == 0 {
		return false, err
	}
	id, rest := list[0], list[1:]
	if _, there := c.clauses[id]; there || id <= 0 {
		return false, fmt.Errorf("the number %d is taken", id)
	}
	clause, hints, err := split(rest)
	if err != nil {
		return false, fmt.Errorf("clause %d: %w", id, err)
	}
	if err := c.derive(clause, hints); err != nil {
		return false, fmt.Errorf("clause %d: %w", id, err)
	}
	c.clauses[id] = clause
	return len(clause) == 0, nil
}

// split separates the literals of a line from its hints; both end with 0.
func split(list []int) (clause, hints []int, err error) {
	for i, n := range list {
		if n != 0 {
			continue
		}
		hints = list[i+1:]
		if len(hints) == 0 || hints[len(hints)-1] != 0 {
			break
		}
		return list[:i], hints[:len(hints)-1], nil
	}
	return nil, nil, errors.New("it is cut short")
}

// remove forgets clauses.
func (c *checker) remove(fields []string) error {
	for _, f := range fields {
		id, err := number(f)
		if err != nil {
			return err
		}
		delete(c.clauses, id)
	}
	return nil
}

// derive checks that a clause follows: if all its literals are false, the hints assign one
// literal after the other, and the last one is false.
func (c *checker) derive(clause, hints []int) error {
	clear(c.value)
	for _, l := range clause {
		if l == 0 || c.value[l] {
			return fmt.Errorf("literal %d stands beside its negation", l)
		}
		c.value[-l] = true
	}
	for _, h := range hints {
		from, ok := c.clauses[h]
		if !ok {
			return fmt.Errorf("there is no clause %d", h)
		}
		open := 0
		for _, l := range from {
			switch {
			case c.value[-l] || l == open:
			case open != 0 || c.value[l]:
				return fmt.Errorf("clause %d assigns nothing", h)
			default:
				open = l
			}
		}
		if open == 0 {
			return nil
		}
		c.value[open] = true
	}
	return errors.New("its hints do not lead to a contradiction")
}
