// A game in real time: its connection, clocks in seconds, and keys for moves.
import { $, el, toast } from "./api.js";
import { socket } from "./transport.js";

const paces = [0.5, 1, 2, 3, 4, 5, 10];

export class RealTime {
  // view returns what the server said last; show takes something newer.
  constructor(id, { view, show, move }) {
    Object.assign(this, { id, view, show, move, base: 0, at: 0, running: false, lag: null, due: new Set() });
    this.clocks = el("div", { class: "clocks" });
    this.seen = el("ol", { class: "seen", "aria-label": "What you saw, the newest first", "aria-live": "polite" });
    this.pace = el("select", {}, ...paces.map((s) => el("option", { value: s * 1000, textContent: `${s} s` })));
    this.paceBox = el("label", { class: "pace" }, "One unit of time lasts ", this.pace);
    const bar = $("clockbar");
    bar.hidden = false;
    bar.append(this.paceBox);
    bar.after(this.clocks, this.seen);
    document.addEventListener("keydown", (e) => this.key(e));
    this.connect();
    this.tick();
  }

  // request is what starting the clock asks for.
  request() {
    return { unitMs: Number(this.pace.value) };
  }

  // changed shows what a new view says about time.
  changed() {
    const { time, phase, game } = this.view();
    this.paceBox.hidden = phase !== "ready";
    if (phase === "ready" && this.shown !== time.unit) {
      this.shown = time.unit;
      if (![...this.pace.options].some((o) => Number(o.value) === time.unit * 1000)) this.pace.append(el("option", { value: time.unit * 1000, textContent: `${time.unit} s` }));
      this.pace.value = time.unit * 1000;
    }
    $("actions").classList.add("live");
    $("board").hidden = game.hidden; // there is nothing on it but what was seen
    this.seen.hidden = !game.hidden;
    this.seen.replaceChildren(...(time.seen ?? []).map((s) => el("li", {}, el("b", { textContent: s.text }), el("span", { class: "muted small", textContent: ` at ${(s.at * time.unit).toFixed(1)} s` }))));
    if (game.hidden && !time.seen?.length) this.seen.replaceChildren(el("li", { class: "muted", textContent: phase === "live" ? "Wait for what you see." : "What you see will be here." }));
    const list = time.clocks ?? [];
    this.clocks.replaceChildren(...list.map((c) => {
      const fill = el("span", { class: "fill" });
      const left = el("span", { class: "left" });
      const row = el("div", { class: "running", role: "timer", "aria-label": `${c.name}: time left` }, el("span", { class: "name", textContent: c.name }), el("span", { class: "track" }, fill), left);
      Object.assign(row, { clock: c, fill, left });
      return row;
    }));
    this.draw();
  }

  // glide is how long pieces take to their next place, in milliseconds: as long as they stay
  // there, so that what moves steadily is seen to.
  glide() {
    const { time } = this.view();
    const left = time.due ? (time.due - this.now()) * time.unit * 1000 : 0;
    return Math.max(120, Math.min(left || 200, 1000));
  }

  now() {
    return this.base + (this.running ? (performance.now() - this.at) / 1000 / this.view().time.unit : 0);
  }

  set(m) {
    this.base = m.now + (m.running ? (this.lag ?? 0) / 2000 / this.view().time.unit : 0);
    this.at = performance.now();
    this.running = m.running;
  }

  draw() {
    const { unit } = this.view().time;
    const now = this.now();
    $("clock").textContent = `${(now * unit).toFixed(1)} s`;
    for (const row of this.clocks.children) {
      const left = Math.max(0, row.clock.until - now);
      row.fill.style.width = `${Math.min(100, (100 * left) / (row.clock.total || 1)).toFixed(1)}%`;
      row.left.textContent = `${(left * unit).toFixed(1)} s`;
      row.classList.toggle("short", left * unit < 2);
    }
  }

  tick() {
    this.draw();
    requestAnimationFrame(() => this.tick());
  }

  // key makes the move that has a key.
  key(e) {
    if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.("input, select, textarea, dialog[open]")) return;
    if (e.key === " " && e.target.closest?.("button, summary, a")) return; // it presses that
    const { phase, moves } = this.view();
    const cell = $("board").shadowRoot?.activeElement; // arrows go from cell to cell there
    const m = phase === "live" && moves.find((o) => o.key && o.key.toLowerCase() === e.key.toLowerCase());
    if (!m || (cell && e.key.startsWith("Arrow"))) return;
    e.preventDefault();
    this.move(m);
    for (const b of $("actions").querySelectorAll("button")) if (b.dataset.key === m.key) b.classList.add("pressed"), setTimeout(() => b.classList.remove("pressed"), 150);
  }

  send(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "move", move: text }));
    else toast("The connection is lost; it is being made again.");
  }

  connect() {
    this.socket = socket(`/tables/${this.id}/live`);
    const { socket: line } = this;
    let ping = 0;
    line.addEventListener("open", () => {
      const send = () => line.readyState === WebSocket.OPEN && line.send(JSON.stringify({ type: "ping", sent: performance.now() }));
      send();
      ping = setInterval(send, 1000);
    });
    line.addEventListener("message", (e) => {
      const m = JSON.parse(e.data);
      if (m.type === "pong") {
        const trip = performance.now() - m.sent;
        this.lag = this.lag === null ? trip : 0.7 * this.lag + 0.3 * trip;
        $("lag").textContent = `lag ${Math.max(this.lag, 0.1).toFixed(this.lag < 10 ? 1 : 0)} ms`;
      }
      if (m.type === "view") this.show(m.view);
      this.set(m);
      if (m.type === "error") toast(m.detail);
    });
    line.addEventListener("close", () => {
      clearInterval(ping);
      $("lag").textContent = "connecting …";
      setTimeout(() => this.connect(), 1000);
    });
  }
}
