// Package tableclient is a client of the tables of an arena: it opens tables, takes seats,
// acts there and follows what happens, as the page of a table does.
package tableclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"ludex/internal/server/humanplay"
)

// A Client speaks with one server. Its fields may be changed before it is used.
type Client struct {
	Server string       // such as "http://localhost:8080"
	HTTP   *http.Client // nil is [http.DefaultClient]
	Secret string       // of the seats; set by the first seat that is taken
	Token  string       // of the server, if opening a table needs one
	Header http.Header  // sent with every request
}

// A Problem is an error that the server reports.
type Problem struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

// Error returns what the server says.
func (p *Problem) Error() string {
	switch {
	case p.Detail != "":
		return p.Detail
	case p.Title != "":
		return p.Title
	}
	return fmt.Sprintf("the server answers %d %s", p.Status, http.StatusText(p.Status))
}

// An Opening says what is played at a new table.
type Opening struct {
	Game      string            `json:"game,omitempty"` // the name of a game of the server,
	Text      string            `json:"text,omitempty"` // or the text of the rules
	Role      string            `json:"role,omitempty"`
	Opponents map[string]string `json:"opponents"` // by role, and under "" for the others: a player or "friend"
	Name      string            `json:"name,omitempty"`
	ClockMs   int64             `json:"clockMs,omitempty"` // for a move of a program
	Nodes     int               `json:"nodes,omitempty"`
}

// A seated answer has the secret of a new seat.
type seated struct {
	ID     string         `json:"id"`
	Secret string         `json:"secret"`
	View   humanplay.View `json:"view"`
}

// Open opens a table and takes a seat at it.
func (c *Client) Open(ctx context.Context, o Opening) (humanplay.View, error) {
	var a seated
	if err := c.ask(ctx, http.MethodPost, "/tables", o, &a); err != nil {
		return humanplay.View{}, err
	}
	c.keep(a)
	return a.View, nil
}

// Join takes the seat of an invitation.
func (c *Client) Join(ctx context.Context, a Address, name string) error {
	var got seated
	err := c.ask(ctx, http.MethodPost, "/tables/"+url.PathEscape(a.Table)+"/join", map[string]string{"role": a.Role, "key": a.Key, "name": name}, &got)
	c.keep(got)
	return err
}

// keep keeps the secret of a first seat.
func (c *Client) keep(a seated) {
	if a.Secret != "" {
		c.Secret = a.Secret
	}
}

// An Act is an action at a table.
type Act struct {
	Step *int   `json:"step,omitempty"` // the step that was seen
	Move string `json:"move,omitempty"` // as the rules write it
	Swap bool   `json:"swap,omitempty"`
	Text string `json:"text,omitempty"` // something to say
}

// Do acts at a table, and returns what there is to see then.
func (c *Client) Do(ctx context.Context, table string, kind humanplay.Kind, a Act) (humanplay.View, error) {
	var v humanplay.View
	err := c.ask(ctx, http.MethodPost, "/tables/"+url.PathEscape(table)+"/"+string(kind), a, &v)
	return v, err
}

// Board returns the board of a table as text.
func (c *Client) Board(ctx context.Context, table string) (string, error) {
	res, err := c.send(ctx, http.MethodGet, "/tables/"+url.PathEscape(table)+"/board.txt", nil)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return string(text), err
}

// maxAnswer is the size in bytes of the largest answer that is read.
const maxAnswer = 16 << 20

// ask sends a value and reads the answer.
func (c *Client) ask(ctx context.Context, method, path string, question, answer any) error {
	var body []byte
	if question != nil {
		var err error
		if body, err = json.Marshal(question); err != nil {
			return err
		}
	}
	res, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(answer); err != nil {
		return fmt.Errorf("the answer of %s: %w", c.Server, err)
	}
	return nil
}

// send sends a request. A status of failure is an error.
func (c *Client) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.Server+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range c.Header {
		req.Header[name] = values
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Secret != "" {
		req.Header.Set("Ludex-Seat", c.Secret)
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	h := c.HTTP
	if h == nil {
		h = http.DefaultClient
	}
	res, err := h.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < 300 {
		return res, nil
	}
	defer res.Body.Close()
	p := &Problem{}
	_ = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(p) // a proxy may answer with anything
	p.Status = res.StatusCode
	return nil, p
}

// ErrOver is returned when a table has been closed: nothing more happens there.
var ErrOver = errors.New("the table has been closed")

// Stream follows a table on one connection: it calls got with every view, as JSON that is
// valid until got returns, and returns the error of got, ErrOver, or why the connection
// ended.
func (c *Client) Stream(ctx context.Context, table string, got func(view []byte) error) error {
	res, err := c.send(ctx, http.MethodGet, "/tables/"+url.PathEscape(table)+"/events", nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(make([]byte, 0, 4<<10), maxAnswer)
	kind := ""
	for lines.Scan() {
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(name) {
		case "event":
			kind = string(value)
		case "data":
			switch kind {
			case "view":
				err = got(value)
			case "end":
				err = ErrOver
			}
			if err != nil {
				return err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

// IsFinal reports whether it makes no sense to try again after an error.
func IsFinal(err error) bool {
	var p *Problem
	if errors.As(err, &p) {
		return p.Status < 500 && p.Status != http.StatusTooManyRequests
	}
	return errors.Is(err, ErrOver)
}

// Told is what the role of a client has been told: what a program needs to play it.
type Told struct {
	Rules  string     `json:"rules"`
	Role   string     `json:"role"`
	Number int        `json:"number"` // of the game at this table
	Hidden bool       `json:"hidden"`
	Steps  []ToldStep `json:"steps"`
}

// A ToldStep is what a role is told of a step: all moves, or its own and what it perceives.
type ToldStep struct {
	Joint    []string `json:"joint"`
	Own      string   `json:"own"`
	Percepts []string `json:"percepts"`
}

// Told returns what the role of the client has been told.
func (c *Client) Told(ctx context.Context, table string) (told Told, err error) {
	err = c.ask(ctx, http.MethodGet, "/tables/"+url.PathEscape(table)+"/told", nil, &told)
	return told, err
}

// SignIn signs in to an account of the server. Its seats are then those of the client.
func (c *Client) SignIn(ctx context.Context, name, password string) error {
	var a struct {
		Secret string `json:"secret"`
	}
	if err := c.ask(ctx, http.MethodPost, "/account/sessions", map[string]string{"name": name, "password": password}, &a); err != nil {
		return err
	}
	c.Secret = a.Secret
	return nil
}
