// The worker of a page without a server. It starts the engine, which is a Go program, with
// the script of Go that stands before this one, and passes messages on.

globalThis.ludex = {
  answer: (number, status, type, body) => postMessage({ number, status, type, body }),
  event: (number, kind, data) => postMessage({ number, kind, data }),
  ready: (error) => postMessage({ ready: true, error }),
};

onmessage = ({ data: m }) => {
  if (m.engine !== undefined) start(m);
  else if (m.leave) ludex.leave(m.number);
  else if (m.follow) ludex.follow(m.number, m.follow);
  else ludex.ask(m.number, m.method, m.path, m.body);
};

// unpack returns the bytes of a text that has two in each character, after four with their number.
// Pairs that are no characters have their highest bit changed, after a character that says so.
function unpack(text) {
  const pairs = new Uint16Array(text.length);
  for (let i = 0, at = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    pairs[at++] = c === 0x7f ? text.charCodeAt(++i) ^ 0x8000 : c;
  }
  return new Uint8Array(pairs.buffer, 4, pairs[0] + pairs[1] * 0x10000);
}

// base64 returns packed bytes in the form that the engine reads.
function base64(text) {
  let bytes = "";
  for (const b of unpack(text)) bytes += String.fromCharCode(b);
  return btoa(bytes);
}

// decompress returns a response with what packed bytes hold.
const decompress = (text) => new Response(new Blob([unpack(text)]).stream().pipeThrough(new DecompressionStream("gzip")));

// The game is JSON, or packed as the engine is.
async function start({ engine, game, network, supplied }) {
  try {
    if (!game.startsWith("{")) game = await decompress(game).text();
    postMessage({ game });
    Object.assign(ludex, { game, network: network && base64(network), supplied });
    const wasm = await decompress(engine).arrayBuffer();
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
    await go.run(instance);
    ludex.ready("it has ended");
  } catch (err) {
    ludex.ready(String(err));
  }
}
