// The editor's side of "ludex lsp": it starts the server and hands it the
// documents of the three languages. Everything else is the server's.
'use strict';

const vscode = require('vscode');
const { LanguageClient, State } = require('vscode-languageclient/node');

const languages = ['gdl-prefix', 'gdl-infix', 'rbg'];

/** @type {LanguageClient | undefined} */
let client;

/** The settings that the server knows. */
function settings() {
  const ludex = vscode.workspace.getConfiguration('ludex');
  return {
    strict: ludex.get('strict'),
    hints: ludex.get('hints'),
    caseSensitive: ludex.get('caseSensitive'),
    dialect: ludex.get('dialect'),
  };
}

async function start() {
  const command = vscode.workspace.getConfiguration('ludex').get('path') || 'ludex';
  client = new LanguageClient(
    'ludex',
    'Ludex',
    { command, args: ['lsp'] },
    {
      documentSelector: languages.map((language) => ({ language })),
      initializationOptions: settings(),
    },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `Ludex cannot be started as "${command}" (${error}). Put it in the path, or set ludex.path.`,
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old && old.state === State.Running) {
    await old.stop();
  }
}

/** What can be done with a game: a command, its title, and the verb of ludex with flags. */
const actions = [
  { command: 'ludex.play', title: 'Play', verb: ['play'] },
  { command: 'ludex.checkDeep', title: 'Check by playing', verb: ['check', '--deep'] },
  { command: 'ludex.report', title: 'Report', verb: ['report'] },
];

/** Runs a verb of ludex on a document in a terminal, without a shell between. */
async function runInTerminal(verb, uri) {
  const document = uri
    ? await vscode.workspace.openTextDocument(uri)
    : vscode.window.activeTextEditor && vscode.window.activeTextEditor.document;
  if (!document || document.isUntitled || document.uri.scheme !== 'file') {
    vscode.window.showErrorMessage('Save the game to a file first.');
    return;
  }
  await document.save();
  const program = vscode.workspace.getConfiguration('ludex').get('path') || 'ludex';
  vscode.window
    .createTerminal({ name: `ludex ${verb[0]}`, shellPath: program, shellArgs: [...verb, document.fileName] })
    .show();
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
    vscode.languages.registerCodeLensProvider(
      languages.map((language) => ({ language })),
      lenses,
    ),
    vscode.commands.registerCommand('ludex.restart', async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('ludex.path')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('ludex') && client && client.state === State.Running) {
        client.sendNotification('workspace/didChangeConfiguration', { settings: { ludex: settings() } });
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
