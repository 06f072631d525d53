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

async function activate(context) {
  context.subscriptions.push(
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
