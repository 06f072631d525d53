// The workshop: writing games.
import { $, call, el, post, toast } from "./api.js";
import { BoardView } from "./board.js";
import { render } from "./highlight.js";
import { resultOf, runJob } from "./job.js";
import { pack, unpack } from "./pack.js";
import { Shelf } from "./shelf.js";
import { Stepper } from "./stepper.js";
import { address, analyse, libraryGame, pageOf, playGame } from "./where.js";

const area = $("text");
const paper = $("highlight");
const gutter = $("gutter");
const name = $("name");
const look = $("look");
const words = $("words");
const board = new BoardView($("board"));
const shelf = new Shelf();
const stepper = new Stepper({ game: () => game(), show: (svg) => draw(svg), jump: (place) => jump(place) });
let entry = null; // where the game is on the shelf; null if it is not there yet
let pristine = null; // the game as it was opened
let findings = [];
let checked = null; // the text that the findings are about
let asked = 0; // the newest question to the server
let timer = 0;
const largest = 60_000; // longer texts are not coloured while one types

// game returns the game as the API takes it.
const game = () => ({ game: name.value, text: area.value, ...(look.value.trim() ? { board: look.value } : {}) });
// written returns everything that the author writes.
const written = () => ({ name: name.value, text: area.value, look: look.value, words: words.value });

function draw(svg) {
  $("noboard").hidden = true;
  $("board").hidden = false;
  board.addCaptions(board.show(svg, { glide: false }));
}

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
  for (const b of [$("play"), $("explore"), $("download"), $("publish"), ...$("jobs").children]) if (b) b.disabled = !answer.ok;
  paint();
  problems();
  if (answer.ok && stepper.open()) stepper.fresh();
  else preview(answer.ok, number);
}

async function preview(ok, number) {
  if (!ok) return; // the last board that could be drawn stays
  try {
    const b = await post("/board", game());
    if (number !== asked) return;
    draw(b.svg);
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
  showPart("editor");
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
  keepSoon();
}

// The game is kept in the browser shortly after the last change, and when the page is left.
let keeping = 0;
function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 400);
}

function keep(options) {
  clearTimeout(keeping);
  const now = written();
  if (JSON.stringify(now) === JSON.stringify(pristine) && entry === null) return;
  entry = shelf.save(entry, now, options);
  $("kept").textContent = shelf.failed ? "This browser does not keep the text: share or copy it before you leave." : "Kept in this browser.";
  showShelf();
}

const unkept = () => shelf.failed && JSON.stringify(written()) !== JSON.stringify(pristine);
addEventListener("pagehide", () => keep());
document.addEventListener("visibilitychange", () => document.hidden && keep());
addEventListener("beforeunload", (e) => {
  keep();
  if (unkept()) e.preventDefault();
});

// show puts a game into the editor. What was there is on the shelf.
function show(next, id = null) {
  keep();
  name.value = next.name ?? "game";
  area.value = next.text ?? "";
  look.value = next.look ?? "";
  words.value = next.words ?? "";
  entry = id;
  pristine = written();
  if (id) shelf.choose(id);
  $("kept").textContent = "";
  findings = [];
  stepper.fresh();
  paint();
  showShelf();
  later();
}

const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

function showShelf() {
  $("shelfcount").textContent = shelf.games.length ? String(shelf.games.length) : "";
  $("shelf").replaceChildren(...shelf.games.map((g) => {
    const gone = el("button", {
      type: "button", textContent: "Delete", "aria-label": `Delete ${g.name}`, onclick: () => {
        if (gone.textContent === "Delete") {
          gone.textContent = "Really delete?";
          gone.className = "danger";
          return;
        }
        shelf.remove(g.id);
        if (entry === g.id) {
          entry = null;
          pristine = written();
        }
        showShelf();
      },
    });
    return el("li", { "aria-current": entry === g.id ? "true" : null },
      el("button", { type: "button", class: "title", textContent: g.name || "without a name", onclick: () => show(g, g.id) }),
      el("span", { class: "muted small", textContent: entry === g.id ? "open" : when(g.changed) }),
      el("button", { type: "button", textContent: "Duplicate", "aria-label": `Duplicate ${g.name}`, onclick: () => {
        keep();
        const mine = entry;
        shelf.duplicate(g.id);
        shelf.choose(mine);
        showShelf();
      } }),
      g.made ? el("button", { type: "button", textContent: "Withdraw", "aria-label": `Withdraw ${g.name}`, onclick: () => withdraw(g) }) : null, gone);
  }));
  const versions = shelf.get(entry)?.versions ?? [];
  $("versions").disabled = versions.length === 0;
  $("versions").replaceChildren(el("option", { value: "", textContent: versions.length ? "an earlier version …" : "there is none yet" }),
    ...versions.map((v, i) => el("option", { value: String(i), textContent: when(v.at) })));
}

