package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A Message is a request (it has a method and an ID), a notification (a method
// only) or a response (an ID only).
type Message struct {
	ID     ID
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *Error
}

// IsRequest reports whether the message has to be answered.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != "" }

// An ID is the JSON text of a request's identifier, a number or a string. It is
// empty for a notification.
type ID string

// The codes of errors, from JSON-RPC and from the language server protocol.
const (
	ParseError           = -32700
	InvalidRequest       = -32600
	MethodNotFound       = -32601
	InvalidParams        = -32602
	InternalError        = -32603
	ServerNotInitialized = -32002
	RequestFailed        = -32803
	ServerCancelled      = -32802
	RequestCancelled     = -32800
)

// An Error is the error of a response.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Errorf returns an error with a code.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// wireMessage is a message as it is written.
type wireMessage struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Decode reads the content of a frame. The error is an [*Error] to answer with.
// The message is not nil if at least its identifier could be read.
func Decode(content []byte) (*Message, error) {
	var w wireMessage
	if err := json.Unmarshal(content, &w); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, Errorf(ParseError, "no JSON: %v", err)
		}
		return nil, Errorf(InvalidRequest, "no message: %v", err)
	}
	m := &Message{ID: readID(w.ID), Method: w.Method, Params: w.Params, Result: w.Result, Error: w.Error}
	switch {
	case w.Version != "2.0":
		return m, Errorf(InvalidRequest, "the message is not marked as JSON-RPC 2.0")
	case m.ID == "" && len(w.ID) > 0 && m.Method != "":
		return m, Errorf(InvalidRequest, "the identifier of a request is a number or a string")
	}
	return m, nil
}

// readID returns the identifier of a message, or none.
func readID(raw json.RawMessage) ID {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return ""
	}
	return ID(raw)
}

// UnmarshalJSON reads an identifier inside of parameters.
func (id *ID) UnmarshalJSON(raw []byte) error {
	*id = readID(raw)
	return nil
}

// Encode returns the content of a frame. A response without identifier, to a
// message that could not be read, has the identifier null.
func (m *Message) Encode() ([]byte, error) {
	w := wireMessage{Version: "2.0", ID: json.RawMessage(m.ID), Method: m.Method, Params: m.Params, Result: m.Result, Error: m.Error}
	if m.Method == "" && m.ID == "" {
		w.ID = json.RawMessage("null")
	}
	return json.Marshal(w)
}

// Notification returns a message that asks for no answer.
func Notification(method string, params any) (*Message, error) {
	raw, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	return &Message{Method: method, Params: raw}, nil
}

// Response returns the answer to a request.
func Response(id ID, result any) (*Message, error) {
	raw, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	return &Message{ID: id, Result: raw}, nil
}
