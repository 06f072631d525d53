package picture

// A Motif is what the emblem of a game without a board shows.
type Motif string

// The motifs.
const (
	Cards     Motif = "cards"     // two cards, one face down
	Dice      Motif = "dice"      // two dice
	Jigsaw    Motif = "jigsaw"    // a piece of a jigsaw puzzle
	Question  Motif = "question"  // something hidden
	Hands     Motif = "hands"     // players who choose
	Stopwatch Motif = "stopwatch" // time that runs
)

// motifs are the drawings of motifs in a square of 160 by 110 pixels around the origin.
var motifs = map[Motif]string{
	Cards: `<g stroke="#5b4a2c" stroke-width="2"><g transform="rotate(-12)"><rect x="-58" y="-44" width="62" height="88" rx="7" fill="#3f6fa5"/><path fill="none" stroke="#cfe0f1" d="M-50 -36h46v72h-46zM-50 -12l23 -24 23 24M-50 12l23 24 23 -24M-50 -12l46 48M-4 -12l-46 48"/></g>` +
		`<g transform="rotate(10)"><rect x="-2" y="-46" width="62" height="88" rx="7" fill="#fffdf6"/><path fill="#b3261e" stroke="none" d="M29 22C7 4 11 -16 22 -16c5 0 7 4 7 7 0-3 2-7 7-7 11 0 15 20-7 38z"/></g></g>`,
	Dice: `<g stroke="#5b4a2c" stroke-width="2"><g transform="rotate(-10)"><rect x="-64" y="-30" width="62" height="62" rx="11" fill="#fffdf6"/><path fill="#333" stroke="none" d="` + discAt(-49, -15, 5) + discAt(-33, 1, 5) + discAt(-17, 17, 5) + `"/></g>` +
		`<g transform="rotate(14)"><rect x="6" y="-36" width="58" height="58" rx="11" fill="#b3261e"/><path fill="#fff" stroke="none" d="` + discAt(21, -21, 5) + discAt(49, -21, 5) + discAt(21, 7, 5) + discAt(49, 7, 5) + `"/></g></g>`,
	Jigsaw: `<path fill="#5f9a6c" stroke="#34573d" stroke-width="2.5" stroke-linejoin="round" d="M-42 -34h26c-6 -14 4 -22 13 -22s19 8 13 22h26v26c14 -6 22 4 22 13s-8 19 -22 13v26h-26c6 -14 -4 -20 -13 -20s-19 6 -13 20h-26v-26c14 6 20 -4 20 -13s-6 -19 -20 -13z"/>`,
	Question: `<g stroke="#5b4a2c" stroke-width="2"><rect x="-50" y="-38" width="100" height="82" rx="9" fill="#7a5aa6"/><path fill="#9576bf" d="M-56 -46h112v18h-112z" stroke-linejoin="round"/></g>` +
		`<text x="0" y="34" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="58" fill="#fff">?</text>`,
	Hands: `<g stroke="#5b4a2c" stroke-width="2" stroke-linejoin="round"><path fill="#fffdf6" d="M-72 -34h56a8 8 0 0 1 8 8v28a8 8 0 0 1 -8 8h-34l-16 16v-16h-6a8 8 0 0 1 -8 -8v-28a8 8 0 0 1 8 -8z"/><path fill="#e9b949" d="M72 -14h-56a8 8 0 0 0 -8 8v28a8 8 0 0 0 8 8h34l16 16v-16h6a8 8 0 0 0 8 -8v-28a8 8 0 0 0 -8 -8z"/></g>` +
		`<path fill="#444" d="` + discAt(-62, -12, 4) + discAt(-44, -12, 4) + discAt(-26, -12, 4) + discAt(26, 8, 4) + discAt(44, 8, 4) + discAt(62, 8, 4) + `"/>`,
	Stopwatch: `<g stroke="#4a4a4a" stroke-width="5" stroke-linecap="round"><path d="M0 -44v-12M-12 -58h24M34 -34l8 -8"/><circle cy="6" r="46" fill="#fffdf6"/><path d="M0 -30v6M0 36v6M-36 6h6M30 6h6" stroke-width="3"/><path stroke="#b3261e" d="M0 6l18 -22"/></g><circle cy="6" r="4.5" fill="#4a4a4a"/>`,
}

// mostFigures is the number of players that an emblem shows.
const mostFigures = 5

// emblem draws what kind of game it is and its players, for a game without a board.
func (m *image) emblem() {
	const size = 240
	m.begin(size, size)
	m.smallStyle()
	m.printf("<rect class=\"wood\" x=\"2\" y=\"2\" width=\"236\" height=\"236\" rx=\"12\"/>\n")
	drawing, ok := motifs[m.view.Motif]
	if !ok {
		drawing = motifs[Hands]
	}
	m.printf("<g transform=\"translate(120 92)\">%s</g>\n", drawing)
	n := min(m.view.Figures, len(m.Players), mostFigures)
	for i := range n {
		x := 120 + 42*(float64(i)-float64(n-1)/2)
		m.piece(Look{Owner: i, Shape: "pawn"}, "", "translate("+Px(x)+" 196) scale(1.25)")
	}
}
