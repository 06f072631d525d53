// Runs the extension in Node against "ludex lsp", with what it uses of VS Code played by
// simple objects. The Go tests of cmd/ludex start it; alone: node extension_test.js
'use strict';

const assert = require('assert');
const Module = require('module');
const path = require('path');

const providers = {};
const commands = {};
const listeners = {};
const problems = new Map();
const messages = [];
const tasks = [];
const disposable = { dispose() {} };

/** Makes a class that keeps the arguments of its constructor under these names. */
const record = (...names) =>
  class {
    constructor(...args) {
      names.forEach((name, i) => (this[name] = args[i]));
    }
  };

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(':')[0];
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

class WorkspaceEdit {
  constructor() {
    this.edits = {};
  }
  set(uri, edits) {
    this.edits[uri] = edits;
  }
}

const game = '(role ann)\n(init (cell 1 2))\n(<= (legal ?p go) (role ?p))\n(<= (next (cell ?x ?y)) (true (cell ?x ?y)) (lost ?z))\n';
const document = {
  uri: new Uri('file:///games/game.kif'),
  fileName: '/games/game.kif',
  languageId: 'gdl-prefix',
  version: 1,
  isUntitled: false,
  getText: () => game,
  save: async () => true,
};

const listener = (name) => (f) => {
  listeners[name] = f;
  return disposable;
};

const vscode = {
  Uri,
  WorkspaceEdit,
  Position: record('line', 'character'),
  Range: record('start', 'end'),
  Location: record('uri', 'range'),
  TextEdit: record('range', 'newText'),
  MarkdownString: record('value'),
  Hover: record('contents', 'range'),
  Diagnostic: record('range', 'message', 'severity'),
  DiagnosticRelatedInformation: record('location', 'message'),
  DocumentHighlight: record('range', 'kind'),
  DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'),
  SymbolInformation: record('name', 'kind', 'containerName', 'location'),
  FoldingRange: record('start', 'end', 'kind'),
  FoldingRangeKind: { Comment: 1 },
  CodeAction: record('title', 'kind'),
  CodeActionKind: { QuickFix: 'quickfix' },
  CodeLens: record('range', 'command'),
  CompletionItem: record('label', 'kind'),
  CompletionList: record('items', 'isIncomplete'),
  SnippetString: record('value'),
  SignatureHelp: record(),
  SignatureInformation: record('label', 'documentation'),
  ParameterInformation: record('label'),
  SemanticTokensLegend: record('types', 'modifiers'),
  SemanticTokens: record('data'),
  InlayHint: record('position', 'label', 'kind'),
  Task: record('definition', 'scope', 'name', 'source', 'execution'),
  ProcessExecution: record('process', 'args'),
  TaskScope: { Workspace: 2 },
  TaskRevealKind: { Always: 1 },
  tasks: { executeTask: async (task) => tasks.push(task) },
  commands: {
    registerCommand(name, f) {
      commands[name] = f;
      return disposable;
    },
  },
  window: new Proxy({}, { get: () => (message) => messages.push(message) }),
  workspace: {
    textDocuments: [document],
    getConfiguration: () => ({ get: (name) => ({ path: process.env.LUDEX || 'ludex', dialect: 'auto' })[name] || false }),
    openTextDocument: async () => document,
    onDidOpenTextDocument: listener('open'),
    onDidChangeTextDocument: listener('change'),
    onDidCloseTextDocument: listener('close'),
    onDidChangeConfiguration: listener('configuration'),
  },
  languages: new Proxy(
    {
      createDiagnosticCollection: () => ({ ...disposable, set: (uri, found) => problems.set(uri.toString(), found) }),
      registerWorkspaceSymbolProvider(provider) {
        providers.WorkspaceSymbol = provider;
        return disposable;
      },
    },
    {
      get: (own, name) =>
        own[name] ||
        ((selector, provider) => {
          providers[name.replace(/^register|(Edit)?Provider$/g, '')] = provider;
          return disposable;
        }),
    },
  ),
};

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));

async function until(what, ready) {
  for (let i = 0; i < 3000; i++) {
    if (ready()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no ${what}; messages: ${messages}`);
}

async function main() {
  const extension = require(path.join(__dirname, 'extension.js'));
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(messages, []);
  const uri = document.uri.toString();
  await until('problems', () => problems.has(uri));
  assert.ok(problems.get(uri).some((p) => /lost/.test(p.message) && p.code && p.range.start.line === 3), 'the problem of line 4');

  const at = (line, character) => new vscode.Position(line, character);
  const cell = at(1, 8);
  const everything = new vscode.Range(at(0, 0), at(4, 0));
  assert.match((await providers.Hover.provideHover(document, cell)).contents.value, /cell/);
  assert.ok((await providers.Definition.provideDefinition(document, at(3, 37))).some((l) => l.range.start.line === 3));
  assert.strictEqual((await providers.Reference.provideReferences(document, cell, { includeDeclaration: true })).length, 3);
  assert.strictEqual((await providers.DocumentHighlight.provideDocumentHighlights(document, cell)).length, 3);
  const symbols = await providers.DocumentSymbol.provideDocumentSymbols(document);
  assert.ok(symbols.some((s) => s.name.startsWith('role')), JSON.stringify(symbols));
  assert.strictEqual((await providers.WorkspaceSymbol.provideWorkspaceSymbols('lega'))[0].location.uri.toString(), uri);
  await providers.FoldingRange.provideFoldingRanges(document, {});
  assert.strictEqual((await providers.Rename.prepareRename(document, cell)).placeholder, 'cell');
  assert.strictEqual((await providers.Rename.provideRenameEdits(document, cell, 'field')).edits[uri].length, 3);
  assert.ok((await providers.DocumentFormatting.provideDocumentFormattingEdits(document, {})).length > 0);
  assert.ok((await providers.CodeActions.provideCodeActions(document, everything, {})).some((a) => a.command));
  const completion = await providers.CompletionItem.provideCompletionItems(document, at(3, 30));
  assert.ok(completion.items.length > 0);
  assert.ok((await providers.SignatureHelp.provideSignatureHelp(document, at(1, 12))).signatures[0].label.includes('cell'));
  assert.ok((await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document)).data.length > 0);
  const hints = await providers.InlayHints.provideInlayHints(document, everything);
  assert.deepStrictEqual(hints.map((h) => h.label), ['x:', 'y:']);

  const lenses = providers.CodeLens.provideCodeLenses(document).map((lens) => lens.command);
  assert.deepStrictEqual(lenses.map((c) => c.title), ['Play', 'Check by playing', 'Report']);
  for (const lens of lenses) await commands[lens.command](...lens.arguments);
  assert.deepStrictEqual(
    tasks.map((task) => task.execution.args),
    [['play', '/games/game.kif'], ['check', '--deep', '/games/game.kif'], ['report', '/games/game.kif']],
  );
  const code = problems.get(uri)[0].code;
  await commands['ludex.explain'](code);
  await until('explanation', () => messages.some((m) => m.includes(code)));

  problems.clear();
  listeners.change({
    document: { ...document, version: 2 },
    contentChanges: [{ range: new vscode.Range(at(3, 44), at(3, 53)), text: '' }],
  });
  await until('problems after a change', () => problems.has(uri));
  assert.ok(!problems.get(uri).some((p) => /lost/.test(p.message)), 'the problem is gone');
  await commands['ludex.restart']();
  await until('problems after a new start', () => problems.get(uri).some((p) => /lost/.test(p.message)));
  await extension.deactivate();
  console.log('ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
