// A board on which people make moves by clicking, dragging or with the keyboard.
//
// The server draws the board; every cell has the attribute data-cell and every piece
// data-piece.
import { Selection } from "./selection.js";

const ns = "http://www.w3.org/2000/svg";
const least = 26 / 48; // the smallest scale: a cell should be large enough for a finger
const still = matchMedia("(prefers-reduced-motion: reduce)");

const extra = `
:host { display: grid; align-items: center; justify-items: safe center; gap: .75rem; width: 100%; position: relative; }
svg { width: 100%; height: auto; max-height: clamp(20rem, 100vh - 15rem, 46rem); display: block; touch-action: manipulation; }
svg:not(.captions) .at { font-size: 10px; }
[data-cell] { -webkit-tap-highlight-color: transparent; }
.can { cursor: pointer; }
.hold, .hold > * { touch-action: none; }
.can:hover { filter: brightness(1.06); }
[data-cell]:focus { outline: none; }
[data-cell]:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.mark, .over { pointer-events: none; }
.mark.target { fill: var(--accent); fill-opacity: .55; stroke: var(--surface); stroke-width: 1; }
.mark.ring { fill: none; stroke: var(--accent); stroke-opacity: .75; stroke-width: 4; }
.mark.picked { fill: none; stroke: var(--accent); stroke-width: 4; }
.mark.best { fill: none; stroke: var(--good); stroke-width: 4; stroke-dasharray: 6 4; }
.mark.own { fill: none; stroke: var(--good); stroke-width: 4; opacity: .8; }
.mark.ends { fill: none; stroke: var(--good); stroke-width: 4; }
.mark.attacked { fill: var(--bad); fill-opacity: .5; }
.mark.threat { fill: none; stroke: var(--bad); stroke-width: 4; stroke-dasharray: 5 4; }
.arrow { fill: none; stroke: var(--good); stroke-width: 7; stroke-opacity: .7; stroke-linecap: round; stroke-linejoin: round; }
.arrow.line0, .mark.line0 { stroke: var(--accent); stroke-opacity: .8; }
.arrow.line1, .mark.line1 { stroke: var(--accent); stroke-opacity: .45; stroke-width: 5; }
.arrow.line2, .mark.line2 { stroke: var(--accent); stroke-opacity: .25; stroke-width: 4; }
.mark.line { fill: none; stroke-width: 4; }
.arrow.threat { stroke: var(--bad); stroke-opacity: .5; stroke-width: 5; }
.lifted { opacity: .25; }
.away { visibility: hidden; }
.chooser { position: absolute; z-index: 5; display: flex; flex-wrap: wrap; gap: .3rem; padding: .4rem; border-radius: 10px; background: var(--surface); color: var(--ink); border: 1px solid var(--accent); box-shadow: 0 6px 24px rgb(0 0 0 / 35%); max-width: min(20rem, 96%); }
.chooser button { font: inherit; color: inherit; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; min-width: 2.75rem; min-height: 2.75rem; padding: .2rem .6rem; cursor: pointer; }
.chooser button:hover { border-color: var(--accent); }
.chooser button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.chooser svg { width: 3rem; height: 3rem; }
`;

export class BoardView {
  // host is the element that shows the board. onMove is called with a move, onPick after
  // each change of the selection, and onPremove with the cells of a move for later.
  constructor(host, { onMove, onPick, onPremove } = {}) {
    this.host = host;
    this.root = host.attachShadow({ mode: "open" });
    this.onMove = onMove;
    this.onPick = onPick;
    this.onPremove = onPremove;
    this.selection = new Selection([]);
    this.best = null;
    this.ending = [];
    this.looks = new Map(); // pieces that were on the board, by their names
    this.threats = []; // moves of others that would end the game
    this.attacked = []; // pieces that no move may leave attacked
    this.premove = [];
    this.own = null; // the class of the person's pieces while a move for later can be made
    this.notes = new Map(); // marks and arrows of the person, by their cells
    this.lines = []; // the best moves of an analysis
    this.cells = new Map();
    this.sheet = new CSSStyleSheet();
    this.sheet.replaceSync(extra);
    this.root.adoptedStyleSheets = [this.sheet];
    this.root.addEventListener("click", (e) => this.click(e));
    this.root.addEventListener("keydown", (e) => this.key(e));
    this.root.addEventListener("keyup", () => { this.pressed = false; });
    this.root.addEventListener("contextmenu", (e) => this.cellOf(e) !== undefined && e.preventDefault());
    this.root.addEventListener("pointerdown", (e) => this.grab(e));
    this.root.addEventListener("pointermove", (e) => this.drag(e));
    this.root.addEventListener("pointerup", (e) => this.drop(e));
    this.root.addEventListener("pointercancel", () => this.letGo());
    // A finger on a piece drags the piece, and elsewhere the page.
    host.addEventListener("touchstart", (e) => {
      if (this.movable(this.cellOf(e)) && e.cancelable) e.preventDefault();
    }, { passive: false });
  }

