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

// unpack returns the bytes of a text that has 15 bits in each character, after two with the
// number of bytes.
function unpack(text) {
  const part = (i) => text.charCodeAt(i) - 0x4000;
  const bytes = new Uint8Array((part(0) << 15) | part(1));
  let bits = 0;
  let have = 0;
  for (let i = 2, at = 0; at < bytes.length; i++) {
    bits = (bits << 15) | part(i);
    for (have += 15; have >= 8 && at < bytes.length; have -= 8) bytes[at++] = bits >>> (have - 8);
    bits &= (1 << have) - 1;
  }
  return bytes;
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
