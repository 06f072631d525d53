// The shelf: games that somebody writes, kept in this browser with earlier versions.
const key = "ludex.workshop";
const mostVersions = 20;
const apart = 2 * 60_000; // versions are at least two minutes apart
const parts = ["name", "text", "look", "words"];

const same = (a, b) => parts.every((p) => (a[p] ?? "") === (b[p] ?? ""));
const only = (game) => Object.fromEntries(parts.map((p) => [p, game[p] ?? ""]));

export class Shelf {
  constructor() {
    this.games = [];
    this.current = null;
    this.failed = false; // the last change could not be kept
    this.read();
    // Other tabs write, too.
    addEventListener("storage", (e) => e.key === key && this.read());
  }

  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
      this.games = Array.isArray(kept.games) ? kept.games : [];
      this.current ??= kept.current ?? null;
    } catch {
      this.games = [];
    }
  }

  write() {
    try {
      localStorage.setItem(key, JSON.stringify({ current: this.current, games: this.games }));
      this.failed = false;
    } catch {
      this.failed = true; // the browser allows no storage, or it is full
    }
  }

  get(id = this.current) {
    return this.games.find((g) => g.id === id) ?? null;
  }

  // save keeps a game under an ID, or as a new one if it is null, and returns the ID. What it
  // was before becomes a version if the last one is old enough, or at once if that is wanted.
  save(id, game, { version = false } = {}) {
    this.read();
    let entry = this.get(id);
    const now = Date.now();
    if (!entry) {
      entry = { id: crypto.randomUUID?.() ?? String(now) + Math.random(), versions: [] };
      this.games.unshift(entry);
    } else if (same(entry, game)) {
      this.current = entry.id;
      this.write();
      return entry.id;
    } else if (version || now - (entry.versions[0]?.at ?? 0) > apart) {
      entry.versions.unshift({ at: entry.changed, ...only(entry) });
      entry.versions.length = Math.min(entry.versions.length, mostVersions);
    }
    Object.assign(entry, only(game), { changed: now });
    this.current = entry.id;
    this.write();
    return entry.id;
  }

  // note keeps more about a game, such as where it was published.
  note(id, more) {
    this.read();
    Object.assign(this.get(id) ?? {}, more);
    this.write();
  }

  remove(id) {
    this.read();
    this.games = this.games.filter((g) => g.id !== id);
    if (this.current === id) this.current = null;
    this.write();
  }

  duplicate(id) {
    const game = this.get(id);
    if (game) this.save(null, { ...only(game), name: (game.name + " copy").slice(0, 60) });
  }

  choose(id) {
    this.current = id;
    this.write();
  }
}
