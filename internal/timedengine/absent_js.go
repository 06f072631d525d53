package timedengine

import (
	"ludex/gdl"
)

// Pages without a server play no games in real time and have to be small, so nothing is
// computed there: no engine is ever made, and these stand in for its types.
type (
	Program struct{}
	Engine  struct{}
	Node    struct{}
	Edge    struct{}
	Player  struct{}
	Lanes   struct{}

	State struct {
		Node *Node
		Now  gdl.Lifetime
	}
	Move struct{ Role, Move int32 }
	Fact struct {
		Text string
		Left gdl.Lifetime
	}
	PlayLimits struct {
		MaxTime            gdl.Lifetime
		MaxUpdates, AtOnce int
	}
	Ending     uint8
	LanePlay   struct{ ID, Chance, Roles uint64 }
	LaneResult struct {
		ID      uint64
		Ending  Ending
		Updates int
		Now     gdl.Lifetime
		Err     error
		Goals   [][]int
	}
)

func New(*Program, int) *Engine                                 { return nil }
func NewPlayer(*Engine, uint64) *Player                         { return nil }
func (*Engine) Program() *Program                               { return nil }
func (*Engine) Initial() State                                  { return State{} }
func (*Engine) Terminal(*Node) bool                             { return false }
func (*Engine) Legal(*Node, int) []string                       { return nil }
func (*Engine) Goals(*Node, int) []int                          { return nil }
func (*Program) FindMove(int, string) (int32, bool)             { return 0, false }
func (*Program) Expired(*Edge) []string                         { return nil }
func (*Program) Lengths() []gdl.Lifetime                        { return nil }
func (*Program) Compares() bool                                 { return false }
func (*Program) Sees(*Edge, int) []string                       { return nil }
func (*Node) SameProgram(*Node) bool                            { return false }
func (*Edge) Perceives(int) bool                                { return false }
func (*Edge) PerceptKey(int) uint64                             { return 0 }
func (State) Each(func(string, gdl.Lifetime))                   {}
func (State) Expired() []string                                 { return nil }
func (State) Expiry() gdl.Lifetime                              { return 0 }
func (State) ExpiryOf(string) gdl.Lifetime                      { return 0 }
func (State) Same(State) bool                                   { return false }
func (State) SameExpired(State) bool                            { return false }
func (*Player) Play(uint64, uint64, PlayLimits) (Ending, error) { return 0, nil }
func (*Player) Updates() int                                    { return 0 }
func (*Player) Now() gdl.Lifetime                               { return 0 }
func (*Player) Goals(int) []int                                 { return nil }
func NewLanes(*Program, uint64, PlayLimits) *Lanes              { return nil }

func (*Lanes) Play(func() (LanePlay, bool), func(*LaneResult)) {}

func (*Engine) Update(State, gdl.Lifetime, []Move) (State, *Edge, error)  { return State{}, nil, nil }
func (*Engine) State(gdl.Lifetime, []Fact, []string) (s State, err error) { return }
