// A game of a person.
import { $, el, events, picture, post, toast } from "./api.js";
import { BoardView } from "./board.js";

const root = $("table");
const id = root.dataset.id;
let view = JSON.parse(root.dataset.view);
let drawn = null; // the position that is shown
let flipped = false;
let sending = false;
let live = null; // the connection of a game in real time

const board = new BoardView($("board"), {
  onMove: (m) => move(m),
  onChoice: (list) => {
    $("picked").textContent = "Several moves begin like this: choose one of the list.";
    listMoves(list);
  },
  onPick: (cells, list) => {
    $("picked").textContent = cells.length ? `${cells.length} picked, ${list.length} moves go on from there.` : "";
    listMoves(cells.length ? list : view.moves);
  },
});

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
    live?.send(JSON.stringify({ type: "move", move: m.text }));
    return;
  }
  board.setMoves([]);
  act("move", { number: m.number, step: view.step }).then(() => board.setMoves(view.moves));
}

function gone() {
  $("turn").textContent = "This table has been closed.";
  board.setMoves([]);
  $("moves").replaceChildren();
}

// show updates the page from a view of the server.
function show(next) {
  if (next.version < view.version) return; // something newer was here already
  const before = view;
  view = next;
  const turn = $("turn");
  turn.textContent = sentence(view.turn);
  turn.className = "turn" + (view.phase === "yours" ? " yours" : "") + (view.result ? " " + view.result.verdict : "");
  showSeats();
  showButtons();
  showResult();
  showHint();
  showKnown();
  if (before.step !== view.step || before.number !== view.number || before.phase !== view.phase || before.moves.length !== view.moves.length || before.hint?.move !== view.hint?.move || !$("moves").firstChild) listMoves(view.moves);
  showHistory();
  $("notices").textContent = view.notices.join(" ");
  if (view.position !== drawn) draw();
  else setMoves();
}

// setMoves keeps the selection of the person unless the moves have changed.
let offered = "";
function setMoves() {
  const key = JSON.stringify(view.moves.map((m) => m.text)) + view.step;
  if (key !== offered) {
    offered = key;
    board.setMoves(view.moves);
    $("picked").textContent = "";
  }
  board.setBest(view.moves.find((m) => m.number === view.hint?.move) ?? null);
}

