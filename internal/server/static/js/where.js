// Where the workshop finds what is outside of it: pages and games of the arena. A site without a
// server has another file with the same functions in the place of this one.
import { get, post } from "./api.js";
import { request } from "./transport.js";

// address returns the address of the workshop with a game in it.
export const address = (code) => new URL("/workshop" + (code ? "#" + code : ""), location.href).href;

// analyse opens the analysis of a game that an address has in it.
export const analyse = (code) => location.assign("/analysis#" + code);

// libraryGame returns a game of the library with its texts.
export const libraryGame = (name) => get("/games/" + encodeURIComponent(name));

// playGame opens a table.
export async function playGame(game) {
  const t = await post("/tables", game);
  location.assign("/table/" + t.id);
}

// pageOf returns a page that plays a game, as a Blob.
export async function pageOf(game) {
  const res = await request("/page", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(game) });
  if (!res.ok) throw new Error((await res.json()).detail);
  return res.blob();
}
