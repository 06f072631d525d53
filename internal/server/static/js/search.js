// Search that forgives. The server searches in the same way, see library/search.go.
const fillers = new Set(["a", "an", "and", "game", "games", "in", "of", "on", "or", "play", "the", "with"]);
const [mistyped, begun, exact] = [1, 2, 3];

const wordsOf = (text) => text.toLowerCase().replace(/['’]/g, "").split(/[^\p{L}\p{Nd}]+/u).filter(Boolean);

// rank says how well names fit a search: 0 if they do not.
export function rank(search, names) {
  const [typed, words] = [wordsOf(search), wordsOf(names)];
  return rankOf(typed, words) || (typed.length > 1 ? Math.min(rankOf([typed.join("")], words), mistyped) : 0);
}

function rankOf(search, words) {
  let least = exact;
  for (const typed of search) {
    if (!fillers.has(typed)) least = Math.min(least, Math.max(0, ...words.map((w) => similarity(typed, w))));
  }
  return least;
}

function similarity(typed, word) {
  if (typed === word) return exact;
  if (word.startsWith(typed)) return begun;
  const a = [...typed];
  const errors = Math.min(Math.floor(a.length / 4), 2);
  const b = [...word].slice(0, a.length + errors); // the rest may not have been typed yet
  return errors > 0 && distance(a, b) <= errors ? mistyped : 0;
}

// distance returns the least number of typing errors that turn a beginning of b into a.
function distance(a, b) {
  let before = [];
  let row = [...b.keys(), b.length];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = Math.min(row[j] + (a[i] === b[j] ? 0 : 1), next[j] + 1, row[j + 1] + 1);
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]) next[j + 1] = Math.min(next[j + 1], before[j - 1] + 1);
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}
