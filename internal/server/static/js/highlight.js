// A small lexer for syntax highlighting of prefix and infix GDL and Regular Boardgames.
// It knows the keywords of the languages and nothing about games.

const words = new Set("role base input init true next legal does goal terminal distinct sees random expired infinity not and or".split(" "));

// languageOf guesses the language of a text.
export function languageOf(text) {
  if (/^\s*#\s*(players|pieces|variables|board|rules)\b/m.test(text) || /^\s*#\w+.*=/m.test(text)) return "rbg";
  const body = text.replace(/[;%].*$/gm, "");
  return /^\s*\(/m.test(body) && !/:-/.test(body) ? "prefix" : "infix";
}

const readers = {
  prefix: /(?<c>;.*)|(?<v>\?[^\s()]+)|(?<n>(?<![\w-])\d+(?:\.\d+)?(?![\w-]))|(?<o><=|[()])|(?<w>[^\s();?]+)/g,
  infix: /(?<c>%.*|\/\*[\s\S]*?(?:\*\/|$))|(?<v>\b[A-Z_]\w*)|(?<n>\b\d+(?:\.\d+)?\b)|(?<o>:-|[~&|(),.{}]|!=)|(?<w>[a-z]\w*)/g,
  rbg: /(?<c>\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|(?<m>#\w+)|(?<n>\b\d+\b)|(?<v>->>?\w*|\$\s*\w+|\[[^\]]*\])|(?<o>[{}()?!*+,;=<>~%^@&|-])|(?<w>\w+)/g,
};

// tokens returns the highlighted parts of a text, as [start, end, kind].
export function tokens(text) {
  const language = languageOf(text);
  const list = [];
  for (const m of text.matchAll(readers[language])) {
    const g = m.groups;
    let kind = ["c", "v", "n", "o", "m"].find((k) => g[k] !== undefined);
    if (g.w !== undefined && language !== "rbg" && words.has(g.w.toLowerCase())) kind = "k";
    if (kind) list.push([m.index, m.index + m[0].length, "h-" + kind]);
  }
  return list;
}

// render fills an element with a highlighted text; marks are [start, end, class] and
// are drawn over it.
export function render(node, text, marks) {
  const edges = new Map();
  const add = (at, change, cls) => edges.set(at, [...(edges.get(at) ?? []), [change, cls]]);
  for (const [a, b, cls] of [...tokens(text), ...marks]) {
    if (a >= b) continue;
    add(a, 1, cls);
    add(b, -1, cls);
  }
  const parts = [];
  const open = new Map();
  let from = 0;
  const flush = (to) => {
    if (to <= from) return;
    const piece = text.slice(from, to);
    const classes = [...open.entries()].filter(([, n]) => n > 0).map(([c]) => c);
    if (classes.length) {
      const span = document.createElement("span");
      span.className = classes.join(" ");
      span.textContent = piece;
      parts.push(span);
    } else parts.push(piece);
    from = to;
  };
  for (const at of [...edges.keys()].sort((a, b) => a - b)) {
    flush(at);
    for (const [change, cls] of edges.get(at)) open.set(cls, (open.get(cls) ?? 0) + change);
  }
  flush(text.length);
  node.replaceChildren(...parts, "\n");
}
