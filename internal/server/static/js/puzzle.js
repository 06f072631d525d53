// The puzzle of the day: moves are tried, and the server proves whether they are right.
import { $, el, get, toast } from "./api.js";
import { BoardView } from "./board.js";

const begin = JSON.parse($("puzzle").dataset.view);
let view = begin;
let tried = []; // the moves so far
let asking = false;

const board = new BoardView($("board"), {
  onMove: (m) => attempt(m),
  onPick: (selection) => { $("picked").textContent = selection.cells.map((c) => board.name(c)).join(" → "); },
});

function show(next) {
  view = next;
  board.show(view.svg);
  board.setMoves(view.moves);
  $("told").textContent = view.text;
  $("told").className = "result turn " + (view.solved ? "win" : view.wrong ? "loss" : "");
  $("steps").replaceChildren(...view.steps.map((text) => el("li", {}, el("span", { textContent: text }))));
  $("nosteps").hidden = view.steps.length > 0;
  const words = view.moves.filter((m) => !m.cells?.length);
  $("actions").hidden = words.length === 0;
  $("actions").replaceChildren(...words.map((m) => el("button", { type: "button", textContent: m.name, onclick: () => attempt(m) })));
}

async function attempt(m) {
  if (asking) return;
  asking = true;
  board.setMoves([]);
  $("told").textContent = "Proving …";
  try {
    const next = await get(`/puzzles/${encodeURIComponent(begin.name)}/try?` + new URLSearchParams([...tried, m.text].map((text) => ["move", text])));
    tried.push(m.text);
    show(next);
  } catch (err) {
    toast(err.message);
    show(view);
  } finally {
    asking = false;
  }
}

$("again").addEventListener("click", () => {
  tried = [];
  show(begin);
});
show(begin);
