// The editor's side of "ludex lsp": it starts the server, hands it the documents of the
// three languages, and offers what it can do.
'use strict';

const vscode = require('vscode');
const { Connection } = require('./connection');
const { register, diagnostic } = require('./features');

const languages = ['gdl-prefix', 'gdl-infix', 'rbg'];
const selector = languages.map((language) => ({ language }));

/** @type {Connection | undefined} */
let client;
/** @type {vscode.Disposable[]} what belongs to the client */
let parts = [];

const configuration = () => vscode.workspace.getConfiguration('ludex');
const program = () => configuration().get('path') || 'ludex';

/** The settings that the server knows. */
function settings() {
  const ludex = configuration();
  return Object.fromEntries(['strict', 'hints', 'caseSensitive', 'dialect'].map((name) => [name, ludex.get(name)]));
}

function failed(why) {
  vscode.window.showErrorMessage(`Ludex cannot be run as "${program()}" (${why}). Put it in the path, or set ludex.path.`);
}

/** Follows the documents of our languages, and tells the server of them. */
function followDocuments(connection) {
  const ours = (document) => languages.includes(document.languageId);
  const id = (document) => ({ uri: document.uri.toString(), version: document.version });
  const open = (document) => {
    if (!ours(document)) return;
    const textDocument = { ...id(document), languageId: document.languageId, text: document.getText() };
    connection.notify('textDocument/didOpen', { textDocument });
  };
  vscode.workspace.textDocuments.forEach(open);
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!ours(document) || contentChanges.length === 0) return;
      const changes = contentChanges.map(({ range, text }) => ({ range: { start: range.start, end: range.end }, text }));
      connection.notify('textDocument/didChange', { textDocument: id(document), contentChanges: changes });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (ours(document)) connection.notify('textDocument/didClose', { textDocument: id(document) });
    }),
  ];
}

async function start() {
  const problems = vscode.languages.createDiagnosticCollection('ludex');
  const notified = (method, params) => {
    if (method === 'textDocument/publishDiagnostics') {
      problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    } else if (method === 'window/showMessage') {
      const show = params.type === 1 ? 'showErrorMessage' : params.type === 2 ? 'showWarningMessage' : 'showInformationMessage';
      vscode.window[show](params.message);
    }
  };
  const connection = new Connection(program(), notified, failed);
  client = connection;
  parts = [problems];
  const ask = (method, params, token) => connection.request(method, params, token);
  try {
    const { capabilities } = await ask('initialize', {
      processId: process.pid,
      rootUri: null,
      initializationOptions: settings(),
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true } },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        },
      },
    });
    connection.notify('initialized', {});
    parts.push(
      ...register(selector, ask, capabilities),
      ...capabilities.executeCommandProvider.commands.map((command) =>
        vscode.commands.registerCommand(command, (...args) =>
          ask('workspace/executeCommand', { command, arguments: args }),
        ),
      ),
      ...followDocuments(connection),
    );
  } catch (error) {
    if (!connection.ended) failed(error.message); // else it has said why it was lost
  }
}

async function stop() {
  const old = client;
  client = undefined;
  parts.forEach((part) => part.dispose());
  parts = [];
  if (old) await old.close();
}

/** What can be done with a game: a command, its title, and the verb of ludex with flags. */
const actions = [
  { command: 'ludex.play', title: 'Play', verb: ['play'] },
  { command: 'ludex.checkDeep', title: 'Check by playing', verb: ['check', '--deep'] },
  { command: 'ludex.report', title: 'Report', verb: ['report'] },
];

/**
 * Runs a verb of ludex on a document in a terminal, without a shell between. It is a task, whose
 * terminal stays open when the program has ended.
 */
async function runInTerminal(verb, uri) {
  const document = uri
    ? await vscode.workspace.openTextDocument(uri)
    : vscode.window.activeTextEditor && vscode.window.activeTextEditor.document;
  if (!document || document.isUntitled || document.uri.scheme !== 'file') {
    vscode.window.showErrorMessage('Save the game to a file first.');
    return;
  }
  await document.save();
  const task = new vscode.Task(
    { type: 'ludex' },
    vscode.TaskScope.Workspace,
    `ludex ${verb[0]}`,
    'ludex',
    new vscode.ProcessExecution(program(), [...verb, document.fileName]),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}

/** Offers the actions above the first line of a game. */
const lenses = {
  provideCodeLenses(document) {
    const top = new vscode.Range(0, 0, 0, 0);
    return actions.map(
      ({ command, title }) => new vscode.CodeLens(top, { command, title, arguments: [document.uri] }),
    );
  },
};

async function activate(context) {
  context.subscriptions.push(
    ...actions.map(({ command, verb }) =>
      vscode.commands.registerCommand(command, (uri) => runInTerminal(verb, uri)),
    ),
    vscode.languages.registerCodeLensProvider(selector, lenses),
    vscode.commands.registerCommand('ludex.restart', async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('ludex.path')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('ludex') && client) {
        client.notify('workspace/didChangeConfiguration', { settings: { ludex: settings() } });
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
