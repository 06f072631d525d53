// Moves without cells as buttons with words. Many moves are put together word by word.
import { el } from "./api.js";

const most = 24; // moves that have a button each
const keyNames = { " ": "Space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

// showWords shows moves as buttons in a box. Words that were chosen can be taken back.
export function showWords(box, moves, { best, onMove, chosen = [] }) {
  const again = (words) => showWords(box, moves, { best, onMove, chosen: words });
  if (moves.length <= most) {
    box.replaceChildren(...moves.map((m) => button(m, m.name, m.number === best, () => onMove(m))));
    return;
  }
  const split = moves.map((m) => ({ move: m, words: m.name.split(" ") }));
  let list = split.filter((c) => chosen.every((w, i) => c.words[i] === w));
  // A word that all moves have is no choice.
  while (list.length > 1 && new Set(list.map((c) => c.words[chosen.length])).size === 1) chosen = [...chosen, list[0].words[chosen.length]];
  const options = [...new Set(list.map((c) => c.words[chosen.length]))].filter((w) => w !== undefined);
  list = list.filter((c) => c.words.length === chosen.length);
  const parts = el("span", { class: "parts", role: "status" }, el("b", { textContent: chosen.join(" ") }));
  const back = el("button", { type: "button", class: "back", textContent: "Undo part", hidden: chosen.length === 0, onclick: () => again(before(split, chosen)) });
  box.replaceChildren(parts, ...options.map((w) => el("button", {
    type: "button", textContent: w, onclick: () => {
      const words = [...chosen, w];
      const left = split.filter((c) => words.every((v, i) => c.words[i] === v));
      if (left.length === 1) onMove(left[0].move);
      else {
        again(words);
        box.querySelector("button:not(.back)")?.focus();
      }
    },
  })), ...list.map((c) => button(c.move, "Just this", false, () => onMove(c.move))), back);
}

// before returns the words that were chosen before the last one that was a choice.
function before(split, chosen) {
  let words = chosen.slice(0, -1);
  while (words.length && new Set(split.filter((c) => words.every((w, i) => c.words[i] === w)).map((c) => c.words[words.length])).size === 1) words = words.slice(0, -1);
  return words;
}

function button(move, text, isBest, onclick) {
  const item = el("button", { type: "button", class: isBest ? "best" : "", textContent: text, onclick });
  if (move.key) {
    item.dataset.key = move.key;
    item.setAttribute("aria-keyshortcuts", move.key === " " ? "Space" : move.key);
    item.append(el("kbd", { textContent: keyNames[move.key] ?? move.key.toUpperCase() }));
  }
  return item;
}
