package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/logic"
	"ludex/internal/timedcopies"
	"ludex/library"
	"ludex/source"
)

// maxHerbrand is the number of atoms of the Herbrand base that are listed.
const maxHerbrand = 1000

func newInfo() *cobra.Command {
	var game gameFlags
	var dot, herbrand, engines, markdown, inWords, asJSON bool
	var svg string
	cmd := &cobra.Command{
		Use:   "info [<game>...]",
		Short: "Show what a description consists of, or list the library",
		Long: `Info shows the dialect and the roles of a description, and its relations with
arity, stratum and what they depend on ("~" marks a dependence through negation,
"*" a recursive relation). Of a regular boardgame it shows players, pieces,
variables, the board, and how straight the rules are: how many changes a move
can make at most. If there is a network that players use, it says how it was
learned and what its trials showed. With --engines it tries every engine and shows how fast each is in
states per second (search: in evaluated positions), which is used for what, and why others
are not, of one game or of several. With --rules it says in words how a game is
played: as the library tells it or, for other games, as far as the rules show it.
Without a game it lists the library: name, language, players, kind, title, and what
proves that the rules are right.`,
		Example: `  ludex info
  ludex info tictactoe
  ludex info --rules xiangqi
  ludex info --dot tictactoe | dot -Tsvg > tictactoe.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if engines {
				return cobra.MinimumNArgs(1)(cmd, args)
			}
			return cobra.MaximumNArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if engines {
				return infoEngines(cmd, &game, args, markdown, asJSON)
			}
			if markdown {
				return errors.New("--markdown is for --engines")
			}
			if len(args) == 0 {
				return listLibrary(out, asJSON)
			}
			d, err := game.load(cmd, args[0])
			if err != nil {
				return err
			}
			if inWords {
				return infoRules(cmd, d, svg, asJSON)
			}
			if d.IsRBG() {
				return infoRBG(cmd, d, dot || herbrand, asJSON)
			}
			prog := d.GDL
			switch {
			case dot:
				return writeDot(out, prog)
			case herbrand:
				return writeHerbrand(out, prog)
			}
			info := summarise(prog)
			if info.Network, err = findNetwork(d); err != nil {
				return err
			}
			info.Proof = proofOf(prog.File)
			if asJSON {
				return json.NewEncoder(out).Encode(info)
			}
			return writeInfo(out, info)
		},
	}
	game.register(cmd)
	cmd.Flags().BoolVar(&dot, "dot", false, "write the dependency graph for Graphviz")
	cmd.Flags().BoolVar(&herbrand, "herbrand", false, "list the Herbrand universe and base of a small program")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "with --engines: write a table in Markdown, with a row for each game")
	cmd.Flags().BoolVar(&engines, "engines", false, "prepare and measure the engines of a game, and show which is used for what")
	cmd.Flags().BoolVar(&inWords, "rules", false, "say in words how the game is played")
	cmd.Flags().StringVar(&svg, "svg", "", "with --rules: also write a picture of the first example to `FILE`, or - for standard output only")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func listLibrary(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(library.Games())
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, g := range library.Games() {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", g.Name, g.Dialect, g.Players, g.Kind, g.Title, strings.Join(g.ProofKinds(), ", "))
	}
	return w.Flush()
}

// proofOf returns what shows that a game of the library is right, or nothing for other
// descriptions.
func proofOf(file *source.File) string {
	g, ok := library.Lookup(path.Dir(file.Name()))
	if !ok || g.File != file.Name() || string(g.Rules()) != file.Text() {
		return ""
	}
	return g.Proof
}

// writeProof writes a line behind a label of the given width, unless there is no proof.
func writeProof(out io.Writer, width int, proof string) {
	if proof != "" {
		fmt.Fprintf(out, "  %-*s%s\n", width, "proof", proof)
	}
}

type programInfo struct {
	File      string         `json:"file"`
	Syntax    string         `json:"syntax"`
	Dialect   string         `json:"dialect"`
	Roles     []string       `json:"roles"`
	Facts     int            `json:"facts"`
	Rules     int            `json:"rules"`
	Comments  int            `json:"comments"`
	Relations []relationInfo `json:"relations"`
	// Lifetimes describes the use of lifetimes in a timed description.
	Lifetimes string       `json:"lifetimes,omitempty"`
	Network   *networkInfo `json:"network,omitempty"`
	Proof     string       `json:"proof,omitempty"`
	title     string
}

type relationInfo struct {
	Name      string       `json:"name"`
	Arity     int          `json:"arity"`
	Clauses   int          `json:"clauses"`
	Stratum   int          `json:"stratum"`
	Recursive bool         `json:"recursive"`
	Negative  bool         `json:"negative_cycle"`
	Keyword   bool         `json:"keyword"`
	DependsOn []dependence `json:"depends_on"`
}

type dependence struct {
	Relation string `json:"relation"`
	Negated  bool   `json:"negated,omitempty"`
}

func summarise(prog *gdl.Program) programInfo {
	info := programInfo{
		File: prog.File.Name(), Syntax: prog.Syntax.String(), Dialect: prog.Dialect.String(),
		title: prog.Dialect.Title(), Comments: len(prog.Comments), Roles: []string{},
	}
	if prog.Dialect.Timed() {
		info.Lifetimes = lifetimes(prog)
	}
	clauses := map[gdl.Symbol]int{}
	for i := range prog.Clauses {
		c := &prog.Clauses[i]
		clauses[c.Head.Symbol()]++
		if len(c.Body) == 0 {
			info.Facts++
		} else {
			info.Rules++
		}
		if c.Head.Name == gdl.Role && len(c.Head.Args) == 1 {
			info.Roles = append(info.Roles, gdlformat.Term(&c.Head.Args[0], prog.Syntax))
		}
	}
	deps := logic.NewDependencies(prog)
	for v, rel := range deps.Relations {
		_, keyword := prog.Dialect.Arity(rel.Name)
		r := relationInfo{Name: rel.Name, Arity: rel.Arity, Clauses: clauses[rel], Stratum: deps.Stratum[v],
			Recursive: deps.Recursive[v], Negative: deps.Negative[v], Keyword: keyword, DependsOn: []dependence{}}
		for _, e := range deps.Edges[v] {
			r.DependsOn = append(r.DependsOn, dependence{deps.Relations[e.To].String(), e.Negated})
		}
		info.Relations = append(info.Relations, r)
	}
	return info
}

// lifetimes reports whether the rules of a timed description compute with lifetimes, or
// only pass them on.
func lifetimes(prog *gdl.Program) string {
	only, uses := timedcopies.CopiesOnly(prog)
	if only {
		return "only copied or ignored"
	}
	return fmt.Sprintf("line %d: %s", prog.File.Line(uses[0].Clause.Span.Start), uses[0].Why)
}

func writeInfo(out io.Writer, info programInfo) error {
	roles := strings.Join(info.Roles, ", ")
	if roles == "" {
		roles = "none"
	}
	fmt.Fprintf(out, "%s\n  dialect   %s, %s syntax\n  roles     %s\n  clauses   %d facts, %d rules\n",
		info.File, info.title, info.Syntax, roles, info.Facts, info.Rules)
	if info.Lifetimes != "" {
		fmt.Fprintf(out, "  lifetimes %s\n", info.Lifetimes)
	}
	info.Network.write(out, 10)
	writeProof(out, 10, info.Proof)
	fmt.Fprintln(out)
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  relation\tclauses\tstratum\tdepends on\n")
	for _, r := range info.Relations {
		star := ""
		if r.Recursive {
			star = "*"
		}
		var on []string
		for _, d := range r.DependsOn {
			if d.Negated {
				on = append(on, "~"+d.Relation)
			} else {
				on = append(on, d.Relation)
			}
		}
		stratum := strconv.Itoa(r.Stratum)
		if r.Negative {
			stratum = "none"
		}
		fmt.Fprintf(w, "  %s/%d%s\t%d\t%s\t%s\n", r.Name, r.Arity, star, r.Clauses, stratum, strings.Join(on, ", "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(table.String()) {
		fmt.Fprintln(out, strings.TrimRight(line, " \n"))
	}
	return nil
}

// writeDot writes the dependency graph as the lesson on GDL defines it: an edge leads from a
// relation to those whose rules read it; a dashed edge is a negation.
func writeDot(out io.Writer, prog *gdl.Program) error {
	deps := logic.NewDependencies(prog)
	var b strings.Builder
	b.WriteString("digraph dependencies {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n")
	for v, rel := range deps.Relations {
		style := ""
		if _, keyword := prog.Dialect.Arity(rel.Name); keyword {
			style = ", style=filled, fillcolor=lightgrey"
		}
		fmt.Fprintf(&b, "  n%d [label=%q%s];\n", v, rel.String(), style)
	}
	for v := range deps.Relations {
		for _, e := range deps.Edges[v] {
			style := ""
			if e.Negated {
				style = " [style=dashed]"
			}
			fmt.Fprintf(&b, "  n%d -> n%d%s;\n", e.To, v, style)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func writeHerbrand(out io.Writer, prog *gdl.Program) error {
	h := logic.NewHerbrand(prog)
	universe, base := h.UniverseSize(), h.BaseSize()
	fmt.Fprintf(out, "Herbrand universe: %s terms\nHerbrand base: %s atoms\n", universe, base)
	if h.Nested {
		fmt.Fprintln(out, "The program has functions inside functions, so the whole universe is infinite;")
		fmt.Fprintln(out, "counted are the terms without them.")
	}
	if !base.IsInt64() || base.Int64() > maxHerbrand {
		fmt.Fprintf(out, "Too many to list; at most %d atoms are.\n", maxHerbrand)
		return nil
	}
	fmt.Fprintln(out)
	for t := range h.Universe() {
		fmt.Fprintln(out, gdlformat.Term(&t, prog.Syntax))
	}
	fmt.Fprintln(out)
	for a := range h.Base() {
		if _, err := fmt.Fprintln(out, gdlformat.Term(&a, prog.Syntax)); err != nil {
			return err
		}
	}
	return nil
}
