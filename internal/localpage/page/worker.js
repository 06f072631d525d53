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
// The number of pairs comes first. Pairs that are no characters have their highest bit changed; the
// distances between them stand behind, two in a character.
function unpack(text) {
  const number = (i) => text.charCodeAt(i) - 0x80;
  const count = number(0) + number(1) * 0x4000;
  const pairs = new Uint16Array(count);
  for (let i = 0; i < count; i++) pairs[i] = text.charCodeAt(i + 2);
  for (let i = count + 2, at = -1; i < text.length; i++) {
    for (const step of [number(i) & 127, number(i) >> 7]) {
      at += step === 127 ? 127 : step + 1;
      if (step !== 127) pairs[at] ^= 0x8000;
    }
  }
  return new Uint8Array(pairs.buffer, 4, pairs[0] + pairs[1] * 0x10000);
}

// base64 returns packed bytes in the form that the engine reads.
function base64(text) {
  let bytes = "";
  for (const b of unpack(text)) bytes += String.fromCharCode(b);
  return btoa(bytes);
}

// expand returns a program, given its size and that of a list of copies in four bytes each, the list,
// and what is left of it. A copy is three numbers of seven bits a byte, the lowest first: how many bytes
// stand before it that are none, how far back it stands, and its length.
function expand(buffer) {
  const view = new DataView(buffer);
  const out = new Uint8Array(view.getUint32(0, true));
  const bytes = new Uint8Array(buffer, 8);
  const end = view.getUint32(4, true);
  let at = 0, left = end, to = 0;
  const number = () => {
    let x = 0;
    for (let scale = 1; ; scale *= 128) {
      const b = bytes[at++];
      x += (b & 127) * scale;
      if (b < 128) return x;
    }
  };
  const add = (count) => {
    out.set(bytes.subarray(left, left + count), to);
    left += count;
    to += count;
  };
  while (at < end) {
    add(number());
    const back = number(), length = number();
    for (let i = 0; i < length; i += back) out.copyWithin(to + i, to + i - back, to + Math.min(i, length - back));
    to += length;
  }
  add(bytes.length - left);
  return out;
}

// decompress returns a response with what packed bytes hold.
const decompress = (text) => new Response(new Blob([unpack(text)]).stream().pipeThrough(new DecompressionStream("gzip")));

// The game is JSON, or packed as the engine is.
async function start({ engine, game, network, ownNetwork }) {
  try {
    if (!game.startsWith("{")) game = await decompress(game).text();
    postMessage({ game });
    Object.assign(ludex, { game, network: network && base64(network), ownNetwork: ownNetwork && base64(ownNetwork) });
    const wasm = expand(await decompress(engine).arrayBuffer());
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
    await go.run(instance);
    ludex.ready("it has ended");
  } catch (err) {
    ludex.ready(String(err));
  }
}
