// The analysis board: any position of any game, all sides by hand, with an evaluation that
// runs along and a tree of variations.
import { $, el, post, toast } from "./api.js";
import { BoardView, frame, size } from "./board.js";
import { hideExplanation, showExplanation } from "./explanation.js";
import { graph } from "./graph.js";
import { runJob } from "./job.js";
import { live } from "./live.js";
import { pack, unpack } from "./pack.js";
import { Tree } from "./tree.js";
import { showWords } from "./words.js";

const keep = {
  get(key) { try { return localStorage.getItem("ludex." + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem("ludex." + key, value); } catch { /* private windows, or full */ } },
};

let ref = {}; // names the game, or the match, in requests
let about = null; // describes the game
let tree = new Tree();
let node = tree.root; // the position that is shown
let pos = null; // what the server says about it
let chosen = new Map(); // moves of roles that choose at the same time, so far
let eyes = "";
let flipped = false;
let found = null; // the newest analysis of the position
let engine = keep.get("engine") !== "0";
let stopLive = null;

const board = new BoardView($("board"), {
  onMove: (m) => choose(m.text),
  onPick: (selection, choices) => {
    const so = selection.cells.map((c) => board.name(c)).join(" → ");
    $("picked").textContent = !so ? asking() : choices.length ? `${so}: choose on the board.` : `${so}: touch where to.`;
    $("partback").hidden = selection.cells.length === 0 && chosen.size === 0;
  },
});

// place returns the position of a node as requests name it.
const place = (n = node) => ({ ...ref, moves: tree.steps(n) });
const roleName = (r) => about.seats[r].role;

// choosing returns the next role that has to choose, or null.
const choosing = () => pos?.choices.find((c) => !chosen.has(c.role)) ?? null;

function asking() {
  const c = choosing();
  if (!c || pos.choices.length < 2) return "";
  const so = pos.choices.filter((o) => chosen.has(o.role)).map((o) => `${roleName(o.role)} ${o.moves.find((m) => m.text === chosen.get(o.role))?.name ?? ""}`);
  return `${so.length ? so.join(", ") + "; " : ""}all choose at once: now ${roleName(c.role)}.`;
}

// choose makes a move of the role that chooses; the step is made when all have chosen.
function choose(text) {
  const c = choosing();
  if (c) chosen.set(c.role, text);
  if (choosing()) offer();
  else step();
}

function step() {
  const joint = pos.base.map((text, r) => chosen.get(r) ?? text);
  const written = pos.mover >= 0 ? joint[pos.mover] : `(${joint.join(" ")})`;
  go(tree.add(node, written, ""));
}

// offer shows what the role that chooses can do.
function offer() {
  const c = choosing();
  board.setMoves(c && !c.chance ? c.moves : []);
  const words = c ? c.moves.filter((m) => c.chance || !m.cells?.length) : [];
  const box = $("actions");
  if (pos.over) box.replaceChildren();
  else if (!c) box.replaceChildren(el("button", { type: "button", class: "primary", textContent: "Go on: nobody has a choice", onclick: step }));
  else showWords(box, words, { onMove: (m) => choose(m.text) });
  if (c?.chance) box.prepend(el("button", { type: "button", class: "primary", textContent: "Draw by chance", onclick: () => choose(c.moves[Math.floor(Math.random() * c.moves.length)].text) }));
  box.hidden = box.children.length === 0;
  $("picked").textContent = asking();
  $("partback").hidden = chosen.size === 0;
  $("turn").textContent = turn();
  arrows();
}

function turn() {
  if (pos.over) return "The play is over: " + about.seats.map((s, r) => (pos.goals[r] === null || s.chance ? null : `${s.role} ${pos.goals[r]}`)).filter(Boolean).join(", ");
  if (pos.choices.length === 0) return "Nobody has a choice";
  return pos.choices.map((c) => roleName(c.role)).join(" and ") + " to move";
}

let asked = 0;
async function go(to) {
  stopLive?.();
  stopLive = null;
  node = to;
  const number = ++asked;
  chosen = new Map();
  $("engine").setAttribute("aria-pressed", String(engine));
  let answer;
  try {
    answer = await post("/position", { ...place(), as: eyes, flip: flipped });
  } catch (err) {
    if (number !== asked) return;
    toast(err.message);
    if (node.parent && !node.text) go(tree.remove(node)); // it was no step
    else if (eyes) see("");
    return;
  }
  if (number !== asked) return;
  pos = answer;
  if (answer.text) node.text = answer.text;
  found = null;
  save();
  show();
  think();
}

function show() {
  const captions = board.show(pos.svg);
  if (pos.grid) showFacts(captions);
  else board.addCaptions(captions);
  board.setEnding(pos.ending);
  board.setAttacked(pos.attacked);
  offer();
  showTree();
  showValues();
  $("first").disabled = $("back").disabled = !node.parent;
  $("next").disabled = $("last").disabled = node.children.length === 0;
  $("promote").disabled = !node.parent || tree.line(tree.root).includes(node);
  $("delete").disabled = !node.parent;
  $("comment").value = node.comment;
  $("playbox").hidden = pos.over || about.fromPosition || about.game.hidden;
  const moves = pos.choices.flatMap((c) => c.moves.map((m) => el("option", { value: JSON.stringify([roleName(c.role), m.text]), textContent: pos.choices.length > 1 ? `${roleName(c.role)} ${m.name}` : m.name })));
  $("whyform").elements.move.replaceChildren(...moves);
  $("nowhy").hidden = $("answer").hidden = true;
  hideExplanation();
  if (about.game.hidden) showKnown();
}

function showFacts(captions) {
  const host = $("facts");
  host.shadowRoot ?? host.attachShadow({ mode: "open" });
  host.shadowRoot.adoptedStyleSheets = [...board.root.adoptedStyleSheets];
  host.shadowRoot.replaceChildren(...(captions ? [captions] : []));
  $("authors").hidden = !captions;
  if (captions && $("authors").open) {
    frame(captions, 4);
    size(captions, 1);
  }
}
$("authors").addEventListener("toggle", () => {
  const captions = $("facts").shadowRoot?.firstElementChild;
  if ($("authors").open && captions) {
    frame(captions, 4);
    size(captions, 1);
  }
});

// The evaluation, which runs while the position is shown.
function think() {
  $("linesbox").hidden = !engine || pos.over;
  $("thinking").textContent = "";
  if (pos.over) node.values = pos.goals;
  if (!engine || pos.over) {
    showValues();
    return;
  }
  const at = node;
  $("thinking").textContent = "thinking …";
  $("lines").replaceChildren();
  $("lines").style.setProperty("--rows", $("count").value); // nothing below moves while it thinks
  stopLive = live({ ...place(), lines: Number($("count").value), seconds: Number($("seconds").value) }, {
    analysis: (a) => {
      if (at !== node) return;
      found = a;
      if (a.values.length) at.values = a.values;
      showValues();
      showLines();
      arrows();
    },
    problem: (p) => { if (at === node) $("thinking").textContent = p.detail ?? p.title; },
  });
}

const number = (v) => (v === null || v === undefined ? "" : String(Math.round(v)));

function showValues() {
  const values = node.values ?? [];
  $("seats").replaceChildren(...about.seats.map((s, i) => s.chance ? null : el("li", {}, paint(el("span", { class: "dot r" + i }), s), el("b", { textContent: s.role }),
    el("span", { class: "value", textContent: number(values[i]) + (found?.exact[i] && !pos.over ? " proved" : "") }))).filter(Boolean));
  const bar = $("evalbar");
  const known = about.seats.every((s, i) => s.chance || typeof values[i] === "number");
  bar.hidden = !engine || !known;
  if (known) {
    bar.replaceChildren(...about.seats.map((s, i) => {
      const part = paint(el("span", { class: "r" + i }), s);
      part.style.flexGrow = s.chance ? 0 : Math.max(values[i], 0.5);
      return part;
    }));
  }
  const line = [tree.root, ...tree.line(node)];
  $("graph").hidden = line.filter((n) => n.values).length < 2;
  const seats = about.seats.map((s, i) => (s.chance ? -1 : i)).filter((i) => i >= 0);
  if (!$("graph").hidden) $("graph").replaceChildren(graph(line.map((n) => n.values && seats.map((i) => n.values[i])), line.indexOf(node), (i) => go(line[Math.max(0, Math.min(i, line.length - 1))])));
}

function paint(item, seat) {
  item.style.background = seat.color;
  if (seat.word) item.style.background = seat.word; // stays if that is no colour
  return item;
}

function showLines() {
  const nodes = found.moves.reduce((sum, m) => sum + m.nodes, 0);
  $("thinking").textContent = `${found.final ? "" : "thinking …  "}${nodes.toLocaleString()} simulations` + (about.game.hidden ? ", by what the role knows" : "");
  $("lines").replaceChildren(...found.moves.map((m) => {
    const rows = m.moves.filter((c, i) => i < Number($("count").value) && (c.visits || c.share || i === 0)).map((c) => {
      const mixed = c.share > 0 && c.share < 0.95 ? ` ${Math.round(100 * c.share)}%` : "";
      const line = c.line.length ? c.line : [{ step: "", text: c.name }];
      return el("li", {}, el("span", { class: "figure", title: `${c.visits.toLocaleString()} visits`, textContent: number(c.value) + (c.exact ? "!" : "") + mixed }),
        el("span", { class: "moves" }, ...line.map((s, i) => s.step
          ? el("button", { type: "button", class: "plain", textContent: short(s.text), onclick: () => follow([...found.forced, ...c.line.slice(0, i + 1)]) })
          : el("span", { textContent: short(s.text) }))));
    });
    return el("div", {}, found.moves.length > 1 || about.game.hidden ? el("h3", { textContent: m.role }) : null, el("ol", {}, ...rows),
      m.note && about.game.hidden ? el("p", { class: "muted small", textContent: m.note }) : null);
  }));
}

// short leaves the name of the role out of a step that only one role made.
function short(text) {
  const seat = about.seats.find((s) => text.startsWith(s.role + " "));
  return seat && !text.includes(", ") ? text.slice(seat.role.length + 1) : text;
}

// follow adds steps to the tree and goes there.
function follow(steps) {
  let at = node;
  for (const s of steps) at = tree.add(at, s.step, s.text);
  go(at);
}

// arrows draws the best moves on the board.
function arrows() {
  const c = choosing();
  const role = found && c && !found.forced.length ? found.moves.find((m) => m.role === roleName(c.role)) : null;
  const best = (role?.moves ?? []).slice(0, Number($("count").value)).filter((m, i) => i === 0 || m.visits);
  board.setLines(best.map((b) => c.moves.find((m) => m.text === b.text)).filter(Boolean));
}

$("engine").addEventListener("click", () => {
  engine = !engine;
  keep.set("engine", engine ? "1" : "0");
  $("engine").setAttribute("aria-pressed", String(engine));
  stopLive?.();
  stopLive = null;
  found = null;
  arrows();
  think();
});
for (const id of ["count", "seconds"]) $(id).addEventListener("change", () => { stopLive?.(); think(); });

// The tree of variations.
function showTree() {
  const box = $("tree");
  const line = (first, depth) => {
    const list = el("ol", {});
    for (let n = first, d = depth; n; n = n.children[0], d++) {
      const at = n;
      const button = el("button", { type: "button", class: "plain", onclick: () => go(at) }, el("span", { class: "muted", textContent: d + ". " }), short(n.text || n.step));
      if (n === node) button.setAttribute("aria-current", "step");
      list.append(el("li", {}, button, n.note ? el("span", { class: "bad small", textContent: " " + n.note }) : null, n.comment ? el("q", { class: "small", textContent: n.comment }) : null));
      if (n === n.parent.children[0]) {
        for (const other of n.parent.children.slice(1)) list.append(el("li", { class: "branch" }, line(other, d)));
      }
    }
    return list;
  };
  box.replaceChildren(...(tree.root.children.length ? [line(tree.root.children[0], 1)] : []));
  box.hidden = tree.root.children.length === 0;
  $("nomoves").hidden = !box.hidden;
  const current = box.querySelector("[aria-current]");
  if (current && (current.offsetTop < box.scrollTop || current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)) box.scrollTop = current.offsetTop - box.clientHeight / 2;
}

const sibling = (d) => {
  const list = node.parent?.children ?? [];
  return list[list.indexOf(node) + d];
};
$("first").addEventListener("click", () => go(tree.root));
$("back").addEventListener("click", () => node.parent && go(node.parent));
$("next").addEventListener("click", () => node.children[0] && go(node.children[0]));
$("last").addEventListener("click", () => go(tree.line(node).at(-1) ?? node));
document.addEventListener("keydown", (e) => {
  if (e.target.closest("input, select, textarea, summary") || board.root.activeElement || e.ctrlKey || e.metaKey || e.altKey) return;
  const button = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
  const other = { ArrowUp: sibling(-1), ArrowDown: sibling(1) }[e.key];
  if (!button && !other) return;
  e.preventDefault();
  if (button) $(button).click();
  else go(other);
});
$("promote").addEventListener("click", () => {
  tree.promote(node);
  save();
  show();
});
$("delete").addEventListener("click", () => go(tree.remove(node)));
$("comment").addEventListener("input", () => {
  node.comment = $("comment").value;
  save();
  showTree();
});
$("partback").addEventListener("click", () => {
  if (board.selection.cells.length) board.back();
  else {
    chosen.delete([...chosen.keys()].at(-1));
    offer();
  }
});
$("flip").addEventListener("click", () => {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", String(flipped));
  redraw();
});

// redraw draws the position again; the evaluation goes on.
async function redraw() {
  try {
    const answer = await post("/position", { ...place(), as: eyes, flip: flipped });
    pos.svg = answer.svg;
    board.show(pos.svg, { glide: false });
    board.setEnding(pos.ending);
    board.setAttacked(pos.attacked);
    offer();
  } catch (err) {
    toast(err.message);
    if (eyes) see("");
  }
}

// The analysis is kept in this browser, and can leave it as a file or an address.
const storeKey = () => "analysis." + (ref.match ?? about.game.hash);
function save() {
  if (!about || tree.root.children.length === 0) return;
  keep.set(storeKey(), JSON.stringify({ tree, at: tree.steps(node) }));
}

const written = () => JSON.stringify({ format: "ludex-analysis", version: 1, game: about.ref, match: about.fromPosition ? ref.match : undefined, at: tree.steps(node), tree });

$("export").addEventListener("click", () => {
  const link = el("a", { href: URL.createObjectURL(new Blob([written()], { type: "application/json" })), download: about.game.name + "-analysis.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
$("import").addEventListener("change", async (e) => {
  const [file] = e.target.files;
  e.target.value = "";
  if (!file) return;
  try {
    if (file.size > 4 << 20) throw new Error("The file is too large.");
    await open(read(await file.text()));
  } catch (err) {
    toast(err.message);
  }
});
$("link").addEventListener("click", async () => {
  const address = new URL("/analysis", location.href);
  address.hash = "a=" + (await pack(written()));
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address.href);
    toast("The address of this analysis has been copied.");
  } catch {
    toast("The address of this page now has the whole analysis in it.");
  }
});

// read reads an analysis that was written here or elsewhere.
function read(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("This is no analysis.");
  }
  if (data?.format !== "ludex-analysis" || data.version !== 1 || typeof data.game !== "object") throw new Error("This is no analysis.");
  const wanted = data.match ? { match: String(data.match) } : { game: String(data.game.game ?? ""), ...(data.game.text ? { text: String(data.game.text) } : {}), ...(data.game.board ? { board: String(data.game.board) } : {}) };
  return { ref: wanted, tree: data.tree ? Tree.read(data.tree) : null, at: String(data.at ?? "") };
}

// Mistakes of a whole line.
$("review").addEventListener("click", () => {
  const line = tree.line(node);
  if (line.length === 0) return;
  $("review").disabled = true;
  runJob({ kind: "review", ...ref, step: undefined, moves: line.map((n) => n.step).join(";") }, $("job"), (job) => {
    $("review").disabled = false;
    const r = job.result?.review;
    if (!r) return;
    $("job").replaceChildren();
    [tree.root, ...line].forEach((n, i) => {
      if (!r.values[i]) return;
      n.values = [];
      r.roles.forEach((role, k) => { n.values[about.seats.findIndex((s) => s.role === role)] = r.values[i][k]; });
    });
    line.forEach((n, i) => { n.note = r.notes[i]; });
    showTree();
    showValues();
  });
});

// Playing on.
$("play").addEventListener("submit", async (e) => {
  e.preventDefault();
  const data = new FormData(e.target);
  const error = e.target.querySelector(".error");
  error.hidden = true;
  try {
    const table = await post("/tables", { ...about.ref, moves: tree.steps(node), role: data.get("role"), opponents: { "": data.get("level") || "auto" }, clockMs: 2000 });
    location.assign("/table/" + table.id);
  } catch (err) {
    error.textContent = err.message;
    error.hidden = false;
  }
});

// Why a move is legal.
$("whyform").addEventListener("submit", async (e) => {
  e.preventDefault();
  const data = new FormData(e.target);
  const other = data.get("other").trim();
  let [role, move] = data.get("move") ? JSON.parse(data.get("move")) : [pos.choices[0] ? roleName(pos.choices[0].role) : about.seats[0].role, ""];
  if (other) move = other;
  const at = node;
  $("nowhy").hidden = true;
  try {
    const answer = await post("/explain", { ...place(), role, move });
    if (at === node) showExplanation(answer);
  } catch (err) {
    hideExplanation();
    $("nowhy").textContent = err.message;
    $("nowhy").hidden = false;
  }
});

// What roles know.
function see(role) {
  eyes = role;
  for (const input of $("eyes").querySelectorAll("input")) input.checked = input.value === role;
  redraw();
  showKnown();
}

async function showKnown() {
  const box = $("knows");
  const at = node;
  if (!eyes) {
    box.replaceChildren(el("p", { class: "muted small", textContent: "You see everything. Choose a role to see what it knows." }));
    return;
  }
  try {
    const r = await post("/known", { ...place(), role: eyes });
    if (at !== node || r.role !== eyes) return;
    box.replaceChildren(
      el("p", { class: "small", textContent: r.why ? `It is not known what ${r.role} knows: ${r.why}.` : `${r.developments} ${r.developments === "1" ? "play" : "plays"} and ${r.states} ${r.states === 1 ? "state" : "states"} possible` }),
      r.percepts.length ? el("p", { class: "small muted", textContent: "last saw " + r.percepts.join(", ") }) : null,
      el("details", {}, el("summary", { class: "small", textContent: r.facts.length === 1 ? "1 fact is certain" : `${r.facts.length} facts are certain` }), el("ul", { class: "facts" }, ...r.facts.map((f) => el("li", { textContent: f })))));
  } catch (err) {
    box.replaceChildren(el("p", { class: "muted small", textContent: err.message }));
  }
}

$("ask").addEventListener("submit", async (e) => {
  e.preventDefault();
  const box = $("answer");
  box.hidden = false;
  box.textContent = "thinking …";
  try {
    box.textContent = (await post("/knowledge", { ...place(), formula: e.target.elements.formula.value })).text;
  } catch (err) {
    box.textContent = err.message;
  }
});

// start returns what the address of the page names.
async function start() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.get("a")) {
    let text;
    try {
      text = await unpack(hash.get("a"));
    } catch {
      throw new Error("The analysis in this address cannot be read.");
    }
    return read(text);
  }
  if (hash.get("text")) {
    const own = { game: hash.get("name") ?? "game", text: await unpack(hash.get("text")) };
    if (hash.get("board")) own.board = await unpack(hash.get("board"));
    return { ref: own, tree: null, at: hash.get("moves") ?? "" };
  }
  const query = new URLSearchParams(location.search);
  if (query.get("match")) return { ref: { match: query.get("match") }, tree: null, step: query.has("step") ? Number(query.get("step")) : undefined };
  if (query.get("game")) return { ref: { game: query.get("game") }, tree: null, at: query.get("moves") ?? "" };
  throw new Error("Choose a game, and open its analysis board there.");
}

