// A match, live or recorded, step by step.
import { $, el, events, get, picture, post, remove, toast } from "./api.js";
import { BoardView } from "./board.js";
import { graph } from "./graph.js";
import { runJob } from "./job.js";

const root = $("replay");
const match = JSON.parse(root.dataset.match);
const texts = JSON.parse(root.dataset.texts);
const times = JSON.parse(root.dataset.times);
const timed = root.dataset.timed === "true";
const hidden = root.dataset.hidden === "true";
const base = "/matches/" + encodeURIComponent(match.id);
const board = new BoardView($("board"));

let at = match.status === "running" ? texts.length - 1 : 0;
let eyes = "";
let playing = 0;
let following = match.status === "running"; // shows each new step
let values = null;
let notes = [];

// Seats have the colours of their pieces.
for (const dot of document.querySelectorAll(".seats .dot[data-color]")) {
  dot.style.background = dot.dataset.color;
  if (dot.dataset.word) dot.style.background = dot.dataset.word; // stays if that is no colour
}

function state() {
  const s = { running: "Being played", completed: "Over", aborted: "Stopped" }[match.status] ?? match.status;
  const parts = [match.reason && match.status === "aborted" ? `${s}: ${match.reason}` : s];
  if (match.fromPosition) parts.push("it did not begin with the initial state");
  if (match.unseeded) parts.push("what chance did is not proved");
  $("state").textContent = parts.join("; ");
  $("stop").hidden = !match.live;
}

function showSteps() {
  $("at").max = texts.length - 1;
  $("steps").replaceChildren(...texts.slice(1).map((text, i) => {
    const item = el("li", { class: "clickable", onclick: () => go(i + 1) }, el("span", { textContent: (times[i + 1] ? times[i + 1] + "  " : "") + text }));
    if (notes[i]) item.append(el("span", { class: "bad", textContent: notes[i] }));
    return item;
  }));
}

let drawing = 0;
async function show() {
  const step = at;
  $("at").value = step;
  $("what").textContent = step === 0 ? "The beginning" : `${step}. ${timed && times[step] ? "at " + times[step] + ": " : ""}${texts[step]}`;
  for (const [i, item] of [...$("steps").children].entries()) {
    if (i === step - 1) {
      item.setAttribute("aria-current", "step");
      const list = $("steps");
      if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    } else item.removeAttribute("aria-current");
  }
  $("back").disabled = $("first").disabled = step === 0;
  $("next").disabled = $("last").disabled = step === texts.length - 1;
  if ($("explore")) $("explore").href = `/analysis?match=${encodeURIComponent(match.id)}&step=${step}`;
  showGraph();
  const number = ++drawing;
  try {
    const text = await picture(`${base}/steps/${step}/board.svg?role=${encodeURIComponent(eyes)}`);
    if (number === drawing) board.addCaptions(board.show(text));
  } catch (err) {
    if (number === drawing) toast(err.message);
  }
  if (number === drawing && $("knows")) showKnowledge(step);
}

function go(step) {
  const next = Math.max(0, Math.min(step, texts.length - 1));
  following = match.status === "running" && next === texts.length - 1;
  at = next;
  show();
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  $("play").classList.remove("on");
  $("play").setAttribute("aria-label", "Play");
}

function run() {
  if (at >= texts.length - 1) at = -1;
  $("play").classList.add("on");
  $("play").setAttribute("aria-label", "Pause");
  const next = () => {
    go(at + 1);
    playing = at < texts.length - 1 ? setTimeout(next, Number($("speed").value)) : 0;
    if (!playing) pause();
  };
  next();
}

$("first").addEventListener("click", () => { pause(); go(0); });
$("back").addEventListener("click", () => { pause(); go(at - 1); });
$("next").addEventListener("click", () => { pause(); go(at + 1); });
$("last").addEventListener("click", () => { pause(); go(texts.length - 1); });
$("play").addEventListener("click", () => (playing ? pause() : run()));
$("at").addEventListener("input", () => { pause(); go(Number($("at").value)); });
document.addEventListener("keydown", (e) => {
  if (e.target.closest("input, select, textarea, button, a")) return;
  const key = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[e.key];
  if (!key) return;
  e.preventDefault();
  $(key).click();
});
$("eyes")?.addEventListener("change", (e) => {
  eyes = e.target.value;
  show();
});
$("stop").addEventListener("click", async () => {
  try {
    await remove(base);
  } catch (err) {
    toast(err.message);
  }
});

// The knowledge of the roles.
async function showKnowledge(step) {
  const box = $("knows");
  if (!hidden) {
    box.replaceChildren(el("p", { class: "muted small", textContent: "Everybody sees everything in this game. Formulas can be asked all the same." }));
    return;
  }
  let answer;
  try {
    answer = await get(`${base}/steps/${step}/knowledge`);
  } catch (err) {
    box.replaceChildren(el("p", { class: "muted small", textContent: err.message }));
    return;
  }
  if (step !== at) return;
  box.replaceChildren(...answer.roles.map((r) => el("div", { class: "knower" },
    el("h3", { textContent: r.role }),
    el("p", { class: "small", textContent: r.why ? `It is not known what ${r.role} knows: ${r.why}.` : `${r.developments} ${r.developments === "1" ? "play" : "plays"} and ${r.states} ${r.states === 1 ? "state" : "states"} possible` }),
    r.percepts.length ? el("p", { class: "small muted", textContent: "last saw " + r.percepts.join(", ") }) : null,
    el("details", {}, el("summary", { class: "small", textContent: r.facts.length === 1 ? "1 fact is certain" : `${r.facts.length} facts are certain` }), el("ul", { class: "facts" }, ...r.facts.map((f) => el("li", { textContent: f })))))));
}

$("ask")?.addEventListener("submit", async (e) => {
  e.preventDefault();
  const box = $("answer");
  box.hidden = false;
  box.textContent = "thinking …";
  try {
    const a = await post("/knowledge", { match: match.id, step: at, formula: e.target.elements.formula.value });
    box.textContent = a.text;
  } catch (err) {
    box.textContent = err.message;
  }
});

// The values of the positions.
function showGraph() {
  if ($("graph") && values) $("graph").replaceChildren(graph(values.values, at, go));
}

$("review")?.addEventListener("click", () => {
  $("review").disabled = true;
  runJob({ kind: "review", match: match.id }, $("analysis"), (job) => {
    $("review").disabled = false;
    if (job.result?.review) {
      values = job.result.review;
      notes = values.notes;
      $("analysis").replaceChildren();
      showSteps();
      show();
    }
  });
});

state();
showSteps();
show();
if (match.live) {
  events(base + "/events", {
    step: (s) => {
      if (s.step < texts.length) return; // it came with the page
      texts[s.step] = s.text;
      showSteps();
      if (following) go(texts.length - 1);
      else $("next").disabled = $("last").disabled = at === texts.length - 1;
    },
    over: (s) => {
      match.status = s.status;
      match.reason = s.reason;
      match.live = false;
      state();
      if (s.goals) $("state").textContent += ": " + s.goals.map((g, i) => (g === null ? null : `${match.roles[i]} ${g}`)).filter(Boolean).join(", ");
      show();
    },
  });
}
