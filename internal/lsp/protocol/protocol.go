// Package protocol holds the messages of the language server protocol 3.17 that Ludex
// supports, with the fields that it uses. It has types only.
package protocol

import (
	"encoding/json"

	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/text"
)

// InitializeParams begins a session.
type InitializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []text.Encoding `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					SnippetSupport bool `json:"snippetSupport"`
				} `json:"completionItem"`
			} `json:"completion"`
			DocumentSymbol struct {
				Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
			} `json:"documentSymbol"`
		} `json:"textDocument"`
	} `json:"capabilities"`
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

// Settings is what a user can set.
type Settings struct {
	Strict        *bool   `json:"strict"`
	Hints         *bool   `json:"hints"`
	CaseSensitive *bool   `json:"caseSensitive"`
	Dialect       *string `json:"dialect"`
}

// DidChangeConfigurationParams has new settings. Clients send either the settings
// of the server or an object that holds them under its name.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// InitializeResult says what the server can do.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// ServerCapabilities says what the server can do.
type ServerCapabilities struct {
	PositionEncoding           text.Encoding          `json:"positionEncoding"`
	TextDocumentSync           TextDocumentSync       `json:"textDocumentSync"`
	HoverProvider              bool                   `json:"hoverProvider"`
	DefinitionProvider         bool                   `json:"definitionProvider"`
	ReferencesProvider         bool                   `json:"referencesProvider"`
	DocumentHighlightProvider  bool                   `json:"documentHighlightProvider"`
	DocumentSymbolProvider     bool                   `json:"documentSymbolProvider"`
	WorkspaceSymbolProvider    bool                   `json:"workspaceSymbolProvider"`
	FoldingRangeProvider       bool                   `json:"foldingRangeProvider"`
	InlayHintProvider          bool                   `json:"inlayHintProvider"`
	DocumentFormattingProvider bool                   `json:"documentFormattingProvider"`
	RangeFormattingProvider    bool                   `json:"documentRangeFormattingProvider"`
	RenameProvider             RenameOptions          `json:"renameProvider"`
	CodeActionProvider         CodeActionOptions      `json:"codeActionProvider"`
	CompletionProvider         CompletionOptions      `json:"completionProvider"`
	SignatureHelpProvider      SignatureHelpOptions   `json:"signatureHelpProvider"`
	ExecuteCommandProvider     ExecuteCommandOptions  `json:"executeCommandProvider"`
	SemanticTokensProvider     SemanticTokensProvider `json:"semanticTokensProvider"`
}

// TextDocumentSync says how changes are sent. Change is 2 for incremental ones.
type TextDocumentSync struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
}

// RenameOptions says that places can be asked about before they are renamed.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// CodeActionOptions lists the kinds of code actions.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

// CompletionOptions lists characters that ask for completion.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// SignatureHelpOptions lists characters that ask for a signature.
type SignatureHelpOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// ExecuteCommandOptions lists the commands.
type ExecuteCommandOptions struct {
	Commands []string `json:"commands"`
}

// SemanticTokensProvider says how semantic tokens are numbered.
type SemanticTokensProvider struct {
	Legend Legend `json:"legend"`
	Full   bool   `json:"full"`
	Range  bool   `json:"range"`
}

// Legend names the numbers of semantic tokens.
type Legend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

// DocumentID names a document.
type DocumentID struct {
	URI     string `json:"uri"`
	Version *int   `json:"version,omitempty"`
}

// DidOpenParams says that a document is open.
type DidOpenParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

// DidChangeParams says what has changed in a document.
type DidChangeParams struct {
	TextDocument   DocumentID    `json:"textDocument"`
	ContentChanges []text.Change `json:"contentChanges"`
}

// DocumentParams is about a whole document.
type DocumentParams struct {
	TextDocument DocumentID `json:"textDocument"`
}

// PositionParams is about a place in a document.
type PositionParams struct {
	TextDocument DocumentID    `json:"textDocument"`
	Position     text.Position `json:"position"`
}

// ReferenceParams asks for the uses of what stands at a place.
type ReferenceParams struct {
	PositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// RenameParams asks for a new name.
type RenameParams struct {
	PositionParams
	NewName string `json:"newName"`
}

// RangeParams is about a range of a document.
type RangeParams struct {
	TextDocument DocumentID `json:"textDocument"`
	Range        text.Range `json:"range"`
}

// CodeActionParams asks what can be done about a range.
type CodeActionParams struct {
	RangeParams
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// ExecuteCommandParams asks to do something.
type ExecuteCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// CancelParams says that an answer is no longer wanted.
type CancelParams struct {
	ID jsonrpc.ID `json:"id"`
}
