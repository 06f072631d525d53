// A connection to "ludex lsp": messages of the Language Server Protocol through the pipes of
// a process. It needs nothing but Node, so the extension has no dependencies.
'use strict';

const { spawn } = require('child_process');

class Connection {
  /**
   * @param {string} command the program
   * @param {(method: string, params: any) => void} notified is called for each notification
   * @param {(why: string) => void} lost is called when the process ends unasked
   */
  constructor(command, notified, lost) {
    this.notified = notified;
    this.waiting = new Map(); // requests by number
    this.number = 0;
    this.buffer = Buffer.alloc(0);
    this.process = spawn(command, ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.process.on('error', (error) => this.end(lost, error.message));
    this.process.on('exit', (code) => this.end(lost, `it ended with code ${code}`));
    this.process.stdin.on('error', () => {}); // the exit is reported
    this.process.stdout.on('data', (data) => this.read(data));
  }

  /** Forgets the process. What waits for an answer gets an error. */
  end(lost, why) {
    if (this.ended) return;
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(new Error(`Ludex: ${why}`));
    this.waiting.clear();
    if (!this.closing) lost(why);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.buffer.toString('ascii', 0, end))[1]);
      if (this.buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + length));
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(message);
    }
  }

  take(message) {
    if (message.method !== undefined && message.id !== undefined) {
      this.write({ id: message.id, error: { code: -32601, message: `${message.method} is not known here` } });
    } else if (message.method !== undefined) {
      this.notified(message.method, message.params);
    } else {
      const request = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!request) return;
      if (message.error) request.reject(new Error(message.error.message));
      else request.resolve(message.result);
    }
  }

  write(message) {
    if (this.ended) return;
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  /** Asks the server. A token of VS Code cancels the request. */
  request(method, params, token) {
    if (this.ended) return Promise.reject(new Error('Ludex does not run'));
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.write({ id, method, params });
      if (token) token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    });
  }

  /** Ends the session as the protocol wants it. */
  async close() {
    this.closing = true;
    if (this.ended) return;
    const exit = new Promise((resolve) => this.process.once('exit', resolve));
    await this.request('shutdown').catch(() => {});
    this.write({ method: 'exit' });
    const late = setTimeout(() => this.process.kill(), 2000);
    await exit;
    clearTimeout(late);
  }
}

module.exports = { Connection };
