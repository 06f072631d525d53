// Which moves the cells mean that a person has touched so far.
//
// A move has cells to touch, in order: its source, if it has one, and its targets. It is
// made as soon as no other move is meant, but never by its source alone. Other cells of a
// move, such as what it captures, are touched only to tell moves apart.

export class Selection {
  constructor(moves) {
    this.moves = moves.filter((m) => m.cells?.length);
    this.clear();
  }

  clear() {
    this.cells = [];
    this.parts = []; // what was possible before each of the cells
    this.list = this.moves.map((move) => ({ move, at: 0, told: false }));
  }

  // back takes the last part back.
  back() {
    this.cells.pop();
    this.list = this.parts.pop() ?? this.list;
  }

  // touch adds a cell. It returns the move that is meant now, if it is one.
  touch(cell) {
    if (this.cells.length && this.cells.at(-1) === cell && !this.list.some((c) => next(c) === cell)) {
      const done = this.complete();
      if (done.length === 1 && this.list.length > 1) return done[0];
      this.back();
      return null;
    }
    const found = this.after(cell);
    if (!found) {
      this.clear();
      return null;
    }
    if (found.fresh) this.clear();
    this.parts.push(this.list);
    this.cells.push(cell);
    this.list = found.list;
    return this.meant();
  }

  // after returns the moves that go on with a cell: as the next one to touch, as the first
  // of another move, or as one that tells moves apart.
  after(cell) {
    const first = () => this.moves.filter((m) => (m.any ? m.cells.includes(cell) : m.cells[0] === cell))
      .map((move) => ({ move, at: move.any ? move.cells.length : 1, told: false }));
    if (this.cells.length === 0) {
      const list = first();
      return list.length ? { list } : null;
    }
    let list = this.list.filter((c) => next(c) === cell).map((c) => ({ ...c, at: c.at + 1 }));
    if (list.length) return { list };
    list = first();
    if (list.length && !this.telling().has(cell)) return { list, fresh: true };
    list = this.list.flatMap((c) => {
      const later = c.move.any ? -1 : c.move.cells.indexOf(cell, c.at);
      if (later >= 0) return [{ ...c, at: later + 1, told: true }];
      return c.move.also?.includes(cell) ? [{ ...c, told: true }] : [];
    });
    return list.length ? { list } : null;
  }

  // meant returns the only move that is left, once more than its source was touched.
  meant() {
    if (this.list.length !== 1) return null;
    const [c] = this.list;
    const least = Math.min(c.move.source ? 2 : 1, c.move.cells.length);
    return c.at >= least || c.told ? c.move : null;
  }

  // complete returns the moves all of whose cells were touched.
  complete() {
    return this.cells.length ? this.list.filter((c) => next(c) === undefined).map((c) => c.move) : [];
  }

  // choices returns the moves that no further cell can tell apart.
  choices() {
    const done = this.complete();
    if (done.length === 0 || this.list.length < 2) return [];
    if (done.length < this.list.length) return done;
    const telling = this.telling();
    const key = (m) => (m.also ?? []).filter((c) => telling.has(c)).sort().join();
    return done.filter((m) => key(m) === "" || done.filter((o) => key(o) === key(m)).length > 1);
  }

  // telling returns the cells that tell complete moves apart.
  telling() {
    const done = this.complete();
    if (done.length < 2 || done.length < this.list.length) return new Set();
    const count = new Map();
    for (const m of done) for (const c of new Set(m.also ?? [])) count.set(c, (count.get(c) ?? 0) + 1);
    return new Set([...count].filter(([c, n]) => n < done.length && !this.cells.includes(c)).map(([c]) => c));
  }

  // first returns the cells with which moves begin.
  first() {
    return new Set(this.moves.flatMap((m) => (m.any ? m.cells : [m.cells[0]])));
  }

  // next returns the cells that can be touched now.
  next() {
    if (this.cells.length === 0) return this.first();
    return new Set([...this.list.map(next).filter((c) => c !== undefined), ...this.telling()]);
  }
}

// next returns the next cell of a candidate.
function next(c) {
  return c.move.any ? undefined : c.move.cells[c.at];
}
