// A board on which people make moves by clicking, dragging or with the keyboard.
//
// The server draws the board; every cell has the attribute data-cell. A move lists the
// cells to select, in order; when all of them are selected, the move is made.

const extra = `
:host { display: grid; place-items: center; gap: .75rem; width: 100%; }
svg { width: 100%; height: auto; max-height: clamp(20rem, 100vh - 12.5rem, 46rem); display: block; touch-action: manipulation; }
svg:not(.captions) .at { font-size: 10px; }
[data-cell] { -webkit-tap-highlight-color: transparent; }
.can { cursor: pointer; }
.can:hover { filter: brightness(1.06); }
[data-cell]:focus { outline: none; }
[data-cell]:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.mark { pointer-events: none; }
.mark.target { fill: var(--accent); fill-opacity: .55; stroke: var(--surface); stroke-width: 1; }
.mark.picked { fill: none; stroke: var(--accent); stroke-width: 4; }
.mark.best { fill: none; stroke: var(--good); stroke-width: 4; stroke-dasharray: 6 4; }
`;

export class BoardView {
  // host is the element that shows the board; onMove is called with a move, and
  // onChoice with several that the same cells mean; onPick with the cells so far.
  constructor(host, { onMove, onChoice, onPick } = {}) {
    this.host = host;
    this.root = host.attachShadow({ mode: "open" });
    this.onMove = onMove;
    this.onChoice = onChoice;
    this.onPick = onPick;
    this.moves = [];
    this.picked = [];
    this.best = null;
    this.sheet = new CSSStyleSheet();
    this.sheet.replaceSync(extra);
    this.root.adoptedStyleSheets = [this.sheet];
    this.root.addEventListener("click", (e) => this.click(e));
    this.root.addEventListener("keydown", (e) => this.key(e));
    this.root.addEventListener("pointerdown", (e) => this.grab(e));
    this.root.addEventListener("pointerup", (e) => this.drop(e));
  }

  // show puts a picture in place. Only shapes and texts of it are taken: the page
  // allows nothing to run anyway. Styles are adopted rather than written, which is
  // what the page's policy asks for, so they are taken out before it is read.
  show(text) {
    const styles = [];
    const plain = text
      .replace(/<style>([\s\S]*?)<\/style>/g, (_, css) => {
        styles.push(css.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
        return "";
      })
      .replace(/ style="([^"<>]*)"/g, ' data-style="$1"');
    const svg = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
    if (svg.localName !== "svg") throw new Error("The board cannot be shown.");
    for (const node of [svg, ...svg.querySelectorAll("*")]) {
      if (["style", "script", "foreignObject", "a", "image", "animate", "set"].includes(node.localName)) {
        node.remove();
        continue;
      }
      for (const a of [...node.attributes]) {
        const link = a.name.endsWith("href") && !a.value.startsWith("#");
        if (a.name.startsWith("on") || link) node.removeAttribute(a.name);
      }
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles.join("\n"));
    this.root.adoptedStyleSheets = [sheet, this.sheet];
    const focused = this.root.activeElement?.dataset?.cell;
    const fresh = document.importNode(svg, true);
    for (const node of [fresh, ...fresh.querySelectorAll("[data-style]")]) {
      if (node.dataset.style) node.style.cssText = node.dataset.style;
    }
    if (fresh.getAttribute("width") && !fresh.getAttribute("viewBox")) {
      fresh.setAttribute("viewBox", `0 0 ${parseFloat(fresh.getAttribute("width"))} ${parseFloat(fresh.getAttribute("height"))}`);
    }
    this.root.replaceChildren(fresh);
    this.svg = fresh;
    this.cells = new Map();
    for (const node of fresh.querySelectorAll("[data-cell]")) this.cells.set(node.dataset.cell, node);
    fresh.querySelector(".page")?.remove();
    if (this.cells.size > 0) this.split();
    else {
      frame(fresh, 4);
      size(fresh, 1.15);
    }
    this.picked = [];
    this.refresh();
    if (focused) this.cells.get(focused)?.focus({ preventScroll: true });
  }

  // split lets the board grow and leaves what is written below it at its size: it
  // becomes a picture of its own.
  split() {
    const bottom = (nodes) => Math.max(0, ...[...nodes].map((n) => n.getBoundingClientRect().bottom));
    if (this.svg.getBoundingClientRect().height === 0) return; // nobody sees it
    const end = bottom(this.svg.querySelectorAll("[data-cell], .at, .nm")) - 1;
    const below = [...this.svg.children].filter((n) => n.getBoundingClientRect().top >= end && !["title", "defs"].includes(n.localName));
    const captions = this.svg.cloneNode(false);
    captions.setAttribute("class", `${this.svg.getAttribute("class")} captions`);
    captions.removeAttribute("role");
    captions.removeAttribute("aria-label");
    captions.append(...below);
    frame(this.svg, 8);
    size(this.svg, 2.4);
    if (below.length === 0) return;
    this.root.append(captions);
    frame(captions, 4);
    size(captions, 1);
  }

  // setMoves says what the person can do.
  setMoves(moves) {
    this.moves = moves.filter((m) => m.cells?.length);
    this.picked = [];
    this.refresh();
  }

  // setBest marks the move that a hint names.
  setBest(move) {
    this.best = move;
    this.refresh();
  }

  // following returns the moves that go on with the cells that are picked.
  following(cells = this.picked) {
    return this.moves.filter((m) => cells.every((c, i) => m.cells[i] === c));
  }