// open shows an analysis.
async function open(wanted) {
  stopLive?.();
  const first = await post("/position", { ...wanted.ref, moves: wanted.tree || wanted.ref.match ? "" : wanted.at ?? "", about: true });
  ref = wanted.ref;
  about = first.about;
  eyes = "";
  tree = wanted.tree ?? new Tree();
  let at = wanted.at ?? "";
  if (!wanted.tree) {
    const kept = keep.get(storeKey());
    try {
      if (kept) {
        const data = JSON.parse(kept);
        tree = Tree.read(data.tree);
        if (!at && wanted.step === undefined && !about.line.length) at = data.at;
      }
    } catch { tree = new Tree(); }
    let n = tree.root;
    about.line.forEach((s, i) => {
      n = tree.add(n, s.step, s.text);
      if (wanted.step === undefined ? !wanted.ref.match : i + 1 === wanted.step) at = tree.steps(n);
    });
  }
  $("title").textContent = about.game.title;
  document.title = `${about.game.title}, analysis · Ludex`;
  const roles = about.seats.filter((s) => !s.chance);
  $("play").elements.role.replaceChildren(...roles.map((s) => el("option", { textContent: s.role })));
  $("play").elements.level.replaceChildren(el("option", { value: "auto", textContent: "As strong as it can" }), ...about.levels.levels.map((l) => el("option", { value: l.player, textContent: l.title })));
  $("eyesbox").hidden = !about.game.hidden;
  const choice = (value, text) => el("label", { class: "choice" }, el("input", { type: "radio", name: "eyes", value, checked: value === "", onchange: () => see(value) }), el("span", { textContent: text }));
  $("eyes").replaceChildren(choice("", "everything"), ...roles.map((s) => choice(s.role, s.role)));
  $("ask").elements.formula.placeholder = `knows(${roles[0]?.role ?? "role"}, …)`;
  const find = (steps) => {
    let n = tree.root;
    for (const s of steps ? steps.split(";") : []) n = n.children.find((c) => c.step === s) ?? n;
    return n;
  };
  await go(find(at));
}

try {
  await open(await start());
} catch (err) {
  $("turn").textContent = err.message;
}
addEventListener("pagehide", () => stopLive?.());
