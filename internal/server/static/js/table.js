// A game of a person.
import { $, el, events, get, picture, post, toast } from "./api.js";
import { BoardView, frame, size } from "./board.js";
import { beginSeats, endSeats, seatClock, seatText, setUpChat, showChat, showInvitations, showOffer } from "./people.js";
import { RealTime } from "./realtime.js";
import { showRules } from "./rules.js";
import { Selection } from "./selection.js";
import { showWords } from "./words.js";

const root = $("table");
const id = root.dataset.id;
let view = JSON.parse(root.dataset.view);
let drawn = null; // the position that is shown
let asked = null; // the position whose picture was asked for last
let sending = false;
let live = null; // the connection of a game in real time

// Settings are remembered in the browser.
const keep = {
  get(key) { try { return localStorage.getItem("ludex." + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem("ludex." + key, value); } catch { /* private windows */ } },
};

// The own side is at the bottom, unless the person has turned the board.
// People who share a screen, or look on, see the board as it is drawn.
const shared = () => view.watching || view.roles?.length > 1;
const turnKey = () => `turned.${view.game.name}.${shared() ? "" : view.role}`;
const isTurned = () => (keep.get(turnKey()) ?? (view.turned && !shared() ? "1" : "0")) === "1";

const board = new BoardView($("board"), {
  onMove: (m) => move(m),
  onPick: (selection, choices) => {
    $("picked").textContent = asking(selection, choices);
    $("partback").hidden = selection.cells.length === 0;
    listMoves(selection.cells.length ? selection.list.map((c) => c.move) : view.moves);
  },
  onPremove: (cells) => {
    $("picked").textContent = cells.length === 2 ? `Your next move, if it is possible then: ${cells.map((c) => board.name(c)).join(" → ")}.` : "";
    $("partback").hidden = cells.length === 0;
  },
});

// asking says what is still to be chosen.
function asking(selection, choices) {
  const n = selection.list.length;
  if (selection.cells.length === 0) return "";
  const so = selection.cells.map((c) => board.name(c)).join(" → ");
  if (choices.length === n) return `${so}: which move? Choose one on the board.`;
  if (choices.length) return `${so}: choose on the board, or touch the next cell.`;
  if (selection.telling().size) return `${so}: touch one of the marked cells, too.`;
  return `${so}: touch where to. ${n === 1 ? "1 move goes" : `${n} moves go`} on from there.`;
}

async function act(kind, body = {}) {
  if (sending) return;
  sending = true;
  try {
    show(await post(`/tables/${id}/${kind}`, body));
  } catch (err) {
    toast(err.message);
    if (err.status === 410 || err.status === 404) gone();
  } finally {
    sending = false;
  }
}

function move(m) {
  if (view.time) {
    live?.send(m.text);
    return;
  }
  board.setMoves([]);
  act("move", { number: m.number, step: view.step }).then(() => {
    if (pending) return; // the moves come with the picture
    offered = "";
    setMoves();
  });
}

function gone() {
  $("turn").textContent = "This table has been closed.";
  board.setMoves([]);
  $("moves").replaceChildren();
  $("actions").replaceChildren();
}

// show updates the page from a view of the server, together with the picture of its position:
// a click never falls on a picture of the past. A game in real time does not wait.
let pending = null; // the newest view, while its picture is on the way
function show(next) {
  if (next.version < (pending ?? view).version) return; // something newer was here already
  if (drawn === null || next.time) {
    apply(next);
    if (next.position !== asked) draw();
  } else if (pending?.position === next.position) pending = next;
  else if (next.position === drawn) {
    pending = null;
    asked = drawn; // a picture on the way is not needed any more
    apply(next);
  } else {
    pending = next;
    draw();
  }
}

// apply shows all of a view but the picture.
function apply(next) {
  const before = view;
  view = next;
  const turn = $("turn");
  if (!away) turn.textContent = sentence(view.turn);
  turn.className = "turn" + (view.phase === "yours" ? " yours" : "") + (view.result ? " " + view.result.verdict : "");
  showSeats();
  showInvitations(view);
  showOffer(view, act);
  showChat(view);
  showButtons();
  showResult();
  showHint();
  showKnown();
  if (before.step !== view.step || before.number !== view.number || before.phase !== view.phase || before.moves.length !== view.moves.length || before.hint?.move !== view.hint?.move || !$("moves").firstChild) listMoves(view.moves);
  showHistory();
  live?.changed();
  $("notices").textContent = view.notices.join(" ");
  if (view.position === drawn) setMoves();
}

// setMoves keeps the selection of the person unless the moves have changed. A move that
// was made in advance is made now, if it is one.
let offered = "";
function setMoves() {
  const key = JSON.stringify(view.moves.map((m) => m.text)) + view.step;
  if (key !== offered) {
    offered = key;
    const premove = board.premove;
    board.setMoves(view.moves);
    board.allowPremoves(view.phase === "others" && view.grid && !view.time ? "p" + view.seats.findIndex((s) => s.you) : null);
    $("picked").textContent = "";
    $("partback").hidden = true;
    if (view.phase === "yours" && premove.length === 2) {
      const chosen = new Selection(view.moves);
      if (!chosen.touch(premove[0]) && chosen.cells.length) {
        const m = chosen.touch(premove[1]);
        if (m) move(m);
      }
    }
  }
  showThreats();
  showAttacked();
  board.setBest(view.moves.find((m) => m.number === view.hint?.move) ?? null);
  board.setEnding(view.result?.cells ?? []);
}

// showAttacked marks pieces that no move may leave attacked, and says so, if the person wants to
// know.
function showAttacked() {
  const list = keep.get("threats") === "0" ? [] : view.attacked ?? [];
  board.setAttacked(list);
  $("attacked").textContent = list.map((a) => `The ${a.name} is attacked${view.phase === "yours" ? ": your move must end that" : ""}.`).join(" ");
}

// showThreats says which moves of others would end the game, if the person wants to know.
let threatsOf = "";
async function showThreats() {
  const wanted = keep.get("threats") !== "0" && view.phase === "yours" && view.grid && !view.time && !view.game.hidden;
  const key = wanted ? `${view.number}:${view.step}:${view.role}` : "";
  if (key === threatsOf) return;
  threatsOf = key;
  let list = [];
  if (wanted) {
    try {
      list = (await get(`/tables/${id}/threats`)).threats;
    } catch { /* the board is complete without */ }
  }
  if (key !== threatsOf) return;
  board.setThreats(list);
  $("threat").textContent = list.length ? `Careful: ${list.map((t) => `${t.role} threatens ${t.name}`).join(", ")}, which would end the game.` : "";
}

// draw shows the picture of the newest position, and then the view that waits for it. A picture
// that is there already stays, so that a click in this moment is not lost.
let shown = "";
async function draw(glide = true) {
  const wanted = (pending ?? view).position;
  asked = wanted;
  $("flip").setAttribute("aria-pressed", String(isTurned()));
  try {
    const text = await picture(`/tables/${id}/board.svg?flip=${isTurned() ? 1 : 0}&p=${wanted}`);
    if (asked !== wanted) return;
    if (text !== shown) {
      shown = text;
      const captions = board.show(text, { glide, duration: live?.glide() });
      if (view.grid) showFacts(captions);
      else board.addCaptions(captions);
    }
  } catch (err) {
    if (asked !== wanted) return;
    shown = "";
    $("board").textContent = "";
    toast(err.message);
  }
  drawn = wanted;
  offered = "";
  const next = pending ?? view;
  pending = null;
  apply(next);
}

// showFacts puts what is written below a board into the panel for authors.
function showFacts(captions) {
  const host = $("facts");
  host.shadowRoot ?? host.attachShadow({ mode: "open" });
  host.shadowRoot.adoptedStyleSheets = [...board.root.adoptedStyleSheets];
  host.shadowRoot.replaceChildren(...(captions ? [captions] : []));
  $("authors").hidden = !captions && !view.known?.facts.length;
  if (captions && $("authors").open) {
    frame(captions, 4);
    size(captions, 1);
  }
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// paint gives an element the colour of a seat's pieces.
function paint(node, seat) {
  node.style.background = seat.color;
  if (seat.word) node.style.background = seat.word; // stays if that is no colour
  return node;
}

function showSeats() {
  const values = view.evaluation?.values;
  const counted = view.seats.filter((s) => s.pieces || s.lost).length > 1;
  beginSeats(view);
  $("seats").replaceChildren(...view.seats.map((s, i) =>
    el("li", {}, paint(el("span", { class: "dot r" + i }), s), el("b", { textContent: s.role }), seatText(s), seatClock(s),
      counted ? el("span", { class: "muted small", textContent: `${s.pieces} on the board${s.lost ? `, ${s.lost} lost` : ""}` }) : null,
      s.taken?.length ? board.row(s.taken) : null,
      values && values[i] !== null && !s.chance ? el("span", { class: "value", textContent: values[i].toFixed(0) + (view.evaluation.exact[i] ? " proved" : "") }) : null)));
  endSeats();
  const bar = $("evalbar");
  bar.hidden = !view.evaluating || !values;
  if (values) {
    bar.replaceChildren(...view.seats.map((s, i) => {
      const part = paint(el("span", { class: "r" + i }), s);
      part.style.flexGrow = s.chance || values[i] === null ? 0 : Math.max(values[i], 0.5);
      return part;
    }));
  }
}

function showButtons() {
  const over = view.phase === "over";
  const timed = Boolean(view.time);
  $("start").hidden = view.phase !== "ready";
  const alone = timed || Boolean(view.alone);
  const seated = !view.watching;
  $("hint").hidden = timed || over || !alone;
  $("hint").disabled = !view.canHint || (view.hint?.thinking ?? false);
  $("undo").hidden = timed || view.game.hidden || !seated;
  $("undo").textContent = alone ? "Take back" : "Ask to take back";
  $("draw").hidden = over || !view.canDraw;
  $("draw").disabled = Boolean(view.offer);
  $("undo").disabled = !view.canUndo;
  $("evaluate").hidden = timed || over || !alone;
  $("evaluate").setAttribute("aria-pressed", String(view.evaluating));
  $("flip").hidden = !view.grid;
  $("threats").hidden = timed || !view.grid || view.game.hidden || !seated || view.seats.filter((s) => !s.chance).length < 2;
  $("resign").hidden = over || view.phase === "ready" || view.phase === "waiting" || !seated;
  $("rematch").hidden = !over || !seated;
  $("rematch").disabled = Boolean(view.offer);
  $("swap").hidden = !over || !view.canSwap || !seated;
  $("swap").disabled = Boolean(view.offer);
}

function showResult() {
  const box = $("result");
  box.hidden = !view.result;
  if (!view.result) return;
  box.className = "result panel " + view.result.verdict;
  const words = { win: "You win.", loss: "You lose.", draw: "A draw.", none: "The game is over." };
  if (shared()) words.win = words.loss = words.none;
  const goals = view.result.goals?.length ? view.seats.map((s, i) => s.chance ? null : `${s.role} ${view.result.goals[i]}`).filter(Boolean).join(", ") : sentence(view.result.text);
  const parts = [el("div", { textContent: words[view.result.verdict] }), el("div", { class: "small", textContent: goals })];
  if (view.record) { // a page without a server has none
    const links = [el("a", { href: "/watch/" + encodeURIComponent(view.record), textContent: "Look at the game again" })];
    if (!view.time) links.push(" · ", el("a", { href: "/analysis?match=" + encodeURIComponent(view.record), textContent: "Analyse it" }));
    parts.push(el("div", { class: "small" }, ...links));
  }
  box.replaceChildren(...parts);
}

function showHint() {
  const box = $("hintbox");
  box.hidden = !view.hint;
  if (!view.hint) return;
  const lines = view.hint.error ? [view.hint.error] : view.hint.lines ?? [];
  box.replaceChildren(...lines.map((text) => el("p", { textContent: text })));
  if (view.hint.thinking || lines.length === 0) box.append(el("p", { class: "muted", textContent: "thinking …" }));
}

function showKnown() {
  $("knownbox").hidden = !view.known;
  if (!view.known) return;
  const { states, facts, words, why } = view.known;
  $("known").textContent = why ? `What you know cannot be listed: ${why}.`
    : states === 0 ? "Working out what you know …"
      : states === 1 ? "You know everything: one state is possible." : `${states} states are possible.`;
  $("certain").hidden = words.length === 0;
  const list = (id, texts) => $(id).replaceChildren(...texts.map((f) => el("li", { textContent: f })));
  list("knownwords", words);
  list("knownfacts", facts);
  $("authors").hidden &&= facts.length === 0;
}

const filter = $("movefilter");
let listed = [];
const mostListed = 200;

// listMoves shows moves without cells as buttons beside the board, and all moves in a list.
function listMoves(list) {
  listed = list;
  const idle = view.phase === "over" || view.phase === "ready" || view.phase === "waiting" || view.watching;
  const words = view.moves.filter((m) => !m.cells?.length);
  showWords($("actions"), words, { best: view.hint?.move, onMove: move });
  $("actions").hidden = idle || words.length === 0;
  const box = $("movesbox");
  box.hidden = idle || words.length === view.moves.length;
  filter.hidden = view.moves.length < 12;
  const word = filter.hidden ? "" : filter.value.toLowerCase();
  const shown = list.filter((m) => m.name.toLowerCase().includes(word) || m.text.toLowerCase().includes(word));
  $("movecount").textContent = list.length ? String(list.length) : "";
  $("moves").replaceChildren(...shown.slice(0, mostListed).map((m) =>
    el("li", {}, el("button", { type: "button", class: m.number === view.hint?.move ? "best" : "", title: m.text, textContent: m.name, onclick: () => move(m) }))));
  if (shown.length > mostListed) $("moves").append(el("li", { class: "muted small", textContent: `and ${shown.length - mostListed} more: search, or use the board` }));
}

// A short sound for a move, if the person wants that.
let audio = null;
function click() {
  if (keep.get("sound") !== "1") return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = view.phase === "yours" ? 520 : 390;
  loud.gain.setValueAtTime(0.12, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}

let historyKey = "";
function showHistory() {
  const key = view.number + ":" + view.history.length + ":" + (view.history.at(-1) ?? "");
  if (key === historyKey) return;
  if (historyKey && view.history.length) click();
  historyKey = key;
  const list = $("history");
  list.replaceChildren(...view.history.map((text) => el("li", {}, el("span", { textContent: text }))));
  list.scrollTop = list.scrollHeight;
  $("nohistory").hidden = view.history.length > 0;
}

filter.addEventListener("input", () => listMoves(listed));
$("hint").addEventListener("click", () => act("hint"));
$("undo").addEventListener("click", () => act("undo"));
$("draw").addEventListener("click", () => act("draw"));
// A line does not wait for a move that is on its way.
setUpChat(keep, async (text) => show(await post(`/tables/${id}/chat`, { text })));
$("evaluate").addEventListener("click", () => act("evaluation", { on: !view.evaluating }));
$("resign").addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => $("sure").returnValue === "resign" && act("resign"));
$("showrules").addEventListener("click", () => showRules(`/tables/${id}/words`, view.game));
const showSound = () => $("sound").setAttribute("aria-pressed", String(keep.get("sound") === "1"));
$("sound").addEventListener("click", () => {
  keep.set("sound", keep.get("sound") === "1" ? "0" : "1");
  showSound();
  click();
});
showSound();
const showThreatButton = () => $("threats").setAttribute("aria-pressed", String(keep.get("threats") !== "0"));
$("threats").addEventListener("click", () => {
  keep.set("threats", keep.get("threats") === "0" ? "1" : "0");
  showThreatButton();
  showThreats();
  showAttacked();
});
showThreatButton();
$("partback").addEventListener("click", () => board.back());
$("authors").addEventListener("toggle", () => {
  keep.set("authors", $("authors").open ? "1" : "0");
  const captions = $("facts").shadowRoot?.firstElementChild;
  if ($("authors").open && captions) {
    frame(captions, 4);
    size(captions, 1);
  }
});
$("authors").open = keep.get("authors") === "1";
$("rematch").addEventListener("click", () => act("rematch"));
$("swap").addEventListener("click", () => act("rematch", { swap: true }));
$("start").addEventListener("click", () => act("start", live?.request()));
$("flip").addEventListener("click", () => {
  keep.set(turnKey(), isTurned() ? "0" : "1");
  draw(false);
});

// listen follows the table. The server may be away for a while, and another one may go on.
let away = false;
let stream = null;
function listen() {
  stream?.close();
  stream = events(`/tables/${id}/events`, { view: show, end: again, broken: again, away: lost, back: found });
}

function lost() {
  away = true;
  $("turn").textContent = "The connection is lost; trying again …";
}

function found() {
  if (away) $("turn").textContent = sentence(view.turn);
  away = false;
  view.version = 0; // what comes now is the newest
  if (pending) pending.version = 0;
}

// again listens once more, unless the table is gone.
async function again() {
  lost();
  try {
    await get(`/tables/${id}`);
  } catch (err) {
    if (err.status === 404 || err.status === 410) {
      gone();
      return;
    }
  }
  setTimeout(listen, 1000);
}

view.version--; // what the page came with counts as news
show({ ...view, version: view.version + 1 });
if (view.time) {
  live = new RealTime(id, { view: () => view, show, move });
  live.changed();
} else {
  listen();
  window.addEventListener("offline", () => {
    stream?.close();
    lost();
  });
  window.addEventListener("online", listen);
}