$("versions").addEventListener("change", () => {
  const version = shelf.get(entry)?.versions[$("versions").value];
  if (!version) return;
  keep();
  const id = entry;
  for (const [node, part] of [[name, "name"], [area, "text"], [look, "look"], [words, "words"]]) node.value = version[part] ?? "";
  entry = id;
  keep({ version: true }); // what was there becomes a version
  changed();
});

$("fresh").addEventListener("click", () => {
  show({ name: "mygame", text: "" });
  area.focus();
});

// The parts of a game: rules, look, words.
function showPart(part) {
  for (const id of ["editor", "lookbox", "wordsbox"]) $(id).hidden = id !== part;
  document.querySelector(`#parts [value=${part}]`).checked = true;
}
$("parts").addEventListener("change", (e) => showPart(e.target.value));
look.addEventListener("input", () => {
  keepSoon();
  later();
});
words.addEventListener("input", keepSoon);
name.addEventListener("input", keepSoon);

// Publishing puts the game on the front page of this arena.
$("publish")?.addEventListener("click", async () => {
  keep();
  if (entry === null) entry = shelf.save(null, written());
  const made = shelf.get(entry)?.made;
  try {
    const a = await post("/made", { title: name.value, text: area.value, board: look.value, words: words.value });
    if (made) await withdrawn(made).catch(() => {}); // the new one replaces it
    shelf.note(entry, { made: { name: a.name, owner: a.owner } });
    showShelf();
    $("kept").replaceChildren("Published: ", el("a", { href: a.url, textContent: name.value }), " is on the front page under “Made here”. It can be withdrawn in “My games”.");
  } catch (err) {
    toast(err.message);
  }
});

const withdrawn = (made) => call("DELETE", "/made/" + encodeURIComponent(made.name), undefined, { "Ludex-Owner": made.owner });

async function withdraw(g) {
  try {
    await withdrawn(g.made);
  } catch (err) {
    if (err.status !== 404) {
      toast(err.message);
      return;
    }
  }
  shelf.note(g.id, { made: undefined });
  $("kept").textContent = "Withdrawn.";
  showShelf();
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
    const g = await libraryGame(wanted);
    show({ name: g.name, text: g.text, look: g.board, words: g.words });
    history.replaceState(null, "", address(""));
  } catch (err) {
    toast(err.message);
  }
  $("open").value = "";
});

$("play").addEventListener("click", async () => {
  try {
    keep();
    await playGame(game(), packed);
  } catch (err) {
    toast(err.message);
  }
});

// A game is shared as a URL that contains its compressed texts: the rules, the look of the
// board and the rules in words.
async function packed() {
  let code = "name=" + encodeURIComponent(name.value) + "&text=" + (await pack(area.value));
  if (look.value.trim()) code += "&board=" + (await pack(look.value));
  if (words.value.trim()) code += "&words=" + (await pack(words.value));
  return code;
}

$("explore")?.addEventListener("click", async () => analyse(await packed()));

$("share").addEventListener("click", async () => {
  const link = address(await packed());
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    toast("The address of this game has been copied.");
  } catch {
    toast("The address of this page now has the whole game in it.");
  }
});

$("download").addEventListener("click", async () => {
  $("download").disabled = true;
  try {
    const page = URL.createObjectURL(await pageOf({ ...game(), ...(words.value.trim() ? { words: words.value } : {}) }));
    el("a", { href: page, download: (name.value || "game") + ".html" }).click();
    URL.revokeObjectURL(page);
  } catch (err) {
    toast(err.message);
  }
  $("download").disabled = false;
});

async function fromAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!parts.get("text")) return false;
  try {
    const part = async (key) => (parts.get(key) ? unpack(parts.get(key)) : "");
    const shared = { name: parts.get("name") ?? "game", text: await part("text"), look: await part("board"), words: await part("words") };
    // It may be on the shelf already, when the page is loaded again.
    const mine = shelf.games.find((g) => ["name", "text", "look", "words"].every((p) => (g[p] ?? "") === shared[p]));
    show(shared, mine?.id ?? null);
    return true;
  } catch {
    toast("The game in this address cannot be read.");
    return false;
  }
}

$("jobs").addEventListener("click", (e) => {
  const kind = e.target.dataset.kind;
  if (!kind) return;
  for (const b of $("jobs").children) b.disabled = true;
  const box = $("jobresult");
  $("job").hidden = false;
  runJob({ kind, ...game(), depth: 5, seconds: 3 }, box, (job) => {
    for (const b of $("jobs").children) b.disabled = false;
    box.append(...resultOf(job));
  });
});

async function begin() {
  pristine = written();
  if (!(await fromAddress()) && !location.search && shelf.get()) show(shelf.get(), shelf.current);
  showShelf();
  paint();
  check();
}

begin();
