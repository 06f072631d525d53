package protocol

import "ludex/internal/lsp/text"

// PublishDiagnosticsParams tells all problems of a document.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is one problem.
type Diagnostic struct {
	Range    text.Range `json:"range"`
	Severity int        `json:"severity"`
	Code     string     `json:"code"`
	Source   string     `json:"source"`
	Message  string     `json:"message"`
	Related  []Related  `json:"relatedInformation,omitempty"`
}

// Related is another place that belongs to a problem.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// Location is a place in a document.
type Location struct {
	URI   string     `json:"uri"`
	Range text.Range `json:"range"`
}

// Markup is a text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Markdown returns a text in Markdown, or nil for none.
func Markdown(value string) *Markup {
	if value == "" {
		return nil
	}
	return &Markup{"markdown", value}
}

// Hover describes a place.
type Hover struct {
	Contents *Markup    `json:"contents"`
	Range    text.Range `json:"range"`
}

// DocumentHighlight is a place of what the cursor stands on. Kind is 2 for reading
// and 3 for writing.
type DocumentHighlight struct {
	Range text.Range `json:"range"`
	Kind  int        `json:"kind"`
}

// PrepareRename says what would be renamed.
type PrepareRename struct {
	Range       text.Range `json:"range"`
	Placeholder string     `json:"placeholder"`
}

// TextEdit replaces a range.
type TextEdit struct {
	Range   text.Range `json:"range"`
	NewText string     `json:"newText"`
}

// WorkspaceEdit changes documents, in the way that the client understands.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes,omitempty"`
	DocumentChanges []DocumentEdit        `json:"documentChanges,omitempty"`
}

// DocumentEdit changes one version of a document.
type DocumentEdit struct {
	TextDocument DocumentID `json:"textDocument"`
	Edits        []TextEdit `json:"edits"`
}

// CodeAction is something that can be done about a place.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	Preferred   bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
}

// Command is something that the client can ask the server to do.
type Command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments,omitempty"`
}

// CompletionList is what could be written at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is one thing that could be written. InsertTextFormat is 2 for a
// snippet.
type CompletionItem struct {
	Label            string   `json:"label"`
	Kind             int      `json:"kind"`
	Detail           string   `json:"detail,omitempty"`
	Documentation    *Markup  `json:"documentation,omitempty"`
	SortText         string   `json:"sortText"`
	FilterText       string   `json:"filterText,omitempty"`
	InsertTextFormat int      `json:"insertTextFormat"`
	TextEdit         TextEdit `json:"textEdit"`
}

// SignatureHelp describes the arguments that are being written.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

// Signature is a name with its arguments.
type Signature struct {
	Label         string      `json:"label"`
	Documentation *Markup     `json:"documentation,omitempty"`
	Parameters    []Parameter `json:"parameters"`
}

// Parameter is one argument: where it stands in the label.
type Parameter struct {
	Label [2]int `json:"label"`
}

// DocumentSymbol is a part of a document.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          text.Range       `json:"range"`
	SelectionRange text.Range       `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// SymbolInformation is a part of a document for clients that know no tree.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// WorkspaceSymbolParams asks for names in all documents.
type WorkspaceSymbolParams struct {
	Query string `json:"query"`
}

// SemanticTokens are tokens in the protocol's compact form.
type SemanticTokens struct {
	Data []uint32 `json:"data"`
}

// FoldingRange is a range of lines that can be folded away.
type FoldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// ShowMessageParams shows a text to the user. Type is 1 for an error, 2 for a
// warning and 3 for information.
type ShowMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// An InlayHint is a text that is shown between the words of a document. Kind is 2 for the
// name of a parameter.
type InlayHint struct {
	Position     text.Position `json:"position"`
	Label        string        `json:"label"`
	Kind         int           `json:"kind"`
	PaddingRight bool          `json:"paddingRight"`
}