  pick(cell) {
    let cells = [...this.picked, cell];
    let list = this.following(cells);
    if (list.length === 0) {
      // Another piece, or the same one to put it back.
      const again = this.picked.length && this.picked[0] === cell;
      cells = again ? [] : [cell];
      list = this.following(cells);
      if (list.length === 0) cells = [];
    }
    this.picked = cells;
    const done = cells.length ? list.filter((m) => m.cells.length === cells.length) : [];
    if (done.length === 1 && list.length === 1) {
      this.finish(done[0]);
      return;
    }
    if (done.length > 0) this.onChoice?.(list);
    this.refresh();
    this.onPick?.(this.picked, list);
  }

  finish(move) {
    this.picked = [];
    this.refresh();
    this.onPick?.([], []);
    this.onMove?.(move);
  }

  cellOf(event) {
    return event.composedPath().find((n) => n.dataset?.cell !== undefined)?.dataset.cell;
  }

  click(e) {
    const cell = this.cellOf(e);
    if (cell === undefined || this.dragged) {
      this.dragged = false;
      return;
    }
    this.pick(cell);
  }

  // A drag is a press on the first cell of a move and a release on the next one.
  grab(e) {
    this.from = e.isPrimary ? this.cellOf(e) : undefined;
    this.dragged = false;
  }

  drop(e) {
    const from = this.from;
    this.from = undefined;
    if (from === undefined) return;
    const at = this.root.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-cell]")?.dataset.cell;
    if (at === undefined || at === from) return;
    this.dragged = true; // no click follows on one cell, but on what both are part of
    setTimeout(() => { this.dragged = false; });
    if (this.picked.at(-1) !== from) {
      this.picked = [];
      if (this.following([from]).length === 0) return;
      this.pick(from);
    }
    if (this.picked.at(-1) === from) this.pick(at);
  }

  key(e) {
    const cell = this.cellOf(e);
    if (cell === undefined) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (step) {
      e.preventDefault();
      this.neighbour(cell, step)?.focus();
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.pick(cell);
    } else if (e.key === "Escape") {
      this.picked = [];
      this.refresh();
    }
  }

  // neighbour returns the nearest cell in a direction.
  neighbour(cell, [dx, dy]) {
    const here = centre(this.cells.get(cell));
    let best = null;
    let least = Infinity;
    for (const [id, node] of this.cells) {
      if (id === cell) continue;
      const there = centre(node);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      if (along <= 1 || across > along * 1.2) continue;
      if (along + 2 * across < least) {
        least = along + 2 * across;
        best = node;
      }
    }
    return best;
  }

  // refresh shows which cells can be touched.
  refresh() {
    if (!this.svg) return;
    for (const m of this.svg.querySelectorAll(".mark")) m.remove();
    const next = new Set(this.following().map((m) => m.cells[this.picked.length]).filter((c) => c !== undefined));
    const first = new Set(this.moves.map((m) => m.cells[0]));
    let tab = null;
    for (const [id, node] of this.cells) {
      const can = next.has(id) || first.has(id);
      node.classList.toggle("can", can);
      const interactive = this.moves.length > 0;
      if (interactive) {
        node.setAttribute("tabindex", "-1");
        node.setAttribute("role", "button");
        node.setAttribute("aria-disabled", String(!can));
        if (!node.getAttribute("aria-label")) {
          const title = node.querySelector("title")?.textContent;
          if (title) node.setAttribute("aria-label", title);
        }
        if (tab === null || (can && !tab.can)) tab = { node, can };
      } else {
        node.removeAttribute("tabindex");
        node.removeAttribute("role");
        node.removeAttribute("aria-disabled");
      }
    }
    tab?.node.setAttribute("tabindex", "0");
    if (this.moves.length) this.svg.setAttribute("role", "group");
    if (this.picked.length > 0) for (const id of next) this.mark(id, "target");
    else if (first.size < this.cells.size && first.size > 0) for (const id of first) this.mark(id, "target small");
    for (const id of this.picked) this.mark(id, "picked");
    if (this.best?.cells) for (const id of this.best.cells) this.mark(id, "best");
  }

  // mark draws a sign on a cell.
  mark(id, kind) {
    const node = this.cells.get(id);
    if (!node) return;
    const box = node.getBBox();
    const ns = "http://www.w3.org/2000/svg";
    const size = Math.min(box.width, box.height);
    let shape;
    if (kind.startsWith("target")) {
      shape = document.createElementNS(ns, "circle");
      shape.setAttribute("cx", box.x + box.width / 2);
      shape.setAttribute("cy", kind.endsWith("small") ? box.y + box.height - size * 0.12 : box.y + box.height / 2);
      shape.setAttribute("r", size * (kind.endsWith("small") ? 0.06 : 0.16));
    } else {
      shape = document.createElementNS(ns, "rect");
      const inset = size * 0.05;
      shape.setAttribute("x", box.x + inset);
      shape.setAttribute("y", box.y + inset);
      shape.setAttribute("width", Math.max(box.width - 2 * inset, 1));
      shape.setAttribute("height", Math.max(box.height - 2 * inset, 1));
      shape.setAttribute("rx", size * 0.12);
    }
    shape.setAttribute("class", "mark " + kind);
    node.append(shape);
  }
}

// frame sets the view box of an image to its contents, with a margin.
function frame(picture, margin) {
  const box = picture.getBBox();
  if (box.width > 0) picture.setAttribute("viewBox", [box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin].map((v) => v.toFixed(1)).join(" "));
}

// size limits how much an image is enlarged.
function size(picture, most) {
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  const width = picture.viewBox.baseVal?.width || 400;
  picture.style.maxWidth = `${Math.round(width * most)}px`;
}

function centre(node) {
  const r = node.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
}
