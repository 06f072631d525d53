// The workshop: writing games.
import { $, el, post, get, toast } from "./api.js";
import { BoardView } from "./board.js";
import { render } from "./highlight.js";
import { resultOf, runJob } from "./job.js";
import { pack, unpack } from "./pack.js";

const area = $("text");
const paper = $("highlight");
const gutter = $("gutter");
const name = $("name");
const board = new BoardView($("board"));
let findings = [];
let checked = null; // the text that the findings are about
let asked = 0; // the newest question to the server
let timer = 0;
const largest = 60_000; // longer texts are not coloured while one types

function paint() {
  const text = area.value;
  const marks = findings.filter((d) => d.end > d.start && (d.severity === "error" || d.severity === "warning")).map((d) => [d.start, d.end, d.severity === "error" ? "h-err" : "h-warn"]);
  if (text.length > largest) paper.textContent = text + "\n";
  else render(paper, text, marks);
  const lines = text.split("\n").length;
  const bad = new Map();
  for (const d of findings) if (d.severity === "error" || (d.severity === "warning" && bad.get(d.line) !== "e")) bad.set(d.line, d.severity === "error" ? "e" : "w");
  const parts = [];
  for (let i = 1; i <= lines; i++) {
    parts.push(bad.has(i) ? el("span", { class: bad.get(i), textContent: String(i) }) : String(i), "\n");
  }
  gutter.replaceChildren(...parts);
  scroll();
}

function scroll() {
  paper.scrollTop = gutter.scrollTop = area.scrollTop;
  paper.scrollLeft = area.scrollLeft;
}

// check checks the text shortly after the last key.
function later() {
  clearTimeout(timer);
  timer = setTimeout(check, 250);
}

async function check() {
  const number = ++asked;
  const text = area.value;
  let answer;
  try {
    answer = await post("/check", { name: name.value, text });
  } catch (err) {
    if (number === asked) $("verdict").textContent = err.message;
    return;
  }
  if (number !== asked || text !== area.value) return;
  findings = answer.diagnostics;
  checked = text;
  const verdict = $("verdict");
  verdict.textContent = `${answer.ok ? "Ready to play" : "Not playable yet"}: ${answer.summary}`;
  verdict.className = "turn " + (answer.ok ? "win" : "loss");
  $("play").disabled = $("explore").disabled = !answer.ok;
  for (const b of $("jobs").children) b.disabled = !answer.ok;
  paint();
  problems();
  preview(answer.ok, number);
}

async function preview(ok, number) {
  if (!ok) return; // the last board that could be drawn stays
  try {
    const b = await post("/board", { game: name.value, text: area.value });
    if (number !== asked) return;
    $("noboard").hidden = true;
    $("board").hidden = false;
    board.addCaptions(board.show(b.svg, { glide: false }));
  } catch (err) {
    if (number !== asked) return;
    $("board").hidden = true;
    $("noboard").textContent = err.message;
    $("noboard").hidden = false;
  }
}

function problems() {
  $("noproblems").hidden = findings.length > 0;
  $("problems").replaceChildren(...findings.map((d) => el("li", {},
    el("span", { class: "sev " + d.severity + "-sev", textContent: `${d.severity} ${d.code} ` }),
    d.line ? el("button", { type: "button", class: "place", textContent: `line ${d.line}`, onclick: () => jump(d) }) : null,
    el("div", { textContent: d.message }),
    ...(d.notes ?? []).map((n) => el("p", { class: "note", textContent: n })),
    ...(d.fixes ?? []).map((f) => el("button", { type: "button", class: "fix", textContent: "Fix: " + f.message, onclick: () => mend(f) })))));
}

function jump(d) {
  area.focus();
  area.setSelectionRange(d.start, d.end);
  const line = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (d.line - 6) * line);
}

// mend applies the edits of a fix, from the end so that offsets stay valid. It uses the
// browser's own editing, so that it can be undone.
function mend(fix) {
  if (area.value !== checked) return; // the places are not right any more; new ones are on their way
  area.focus();
  for (const e of [...fix.edits].sort((a, b) => b.start - a.start)) {
    area.setSelectionRange(e.start, e.end);
    const before = area.value;
    const done = e.new === "" ? document.execCommand("delete") : document.execCommand("insertText", false, e.new);
    if (!done || area.value === before) area.setRangeText(e.new, e.start, e.end, "end");
  }
  changed();
}

function changed() {
  findings = []; // places are no longer right
  paint();
  later();
}

area.addEventListener("input", changed);
area.addEventListener("scroll", scroll);
// Tab leaves the editor, so that the keyboard focus is not trapped; Ctrl and ] indents.
area.addEventListener("keydown", (e) => {
  if (e.key === "]" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    document.execCommand("insertText", false, "    ");
  }
});

$("open").addEventListener("change", async () => {
  const wanted = $("open").value;
  if (!wanted) return;
  try {
    const g = await get("/games/" + encodeURIComponent(wanted));
    name.value = g.name;
    area.value = g.text;
    history.replaceState(null, "", "/workshop");
    changed();
  } catch (err) {
    toast(err.message);
  }
  $("open").value = "";
});

$("play").addEventListener("click", async () => {
  try {
    const t = await post("/tables", { game: name.value, text: area.value });
    location.assign("/table/" + t.id);
  } catch (err) {
    toast(err.message);
  }
});

// A game is shared as a URL that contains the compressed text.
const packed = async () => "name=" + encodeURIComponent(name.value) + "&text=" + (await pack(area.value));

$("explore").addEventListener("click", async () => location.assign("/analysis#" + (await packed())));

$("share").addEventListener("click", async () => {
  const address = new URL("/workshop", location.href);
  address.hash = await packed();
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address.href);
    toast("The address of this game has been copied.");
  } catch {
    toast("The address of this page now has the whole game in it.");
  }
});

async function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!parts.get("text")) return;
  try {
    area.value = await unpack(parts.get("text"));
    name.value = parts.get("name") ?? "game";
  } catch {
    toast("The game in this address cannot be read.");
  }
}

$("jobs").addEventListener("click", (e) => {
  const kind = e.target.dataset.kind;
  if (!kind) return;
  for (const b of $("jobs").children) b.disabled = true;
  const box = $("jobresult");
  $("job").hidden = false;
  runJob({ kind, game: name.value, text: area.value, depth: 5, seconds: 3 }, box, (job) => {
    for (const b of $("jobs").children) b.disabled = false;
    box.append(...resultOf(job));
  });
});

await fromAddress();
paint();
check();
