// Where the workshop of a site without a server finds what is outside of it.
import { el } from "./api.js";
import { data } from "./data.js";
import { request } from "./transport.js";

const beside = (file, code) => new URL(file, document.baseURI).href + (code ? "#" + code : "");

// address returns the address of the workshop with a game in it.
export const address = (code) => beside("workshop.html", code);

// analyse is not possible without a server.
export const analyse = () => {};

// libraryGame returns a game of the library with its texts, which are in a script that is
// loaded when it is first needed.
export async function libraryGame(name) {
  if (!globalThis.ludexLibrary) {
    await new Promise((resolve, reject) => document.head.append(el("script", { src: beside("library.js"), onload: resolve, onerror: () => reject(new Error("The games of the library cannot be loaded.")) })));
  }
  return globalThis.ludexLibrary[name];
}

// playGame opens the page that plays the game of an address.
export const playGame = async (game, packed) => location.assign(beside("play.html", await packed()));

// pageOf returns a page that plays a game, as a Blob: the empty one with this game and the
// engine in it.
export async function pageOf(game) {
  const res = await request("/page", { method: "POST", body: JSON.stringify(game) });
  const config = await res.text(); // has no character that would end an element
  if (!res.ok) throw new Error(JSON.parse(config).detail);
  const parts = { TITLE: el("p", { textContent: JSON.parse(config).about.title }).innerHTML, CONFIG: config, WORKER: data("worker"), ENGINE: data("engine") };
  const text = JSON.parse(data("empty")).replace(/@@(TITLE|CONFIG|WORKER|ENGINE)@@/g, (_, part) => parts[part]);
  return new Blob([Uint16Array.from("\ufeff" + text, (c) => c.charCodeAt(0))], { type: "text/html" });
}
