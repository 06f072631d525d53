// What the language server can do, as providers of VS Code. Numbers of the protocol begin
// with 1 where those of VS Code begin with 0.
'use strict';

const vscode = require('vscode');

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const markdown = (m) => (m ? new vscode.MarkdownString(m.value) : undefined);
const list = (items, make) => (items || []).map(make);

function workspaceEdit(edit) {
  if (!edit) return undefined;
  const out = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes || {})) out.set(vscode.Uri.parse(uri), edits.map(textEdit));
  for (const d of edit.documentChanges || []) out.set(vscode.Uri.parse(d.textDocument.uri), d.edits.map(textEdit));
  return out;
}

function diagnostic(d) {
  const out = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  out.code = d.code;
  out.source = d.source;
  out.relatedInformation = list(
    d.relatedInformation,
    (r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message),
  );
  return out;
}

function symbol(s) {
  const out = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange));
  out.children = list(s.children, symbol);
  return out;
}

function completionItem(i) {
  const out = new vscode.CompletionItem(i.label, i.kind - 1);
  out.detail = i.detail;
  out.documentation = markdown(i.documentation);
  out.sortText = i.sortText;
  out.filterText = i.filterText;
  out.range = range(i.textEdit.range);
  out.insertText = i.insertTextFormat === 2 ? new vscode.SnippetString(i.textEdit.newText) : i.textEdit.newText;
  return out;
}

function codeAction(a) {
  const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
  out.edit = workspaceEdit(a.edit);
  out.command = a.command;
  out.isPreferred = a.isPreferred;
  out.diagnostics = list(a.diagnostics, diagnostic);
  return out;
}

function signatureHelp(s) {
  if (!s) return undefined;
  const out = new vscode.SignatureHelp();
  out.activeSignature = s.activeSignature;
  out.activeParameter = s.activeParameter;
  out.signatures = s.signatures.map((one) => {
    const signature = new vscode.SignatureInformation(one.label, markdown(one.documentation));
    signature.parameters = one.parameters.map((p) => new vscode.ParameterInformation(p.label));
    return signature;
  });
  return out;
}

function inlayHint(h) {
  const out = new vscode.InlayHint(position(h.position), h.label, h.kind);
  out.paddingRight = h.paddingRight;
  return out;
}

/**
 * Registers a provider for each feature of the server.
 * @param {(method: string, params: any, token?: any) => Promise<any>} ask
 * @param {any} capabilities what the server said at the beginning
 * @returns {vscode.Disposable[]}
 */
function register(selector, ask, capabilities) {
  const { languages } = vscode;
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const at = (document, p) => ({ ...of(document), position: { line: p.line, character: p.character } });
  const within = (document, r) => ({ ...of(document), range: { start: r.start, end: r.end } });
  const about = (name) => `textDocument/${name}`;
  const tokens = capabilities.semanticTokensProvider.legend;
  const legend = new vscode.SemanticTokensLegend(tokens.tokenTypes, tokens.tokenModifiers);
  return [
    languages.registerHoverProvider(selector, {
      async provideHover(d, p, token) {
        const hover = await ask(about('hover'), at(d, p), token);
        return hover && new vscode.Hover(markdown(hover.contents), range(hover.range));
      },
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (d, p, token) => list(await ask(about('definition'), at(d, p), token), location),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (d, p, context, token) =>
        list(await ask(about('references'), { ...at(d, p), context }, token), location),
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: async (d, p, token) =>
        list(
          await ask(about('documentHighlight'), at(d, p), token),
          (h) => new vscode.DocumentHighlight(range(h.range), h.kind - 1),
        ),
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (d, token) => list(await ask(about('documentSymbol'), of(d), token), symbol),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query, token) =>
        list(
          await ask('workspace/symbol', { query }, token),
          (s) => new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName || '', location(s.location)),
        ),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async (d, context, token) =>
        list(
          await ask(about('foldingRange'), of(d), token),
          (f) =>
            new vscode.FoldingRange(
              f.startLine,
              f.endLine,
              f.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined,
            ),
        ),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (d, options, token) =>
        list(await ask(about('formatting'), { ...of(d), options }, token), textEdit),
    }),
    languages.registerRenameProvider(selector, {
      async prepareRename(d, p, token) {
        const name = await ask(about('prepareRename'), at(d, p), token);
        return name && { range: range(name.range), placeholder: name.placeholder };
      },
      provideRenameEdits: async (d, p, newName, token) =>
        workspaceEdit(await ask(about('rename'), { ...at(d, p), newName }, token)),
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (d, r, context, token) =>
          list(await ask(about('codeAction'), { ...within(d, r), context: { diagnostics: [] } }, token), codeAction),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(d, p, token) {
          const found = await ask(about('completion'), at(d, p), token);
          return found && new vscode.CompletionList(found.items.map(completionItem), found.isIncomplete);
        },
      },
      ...capabilities.completionProvider.triggerCharacters,
    ),
    languages.registerSignatureHelpProvider(
      selector,
      { provideSignatureHelp: async (d, p, token) => signatureHelp(await ask(about('signatureHelp'), at(d, p), token)) },
      ...capabilities.signatureHelpProvider.triggerCharacters,
    ),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        provideDocumentSemanticTokens: async (d, token) =>
          new vscode.SemanticTokens(Uint32Array.from((await ask(about('semanticTokens/full'), of(d), token)).data)),
      },
      legend,
    ),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (d, r, token) => list(await ask(about('inlayHint'), within(d, r), token), inlayHint),
    }),
  ];
}

module.exports = { register, diagnostic };
