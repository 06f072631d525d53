// How the scripts of a page without a server reach the API: it is answered by the engine,
// which runs as WebAssembly in a worker.
import { data } from "./data.js";

const script = new Blob([data("worker")], { type: "text/javascript" });
const worker = new Worker(URL.createObjectURL(script));
const waiting = new Map(); // requests by number
const streams = new Map();
let last = 0;
let broken = null; // why the engine does not run

let begin;
// ready is kept when the engine runs, and broken if it cannot.
export const ready = new Promise((resolve, reject) => {
  begin = (error) => (error ? reject(error) : resolve());
});
ready.catch(() => {}); // those who wait for it are told

let told;
// config is what the page has in it about the game, see the package localarena.
export const config = new Promise((resolve) => (told = resolve));

worker.addEventListener("message", ({ data: m }) => {
  if (m.game !== undefined) {
    told(JSON.parse(m.game));
  } else if (m.ready) {
    if (m.error) stop(m.error);
    else begin();
  } else if (m.kind) {
    streams.get(m.number)?.dispatchEvent(new MessageEvent(m.kind, { data: m.data }));
  } else {
    waiting.get(m.number)?.resolve(new Response(m.body, { status: m.status, headers: { "Content-Type": m.type } }));
    waiting.delete(m.number);
  }
});
worker.addEventListener("error", (e) => stop(e.message || "this browser does not allow it"));

// stop tells everybody who waits that the engine does not run.
function stop(why) {
  broken = new Error(`The engine of this page does not run: ${why}.`);
  begin(broken);
  for (const w of waiting.values()) w.reject(broken);
  waiting.clear();
}

worker.postMessage({ engine: data("engine"), game: data("game"), network: data("network"), ownNetwork: data("own-network") });

// request asks the engine, and returns a Response.
export async function request(path, init = {}) {
  await ready;
  if (broken) throw broken;
  return new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ number: last, method: init.method ?? "GET", path, body: init.body ?? "" });
  });
}

// stream opens a stream of events, which is used as an EventSource.
export function stream(path) {
  const number = ++last;
  const source = new EventTarget();
  source.readyState = EventSource.OPEN;
  source.close = () => {
    streams.delete(number);
    worker.postMessage({ number, leave: true });
  };
  streams.set(number, source);
  worker.postMessage({ number, follow: path });
  return source;
}

// socket opens a connection to the engine, which is used as a WebSocket. What comes is a stream of
// messages; what is sent is asked, and the answer, if there is one, is a message too.
export function socket(path) {
  const line = stream(path);
  line.send = async (body) => {
    const answer = await (await request(path, { method: "POST", body })).text();
    if (answer !== "null") line.dispatchEvent(new MessageEvent("message", { data: answer }));
  };
  ready.then(() => line.dispatchEvent(new Event("open")));
  return line;
}

// image returns the address of a picture.
export async function image(path) {
  const res = await request(path);
  return "data:image/svg+xml," + encodeURIComponent(await res.text());
}
