// Computations that a page without a server can do: only the speed of random plays.
import { el, post } from "./api.js";

// runJob shows in an element that it measures, and calls done with the result.
export async function runJob(request, box, done) {
  box.replaceChildren(el("p", { role: "status", textContent: "playing at random for 3 seconds" }));
  try {
    const result = await post("/speed", request);
    box.replaceChildren();
    done({ status: "done", result });
  } catch (err) {
    box.replaceChildren(el("p", { class: "error", textContent: err.message }));
    done({ status: "failed" });
  }
}

// resultOf shows the result.
export const resultOf = ({ result }) => (result ? [el("table", { class: "list" }, el("tbody", {},
  ...[{ name: "engine", text: result.engine }, ...result.rows].map((row) => el("tr", {}, el("th", { scope: "row", textContent: row.name }), el("td", { textContent: row.text })))))] : []);
