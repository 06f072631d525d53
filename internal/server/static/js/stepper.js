// Stepping through a play of the game that is written, with the rules that apply.
import { $, el, post } from "./api.js";
import { hideExplanation, showExplanation } from "./explanation.js";

export class Stepper {
  // game returns the game as a request, show draws a board, and jump goes to a place in the
  // rules.
  constructor({ game, show, jump }) {
    Object.assign(this, { game, show, jump });
    this.steps = [];
    this.asked = 0;
    $("stepbox").addEventListener("toggle", () => this.open() && this.look());
    $("stepback").addEventListener("click", () => {
      this.steps.pop();
      this.look();
    });
    $("stepfresh").addEventListener("click", () => this.fresh());
    $("stepform").addEventListener("submit", (e) => {
      e.preventDefault();
      this.step();
    });
  }

  open() {
    return $("stepbox").open;
  }

  // fresh begins again, after the rules have changed.
  fresh() {
    this.steps = [];
    if (this.open()) this.look();
  }

  async look(about = "") {
    const number = ++this.asked;
    let answer;
    try {
      answer = await post("/explain", { ...this.game(), moves: this.steps.join("; "), about });
    } catch (err) {
      if (number === this.asked) $("stepped").textContent = err.message;
      return;
    }
    if (number !== this.asked) return;
    if (about) showExplanation(answer, this.jump);
    else this.present(answer);
  }

  present(answer) {
    this.answer = answer;
    this.show(answer.svg);
    $("stepback").disabled = $("stepfresh").disabled = this.steps.length === 0;
    const last = answer.last.map((m) => `${m.role}: ${m.text}`).join(", ");
    const goals = answer.roles.filter((r) => !r.chance).map((r) => `${r.role} ${r.goals.join("/") || "none"}`).join(", ");
    $("stepped").textContent = `${this.steps.length === 0 ? "The initial position." : `Step ${this.steps.length}: ${last}.`}${answer.over ? ` The play is over; goals: ${goals}.` : ""}`;
    hideExplanation();
    const selects = answer.over ? [] : answer.roles.filter((r) => r.moves.length).map((r, i) => {
      const id = `stepmove${i}`;
      const select = el("select", { id, name: r.role }, ...r.moves.map((m) => el("option", { value: m.text, textContent: m.name })));
      const why = el("button", { type: "button", textContent: "Why legal?", onclick: () => this.look(r.moves[select.selectedIndex].about) });
      return el("div", { class: "line" }, el("label", {}, r.role, select), r.moves[0].text === "" ? null : why);
    });
    const ends = this.gdl() ? [el("button", { type: "button", textContent: answer.over ? "Why over?" : "Why not over?", onclick: () => this.look("terminal") }),
      ...answer.roles.flatMap((r) => r.goals.map((g) => el("button", { type: "button", textContent: `Why ${r.role} ${g}?`, onclick: () => this.look(`(goal ${r.role} ${g})`) })))] : [];
    $("stepform").replaceChildren(...selects, el("p", { class: "actions" }, answer.over ? null : el("button", { type: "submit", class: "primary", textContent: "Step" }), ...(answer.over || this.steps.length === 0 ? ends : ends.slice(0, 1))));
    const fresh = answer.facts.filter((f) => f.new);
    $("stepfacts").replaceChildren(...(this.steps.length ? [el("h3", { textContent: fresh.length ? "Became true" : "Nothing became true" }),
      el("ul", { class: "facts" }, ...fresh.map((f) => el("li", {}, f.about ? el("button", { type: "button", class: "stepfact", textContent: f.text, onclick: () => this.look(f.about) }) : f.text)))] : []));
  }

  // gdl reports whether atoms can be explained, and not only moves.
  gdl() {
    return this.answer?.roles.some((r) => r.moves.some((m) => m.about.startsWith("(legal "))) || this.answer?.facts.some((f) => f.about);
  }

  step() {
    const moves = this.answer.roles.map((r) => new FormData($("stepform")).get(r.role) ?? r.moves[0]?.text ?? "");
    const rbg = !this.gdl();
    const mover = this.answer.roles.findIndex((r) => r.moves.length > 1);
    this.steps.push(rbg ? moves[mover] ?? moves.find(Boolean) : moves.length === 1 ? moves[0] : `(${moves.join(" ")})`);
    this.look();
  }
}
