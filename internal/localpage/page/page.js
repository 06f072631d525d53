// A page that plays a game without a server: choosing how to play, and sharing positions. It is
// the game that the page has in it, or one that the address has in it.
import { $, el, get, post, submit, toast } from "./api.js";
import { fillIntro } from "./intro.js";
import { pack, unpack } from "./pack.js";
import { config, ready } from "./transport.js";

const form = $("setup");
const parts = new URLSearchParams(location.hash.slice(1)); // of the address
let game = {}; // of the address, as a request has it
let shared = []; // the moves of a position that a link leads to, by step and role

const chosen = (name) => new FormData(form).get(name);

function show() {
  const alone = (chosen("against") ?? "program") === "program";
  $("programs").hidden = !alone;
  $("sides").hidden = !alone || $("roles").children.length < 2;
}

// seats returns who plays which role, if people share the screen.
function seats() {
  if ((chosen("against") ?? "program") === "program") return undefined;
  return Object.fromEntries([...form.querySelectorAll("input[name=role]")].map((i) => [i.value, "me"]));
}

async function play(request) {
  const t = await post("/tables", { ...game, ...request, moves: shared });
  const root = $("table");
  root.dataset.id = t.id;
  root.dataset.view = JSON.stringify(t.view);
  $("intro").hidden = true;
  root.hidden = false;
  await import("./table.js");
  const bar = root.querySelector(".toolbar");
  if (!t.view.game.hidden && !t.view.time) bar.append(el("button", { id: "share", type: "button", textContent: "Link to this position", onclick: () => share(t.id) }));
  bar.append(el("button", { id: "again", type: "button", textContent: "New game", onclick: again }));
  $("main").focus();
}

// withPosition returns the address of the page with a position in it.
function withPosition(code) {
  if (code) parts.set("position", code);
  else parts.delete("position");
  return location.href.split("#")[0] + (parts.size ? "#" + parts : "");
}

// again shows the beginning of the page. A position that a link led to is not kept.
function again() {
  history.replaceState(null, "", withPosition(""));
  location.reload();
}

// share copies a link that has the moves so far in it.
async function share(id) {
  try {
    const address = withPosition(await pack(JSON.stringify(await get(`/tables/${id}/moves`))));
    history.replaceState(null, "", address);
    await navigator.clipboard.writeText(address).then(() => toast("The link is copied, and in the address."), () => toast("The link is in the address."));
  } catch (err) {
    toast(err.message);
  }
}

// gameOfAddress shows the game of the address.
async function gameOfAddress() {
  const part = async (key) => (parts.get(key) ? unpack(parts.get(key)) : "");
  game = { game: parts.get("name") ?? "game", text: await part("text"), board: await part("board"), words: await part("words") };
  if (!game.text) throw new Error("The address has no game in it.");
  fillIntro(await post("/page", game));
}

// fromAddress reads the position of a link.
async function fromAddress() {
  const code = parts.get("position");
  if (!code) return;
  try {
    shared = JSON.parse(await unpack(code)) ?? [];
    $("position").hidden = false;
    $("position").textContent = `The game goes on after ${shared.length === 1 ? "the first step" : `${shared.length} steps`} of the link.`;
  } catch {
    toast("The position of this link cannot be read.");
  }
}

form.addEventListener("change", show);
submit(form, (fields) => play({
  role: seats() ? "" : fields.get("role") ?? "",
  seats: seats(),
  opponents: { "": fields.get("strength") },
  clockMs: Number(fields.get("clock")),
}));

// begin lets the person play as soon as the engine runs.
async function begin() {
  await fromAddress();
  try {
    const own = await Promise.race([config, ready.then(() => config)]);
    if (own.game.Text) fillIntro(own);
    await ready;
    if (!own.game.Text) await gameOfAddress();
    show();
    $("begin").disabled = false;
    $("state").textContent = "";
  } catch (err) {
    $("state").textContent = err.message;
    $("state").className = "error";
  }
}

show();
begin();