  // show puts a picture in place and lets pieces glide from where they were. It returns the
  // picture of what is written below the board, or null.
  show(text, { glide = true, duration } = {}) {
    const before = this.pieces();
    const { svg: fresh, sheet } = parse(text);
    this.root.adoptedStyleSheets = [sheet, this.sheet];
    const focused = this.root.activeElement?.dataset?.cell;
    if (fresh.getAttribute("width") && !fresh.getAttribute("viewBox")) {
      fresh.setAttribute("viewBox", `0 0 ${parseFloat(fresh.getAttribute("width"))} ${parseFloat(fresh.getAttribute("height"))}`);
    }
    this.closeChooser();
    this.letGo();
    this.root.replaceChildren(fresh);
    this.svg = fresh;
    this.cells = new Map();
    for (const node of fresh.querySelectorAll("[data-cell]")) this.cells.set(node.dataset.cell, node);
    for (const node of fresh.querySelectorAll("[data-cell] > [data-piece]")) {
      const name = node.parentNode.querySelector("title")?.textContent.split(": ")[1];
      if (name && !this.looks.has(name)) this.looks.set(name, node.cloneNode(true));
    }
    fresh.querySelector(".page")?.remove();
    let captions = null;
    if (this.cells.size > 0 || fresh.querySelector(".part")) captions = this.split();
    else {
      frame(fresh, 4);
      size(fresh, 1.15);
    }
    this.over = fresh.appendChild(make("g", { class: "over" }));
    this.selection.clear();
    this.refresh();
    if (focused) this.cells.get(focused)?.focus({ preventScroll: true });
    if (glide && before.size && !still.matches) this.glide(before, duration);
    return captions;
  }

  // row returns small pictures of pieces, by what people call them, with how many there are. Those
  // that were not on the board are named.
  row(pieces) {
    const host = document.createElement("span");
    Object.assign(host.style, { display: "inline-flex", alignItems: "center", fontSize: ".85rem" });
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = this.root.adoptedStyleSheets;
    for (const name of this.svg ? new Set(pieces) : []) {
      const n = pieces.filter((p) => p === name).length;
      const look = this.looks.get(name);
      const svg = this.svg.cloneNode(false);
      svg.setAttribute("viewBox", "-24 -24 48 48");
      svg.setAttribute("aria-label", name);
      svg.setAttribute("role", "img");
      Object.assign(svg.style, { width: "1.3em", height: "1.3em", minWidth: 0, margin: 0 });
      if (look) svg.append(look.cloneNode(true));
      root.append(look ? svg : name + " ", n > 1 ? `×${n} ` : "");
    }
    return host;
  }

  // split takes what is written below the board out of its picture and returns it as one of
  // its own, or null.
  split() {
    const bottom = (nodes) => Math.max(0, ...[...nodes].map((n) => n.getBoundingClientRect().bottom));
    if (this.svg.getBoundingClientRect().height === 0) return null; // nobody sees it
    const end = bottom(this.svg.querySelectorAll("[data-cell], .at, .nm, .part")) - 1;
    const below = [...this.svg.children].filter((n) => (n.getBoundingClientRect().top >= end || n.classList.contains("minor")) && !["title", "defs"].includes(n.localName));
    const captions = this.svg.cloneNode(false);
    captions.setAttribute("class", `${this.svg.getAttribute("class")} captions`);
    captions.removeAttribute("role");
    captions.removeAttribute("aria-label");
    captions.append(...below);
    frame(this.svg, 8);
    size(this.svg, 2.4);
    this.svg.style.minWidth = `${Math.round(this.svg.viewBox.baseVal.width * least)}px`;
    return below.length ? captions : null;
  }