async function draw() {
  const wanted = view.position;
  drawn = wanted;
  try {
    const text = await picture(`/tables/${id}/board.svg?flip=${flipped ? 1 : 0}&p=${wanted}`);
    if (drawn !== wanted) return;
    board.show(text);
  } catch (err) {
    $("board").textContent = "";
    toast(err.message);
  }
  offered = "";
  setMoves();
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function showSeats() {
  const values = view.evaluation?.values;
  $("seats").replaceChildren(...view.seats.map((s, i) =>
    el("li", {}, el("span", { class: "dot r" + i }), el("b", { textContent: s.role }),
      el("span", { class: "muted", textContent: s.you ? "you" : s.player }),
      values && !s.chance ? el("span", { class: "value", textContent: values[i].toFixed(0) + (view.evaluation.exact[i] ? " proved" : "") }) : null)));
  const bar = $("evalbar");
  bar.hidden = !view.evaluating || !values;
  if (values) {
    bar.replaceChildren(...view.seats.map((s, i) => {
      const part = el("span", { class: "r" + i });
      part.style.flexGrow = s.chance ? 0 : Math.max(values[i], 0.5);
      return part;
    }));
  }
}

function showButtons() {
  const over = view.phase === "over";
  const timed = Boolean(view.time);
  $("start").hidden = view.phase !== "ready";
  $("hint").hidden = timed || over;
  $("hint").disabled = !view.canHint || (view.hint?.thinking ?? false);
  $("undo").hidden = timed || view.game.hidden;
  $("undo").disabled = !view.canUndo;
  $("evaluate").hidden = timed || over;
  $("evaluate").setAttribute("aria-pressed", String(view.evaluating));
  $("flip").hidden = !view.grid;
  $("resign").hidden = over || view.phase === "ready";
  $("rematch").hidden = !over;
  $("swap").hidden = !over || !view.canSwap;
}

function showResult() {
  const box = $("result");
  box.hidden = !view.result;
  if (!view.result) return;
  box.className = "result panel " + view.result.verdict;
  const words = { win: "You win.", loss: "You lose.", draw: "A draw.", none: "The game is over." };
  const goals = view.result.goals?.length ? view.seats.map((s, i) => s.chance ? null : `${s.role} ${view.result.goals[i]}`).filter(Boolean).join(", ") : sentence(view.result.text);
  box.replaceChildren(el("div", { textContent: words[view.result.verdict] }), el("div", { class: "small", textContent: goals }),
    view.record ? el("div", { class: "small" }, el("a", { href: "/watch/" + encodeURIComponent(view.record), textContent: "Look at the game again" })) : null);
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
  const { states, facts, why } = view.known;
  $("known").textContent = why ? `What you know cannot be listed: ${why}.`
    : states === 0 ? "Working out what you know …"
      : states === 1 ? "You know everything: one state is possible." : `${states} states are possible. These facts are certain:`;
  $("knownfacts").replaceChildren(...facts.map((f) => el("li", { textContent: f })));
}

const filter = $("movefilter");
let listed = [];
const mostListed = 200;

// listMoves shows moves as buttons.
function listMoves(list) {
  listed = list;
  filter.hidden = view.moves.length < 12;
  $("movesbox").hidden = view.phase === "over" || view.phase === "ready";
  const word = filter.hidden ? "" : filter.value.toLowerCase();
  const shown = list.filter((m) => m.text.toLowerCase().includes(word));
  $("movecount").textContent = list.length ? String(list.length) : view.phase === "others" ? "wait" : "none";
  $("moves").replaceChildren(...shown.slice(0, mostListed).map((m) =>
    el("li", {}, el("button", { type: "button", class: m.number === view.hint?.move ? "best" : "", textContent: m.text, onclick: () => move(m) }))));
  if (shown.length > mostListed) $("moves").append(el("li", { class: "muted small", textContent: `and ${shown.length - mostListed} more: search, or use the board` }));
}

let historyKey = "";
function showHistory() {
  const key = view.number + ":" + view.history.length + ":" + (view.history.at(-1) ?? "");
  if (key === historyKey) return;
  historyKey = key;
  const list = $("history");
  list.replaceChildren(...view.history.map((text) => el("li", {}, el("span", { textContent: text }))));
  list.scrollTop = list.scrollHeight;
  $("nohistory").hidden = view.history.length > 0;
}

filter.addEventListener("input", () => listMoves(listed));
$("hint").addEventListener("click", () => act("hint"));
$("undo").addEventListener("click", () => act("undo"));
$("evaluate").addEventListener("click", () => act("evaluation", { on: !view.evaluating }));
$("resign").addEventListener("click", () => act("resign"));
$("rematch").addEventListener("click", () => act("rematch"));
$("swap").addEventListener("click", () => act("rematch", { swap: true }));
$("start").addEventListener("click", () => act("start"));
$("flip").addEventListener("click", () => {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", String(flipped));
  draw();
});

// A real-time game has a connection of its own, which measures the latency and sets the
// clock.
function connect() {
  const url = new URL(`/api/v1/tables/${id}/live`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  live = new WebSocket(url);
  let ping = 0;
  live.addEventListener("open", () => {
    const send = () => live.readyState === WebSocket.OPEN && live.send(JSON.stringify({ type: "ping", sent: performance.now() }));
    send();
    ping = setInterval(send, 1000);
  });
  live.addEventListener("message", (e) => {
    const m = JSON.parse(e.data);
    if (m.type === "pong") {
      const trip = performance.now() - m.sent;
      clock.lag = clock.lag === null ? trip : 0.7 * clock.lag + 0.3 * trip;
      $("lag").textContent = `lag ${Math.max(clock.lag, 0.1).toFixed(clock.lag < 10 ? 1 : 0)} ms`;
    }
    set(m);
    if (m.type === "view") show(m.view);
    if (m.type === "error") toast(m.detail);
  });
  live.addEventListener("close", () => {
    clearInterval(ping);
    $("lag").textContent = "connecting …";
    setTimeout(connect, 1000);
  });
}

const clock = { base: 0, at: 0, running: false, lag: null };

function set(m) {
  clock.base = m.now + (m.running ? (clock.lag ?? 0) / 2000 / view.time.unit : 0);
  clock.at = performance.now();
  clock.running = m.running;
}

function tick() {
  const now = clock.base + (clock.running ? (performance.now() - clock.at) / 1000 / view.time.unit : 0);
  const due = view.time.due && clock.running ? ` / ${view.time.due.toFixed(2)}` : "";
  $("clock").textContent = now.toFixed(2) + due;
  requestAnimationFrame(tick);
}

view.version--; // what the page came with counts as news
show({ ...view, version: view.version + 1 });
if (view.time) {
  $("clockbar").hidden = false;
  connect();
  tick();
} else {
  events(`/tables/${id}/events`, { view: show, end: gone, broken: gone });
}
