package humanplay

import "encoding/json"

// A LiveMessage is sent by a client on the live connection of a table in real time: a move, or
// a ping, which is answered with the game time.
type LiveMessage struct {
	Type   string  `json:"type"` // "move" or "ping"
	Number int     `json:"number,omitempty"`
	Move   string  `json:"move,omitempty"`
	Sent   float64 `json:"sent,omitempty"` // for a ping: the client's clock, which is echoed
}

// A LiveReply is what the client gets: "view", "pong" or "error".
type LiveReply struct {
	Type    string          `json:"type"`
	View    json.RawMessage `json:"view,omitempty"`
	Sent    float64         `json:"sent,omitempty"`
	Now     float64         `json:"now"` // game time in units
	Running bool            `json:"running"`
	Detail  string          `json:"detail,omitempty"`
}

// At returns the reply with the time of a session.
func (r LiveReply) At(s Session) LiveReply {
	if k, ok := s.(Clocked); ok {
		r.Now, r.Running = k.Now()
	}
	return r
}