  // addCaptions shows captions below the board.
  addCaptions(captions) {
    if (!captions) return;
    this.root.append(captions);
    frame(captions, 4);
    size(captions, 1);
  }

  // pieces returns the pieces on the cells, by cell.
  pieces() {
    const found = new Map();
    for (const [id, node] of this.cells) {
      const list = [...node.querySelectorAll(":scope > [data-piece]")];
      if (list.length) found.set(id, { list, at: middle(node) });
    }
    return found;
  }

  // glide moves pieces from where they were, for a time or at a steady pace, and lets those
  // fade that are gone.
  glide(before, duration) {
    const gone = [];
    const come = [];
    const now = this.pieces();
    const kinds = (p) => p?.list.map((n) => n.dataset.piece).join() ?? "";
    for (const id of new Set([...before.keys(), ...now.keys()])) {
      if (kinds(before.get(id)) === kinds(now.get(id))) continue;
      if (before.has(id)) gone.push(...before.get(id).list.map((node) => ({ id, node, at: before.get(id).at })));
      if (now.has(id)) come.push(...now.get(id).list.map((node) => ({ id, node })));
    }
    if (gone.length + come.length > 24) return; // another position
    const alike = [(a, b) => a.dataset.piece === b.dataset.piece, (a, b) => a.getAttribute("class") === b.getAttribute("class")];
    for (const same of alike) {
      for (const c of come) {
        const i = gone.findIndex((g) => !c.from && g.id !== c.id && same(g.node, c.node));
        if (i >= 0) [c.from] = gone.splice(i, 1);
      }
    }
    for (const c of come) {
      if (!c.from) continue;
      const to = middle(this.cells.get(c.id));
      const copy = this.lay(c.node, to);
      c.node.classList.add("away");
      const shift = `${c.from.at.x - to.x}px ${c.from.at.y - to.y}px`;
      copy.animate([{ translate: shift }, { translate: "0px 0px" }], { duration: duration ?? 180, easing: duration ? "linear" : "ease-out" }).finished
        .catch(() => {}).then(() => {
          c.node.classList.remove("away");
          copy.remove();
        });
    }
    for (const g of gone) {
      if (!this.cells.has(g.id)) continue;
      const copy = this.lay(g.node, middle(this.cells.get(g.id)));
      copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 260 }).finished.catch(() => {}).then(() => copy.remove());
    }
  }

  // lay puts a copy of a piece above everything, at a point.
  lay(piece, at) {
    const copy = make("g", { class: "copy" });
    const inner = make("g", { transform: `translate(${at.x} ${at.y})` });
    const node = piece.cloneNode(true);
    node.removeAttribute("data-piece");
    node.classList.remove("lifted", "away");
    inner.append(node);
    copy.append(inner);
    this.over.append(copy);
    return copy;
  }

  // setMoves says what the person can do.
  setMoves(moves) {
    this.selection = new Selection(moves);
    this.closeChooser();
    this.refresh();
  }

  // setBest marks the move that a hint names.
  setBest(move) {
    this.best = move;
    this.refresh();
  }

  // setLines draws the best moves of an analysis, the best one strongest.
  setLines(moves) {
    this.lines = moves.filter((m) => m.cells?.length);
    this.refresh();
  }

  // setEnding marks the cells that ended the game.
  setEnding(cells) {
    this.ending = cells;
    this.refresh();
  }

  // setThreats marks moves of others that would end the game.
  setThreats(list) {
    this.threats = list;
    this.refresh();
  }

  // setAttacked marks pieces that no move may leave attacked.
  setAttacked(list) {
    this.attacked = list;
    this.refresh();
  }

  // allowPremoves lets the person move its pieces in advance, which have a class; null
  // ends that and forgets the move.
  allowPremoves(own) {
    this.own = own;
    if (own === null) this.premove = [];
    this.refresh();
  }

  // mine reports whether a piece of the person is on a cell.
  mine(cell) {
    return this.own !== null && Boolean(this.cells.get(cell)?.querySelector(`:scope > .pc.${this.own}`));
  }

  // movable reports whether a piece can be dragged from a cell.
  movable(cell) {
    if (cell === undefined) return false;
    const s = this.selection;
    return this.mine(cell) || s.moves.some((m) => m.source && m.cells[0] === cell) || (s.cells.length > 0 && s.cells.at(-1) === cell);
  }

  pick(cell) {
    if (this.selection.moves.length === 0) {
      this.pickLater(cell);
      return;
    }
    this.closeChooser();
    const move = this.selection.touch(cell);
    if (move) {
      this.finish(move);
      return;
    }
    this.refresh();
    const choices = this.selection.choices();
    if (choices.length) this.choose(choices, cell);
    this.onPick?.(this.selection, choices);
  }

  // pickLater adds a cell to a move that is made when it is the person's turn.
  pickLater(cell) {
    if (this.own === null) return;
    if (this.premove.length === 1 && this.premove[0] !== cell) this.premove.push(cell);
    else this.premove = this.mine(cell) ? [cell] : [];
    this.refresh();
    this.onPremove?.(this.premove);
  }

  finish(move) {
    this.selection.clear();
    this.closeChooser();
    this.refresh();
    this.onPick?.(this.selection, []);
    this.onMove?.(move);
  }

  // back takes the last part of a move back.
  back() {
    this.closeChooser();
    this.selection.back();
    this.premove = [];
    this.refresh();
    this.onPick?.(this.selection, []);
  }

  // choose asks on the board, at a cell, which of several moves is meant.
  choose(moves, cell) {
    const box = document.createElement("div");
    box.className = "chooser";
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Which move?");
    for (const m of moves) {
      const button = document.createElement("button");
      button.type = "button";
      const words = m.choice || m.name;
      if (m.icon) {
        button.append(parse(m.icon).svg);
        button.setAttribute("aria-label", words);
        button.title = words;
      } else button.textContent = words;
      button.addEventListener("click", () => this.pressed || this.finish(m)); // the key that asked does not answer
      box.append(button);
    }
    box.addEventListener("keydown", (e) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
      if (step) {
        e.preventDefault();
        const list = [...box.children];
        list[(list.indexOf(this.root.activeElement) + step + list.length) % list.length].focus();
      } else if (e.key === "Escape") {
        e.preventDefault();
        this.back();
        this.cells.get(cell)?.focus();
      }
      e.stopPropagation();
    });
    this.root.append(box);
    this.chooser = box;
    const at = this.cells.get(cell).getBoundingClientRect();
    const host = this.host.getBoundingClientRect();
    const fit = (v, room) => Math.max(4, Math.min(v, room - 4));
    box.style.left = `${fit(at.left + at.width / 2 - host.left - box.offsetWidth / 2, host.width - box.offsetWidth)}px`;
    const below = at.bottom - host.top + 6;
    box.style.top = `${below + box.offsetHeight < host.height ? below : fit(at.top - host.top - box.offsetHeight - 6, host.height - box.offsetHeight)}px`;
    box.firstChild.focus({ preventScroll: true });
  }

  closeChooser() {
    this.chooser?.remove();
    this.chooser = null;
  }

  cellOf(event) {
    return event.composedPath().find((n) => n.dataset?.cell !== undefined)?.dataset.cell;
  }

  cellAt(e) {
    return this.root.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-cell]")?.dataset.cell;
  }

  click(e) {
    if (this.handled) {
      this.handled = false;
      return;
    }
    const cell = this.cellOf(e);
    if (cell !== undefined) this.pick(cell);
  }

  // A drag is a press on a cell and a release on another one. The piece follows the
  // pointer.
  grab(e) {
    this.handled = false;
    this.letGo();
    const cell = this.cellOf(e);
    if (cell === undefined || !e.isPrimary) return;
    if (e.button === 0 && this.notes.size) {
      this.notes.clear();
      this.refresh();
    }
    this.held = { cell, x: e.clientX, y: e.clientY, button: e.button, touch: e.pointerType === "touch" };
  }

  drag(e) {
    const held = this.held;
    if (!held || !e.isPrimary || held.button !== 0) return;
    if (!held.copy) {
      if (Math.hypot(e.clientX - held.x, e.clientY - held.y) < 5 || !this.movable(held.cell)) return;
      const piece = this.cells.get(held.cell).querySelector(":scope > .pc:not(.mk)") ?? this.over.querySelector(".preview .pc");
      if (!piece) return;
      this.svg.setPointerCapture?.(e.pointerId);
      held.piece = piece;
      held.copy = this.lay(piece, { x: 0, y: 0 });
      piece.classList.add("lifted");
      const s = this.selection;
      if (s.moves.length && s.cells.at(-1) !== held.cell) this.pick(held.cell);
    }
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    held.copy.firstChild.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  drop(e) {
    const held = this.held;
    if (!held || !e.isPrimary) return;
    const at = this.cellAt(e);
    this.letGo();
    if (held.button === 2) {
      if (at !== undefined) this.note(held.cell, at);
      return;
    }
    if (held.button !== 0) return;
    if (at === held.cell && !held.copy) {
      if (!held.touch || !this.movable(at)) return; // a click follows
      this.handled = false;
      this.pick(at);
      return;
    }
    this.handled = true; // no click follows on one cell, but on what both are part of
    setTimeout(() => { this.handled = false; });
    if (at === undefined || at === held.cell) return;
    const s = this.selection;
    if (s.moves.length === 0) {
      this.premove = [];
      this.pickLater(held.cell);
      this.pickLater(at);
      return;
    }
    if (s.cells.at(-1) !== held.cell) {
      if (!s.first().has(held.cell)) return;
      s.clear();
      this.pick(held.cell);
    }
    if (s.cells.at(-1) === held.cell) this.pick(at);
  }

  letGo() {
    this.held?.copy?.remove();
    this.held?.piece?.classList.remove("lifted");
    this.held = null;
  }

  // note draws or removes a mark or an arrow of the person.
  note(from, to) {
    const key = JSON.stringify([from, to]);
    if (!this.notes.delete(key)) this.notes.set(key, [from, to]);
    this.refresh();
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
      this.pressed = true;
      this.pick(cell);
    } else if (e.key === "Escape" || e.key === "Backspace") {
      e.preventDefault();
      this.back();
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

  // refresh shows which cells can be touched, and the parts of a move so far.
  refresh() {
    if (!this.svg) return;
    for (const m of this.root.querySelectorAll(".mark, .arrow, .preview")) m.remove();
    for (const n of this.root.querySelectorAll(".away")) if (!this.over.querySelector(".copy")) n.classList.remove("away");
    const s = this.selection;
    const next = s.next();
    const first = s.first();
    const interactive = s.moves.length > 0 || this.own !== null;
    let tab = null;
    for (const [id, node] of this.cells) {
      const can = next.has(id) || first.has(id) || (s.moves.length === 0 && this.mine(id));
      node.classList.toggle("can", can && s.moves.length > 0);
      node.classList.toggle("hold", this.movable(id));
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
    if (interactive) this.svg.setAttribute("role", "group");
    if (s.cells.length > 0) for (const id of next) this.mark(id, this.cells.get(id)?.querySelector(":scope > [data-piece]") ? "ring" : "target");
    else for (const id of this.telling(first)) this.mark(id, "target small");
    for (const id of s.cells) this.mark(id, "picked");
    for (const id of this.ending) this.mark(id, "ends");
    for (const a of this.attacked) this.mark(a.cell, "attacked");
    for (const t of this.threats) {
      if (t.cells.length) this.mark(t.cells.at(-1), "threat");
      if (t.source && t.cells.length > 1 && this.cells.has(t.cells[0]) && this.cells.has(t.cells.at(-1))) this.arrow(t.cells[0], t.cells.at(-1), "arrow threat");
    }
    for (const id of this.premove) this.mark(id, "best");
    if (this.best) for (const id of this.best.any ? this.best.cells.slice(0, 1) : this.best.cells ?? []) this.mark(id, "best");
    for (const [i, m] of this.lines.entries()) {
      const [from, to] = [m.cells[0], m.cells.at(-1)];
      if (!this.cells.has(from) || !this.cells.has(to)) continue;
      if (m.source && from !== to) this.arrow(from, to, "arrow line" + Math.min(i, 2));
      else this.mark(m.any ? from : to, "line line" + Math.min(i, 2));
    }
    for (const [from, to] of this.notes.values()) {
      if (from === to) this.mark(from, "own");
      else this.arrow(from, to);
    }
    this.preview();
  }

  // telling returns the cells of some whose marks tell something: those with pieces, and free
  // ones unless nearly all free cells can be touched, as in go.
  telling(cells) {
    const free = (id) => !this.cells.get(id)?.querySelector(":scope > [data-piece]");
    const [some, all] = [[...cells].filter(free), [...this.cells.keys()].filter(free)];
    return some.length < 0.75 * all.length ? [...cells] : [...cells].filter((id) => !free(id));
  }

  // preview shows a piece where the parts of a move so far have put it.
  preview() {
    const s = this.selection;
    if (s.cells.length < 2 || !s.list[0]?.move.source) return;
    const piece = this.cells.get(s.cells[0])?.querySelector(":scope > .pc");
    const to = this.cells.get(s.list[0].move.cells[1]);
    if (!piece || !to || s.list[0].at < 2) return;
    const copy = this.lay(piece, middle(to));
    copy.setAttribute("class", "preview");
    for (const p of [piece, ...to.querySelectorAll(":scope > .pc")]) p.classList.add("away");
  }

  // arrow draws an arrow between two cells.
  arrow(from, to, kind = "arrow") {
    const a = middle(this.cells.get(from));
    const b = middle(this.cells.get(to));
    const way = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const u = { x: (b.x - a.x) / way, y: (b.y - a.y) / way };
    const end = { x: b.x - 8 * u.x, y: b.y - 8 * u.y };
    const wing = (side) => `${end.x - 13 * u.x + side * 10 * u.y} ${end.y - 13 * u.y - side * 10 * u.x}`;
    this.over.append(make("path", { class: kind, d: `M${a.x} ${a.y} L${end.x} ${end.y} M${wing(1)} L${end.x} ${end.y} L${wing(-1)}` }));
  }

  // mark draws a sign on a cell.
  mark(id, kind) {
    const node = this.cells.get(id);
    if (!node) return;
    const box = (node.querySelector(":scope > .g") ?? node).getBBox();
    const size = Math.min(box.width, box.height);
    const x = box.x + box.width / 2;
    if (kind === "target small") {
      const low = node.querySelector(":scope > [data-piece]") ? box.height - size * 0.12 : box.height / 2; // below a piece
      node.append(make("circle", { class: "mark target", cx: x, cy: box.y + low, r: size * 0.06 }));
    }
    else if (kind === "target") node.append(make("circle", { class: "mark target", cx: x, cy: box.y + box.height / 2, r: size * 0.16 }));
    else if (["ring", "own", "ends", "threat"].includes(kind) || kind.startsWith("line")) node.append(make("circle", { class: "mark " + kind, cx: x, cy: box.y + box.height / 2, r: size * 0.44 }));
    else if (kind === "attacked") node.querySelector(":scope > .g")?.after(make("circle", { class: "mark attacked", cx: x, cy: box.y + box.height / 2, r: size * 0.48 }));
    else {
      const inset = size * 0.05;
      node.append(make("rect", {
        class: "mark " + kind, x: box.x + inset, y: box.y + inset, rx: size * 0.12,
        width: Math.max(box.width - 2 * inset, 1), height: Math.max(box.height - 2 * inset, 1),
      }));
    }
  }

  // name returns what people call a cell.
  name(id) {
    return this.cells.get(id)?.querySelector("title")?.textContent.split(":")[0] ?? id;
  }
}

// parse reads a picture. Only shapes and texts of it are taken: the page allows nothing to
// run anyway. Styles are adopted rather than written, which is what the page's policy asks
// for, so they are taken out before it is read.
export function parse(text) {
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
  const fresh = document.importNode(svg, true);
  for (const node of [fresh, ...fresh.querySelectorAll("[data-style]")]) {
    if (node.dataset.style) node.style.cssText = node.dataset.style;
  }
  return { svg: fresh, sheet };
}

// make returns a new element of a picture.
function make(kind, attributes) {
  const node = document.createElementNS(ns, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

// middle returns the middle of a cell in the coordinates of the picture.
function middle(node) {
  const m = node.transform.baseVal.consolidate()?.matrix;
  return { x: m?.e ?? 0, y: m?.f ?? 0 };
}

// frame sets the view box of an image to its contents, with a margin.
export function frame(picture, margin) {
  const box = picture.getBBox();
  if (box.width > 0) picture.setAttribute("viewBox", [box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin].map((v) => v.toFixed(1)).join(" "));
}

// size limits how much an image is enlarged.
export function size(picture, most) {
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  const width = picture.viewBox.baseVal?.width || 400;
  picture.style.maxWidth = `${Math.round(width * most)}px`;
}

function centre(node) {
  const r = node.getBoundingClientRect();
  return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
}
