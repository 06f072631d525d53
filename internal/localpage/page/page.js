// A page that plays one game without a server: choosing how to play, and sharing positions.
import { $, el, get, post, submit, toast } from "./api.js";
import { pack, unpack } from "./pack.js";
import { ready } from "./transport.js";

const form = $("setup");
let shared = []; // the moves of a position that a link leads to, by step and role

const chosen = (name) => new FormData(form).get(name);

function show() {
  const alone = (chosen("against") ?? "program") === "program";
  $("programs").hidden = !alone;
  if ($("sides")) $("sides").hidden = !alone;
}

// seats returns who plays which role, if people share the screen.
function seats() {
  if ((chosen("against") ?? "program") === "program") return undefined;
  return Object.fromEntries([...form.querySelectorAll("input[name=role]")].map((i) => [i.value, "me"]));
}

async function play(request) {
  const t = await post("/tables", { ...request, moves: shared });
  const root = $("table");
  root.dataset.id = t.id;
  root.dataset.view = JSON.stringify(t.view);
  $("intro").hidden = true;
  root.hidden = false;
  await import("./table.js");
  const bar = root.querySelector(".toolbar");
  if (!t.view.game.hidden) bar.append(el("button", { id: "share", type: "button", textContent: "Link to this position", onclick: () => share(t.id) }));
  bar.append(el("button", { id: "again", type: "button", textContent: "New game", onclick: again }));
  $("main").focus();
}

// again shows the beginning of the page. A position that a link led to is not kept.
function again() {
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

// share copies a link that has the moves so far in it.
async function share(id) {
  try {
    const address = location.href.split("#")[0] + "#position=" + await pack(JSON.stringify(await get(`/tables/${id}/moves`)));
    history.replaceState(null, "", address);
    await navigator.clipboard.writeText(address).then(() => toast("The link is copied, and in the address."), () => toast("The link is in the address."));
  } catch (err) {
    toast(err.message);
  }
}

// fromAddress reads the position of a link.
async function fromAddress() {
  const code = new URLSearchParams(location.hash.slice(1)).get("position");
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
submit(form, (data) => play({
  role: seats() ? "" : data.get("role") ?? "",
  seats: seats(),
  opponents: { "": data.get("strength") },
  clockMs: Number(data.get("clock")),
}));

// begin lets the person play as soon as the engine runs.
async function begin() {
  await fromAddress();
  try {
    await ready;
    $("begin").disabled = false;
    $("state").textContent = "";
  } catch (err) {
    $("state").textContent = err.message;
    $("state").className = "error";
  }
}

show();
begin();
