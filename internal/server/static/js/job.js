// Long computations with progress, which can be cancelled.
import { call, el, events, post, remove } from "./api.js";

// runJob starts a job, shows its progress in an element and calls done with its result.
export async function runJob(request, box, done) {
  const text = el("span", { role: "status" });
  const bar = el("progress", { max: 1 });
  const cancel = el("button", { type: "button", textContent: "Cancel" });
  const line = el("p", { class: "jobline" }, text, cancel);
  box.replaceChildren(line, bar);
  let job;
  try {
    job = await post("/jobs", request);
  } catch (err) {
    box.replaceChildren(el("p", { class: "error", textContent: err.message }));
    done({ status: "failed", error: err.message });
    return;
  }
  cancel.addEventListener("click", () => remove("/jobs/" + job.id).catch(() => {}));
  const show = (state) => {
    job = state;
    text.textContent = state.error || state.progress;
    if (state.part > 0) bar.value = state.part;
    if (["done", "failed", "cancelled"].includes(state.status)) {
      source.close();
      cancel.hidden = bar.hidden = true;
      if (state.error) text.className = "error";
      done(state);
    }
  };
  const source = events(`/jobs/${job.id}/events`, { job: show, broken: () => call("GET", "/jobs/" + job.id).then(show, () => {}) });
}

// resultOf shows the result of a job.
export function resultOf(job) {
  const list = [];
  const r = job.result;
  if (r?.rows) list.push(el("table", { class: "list" }, el("tbody", {}, ...r.rows.map((row) => el("tr", {}, el("th", { scope: "row", textContent: row.name }), el("td", { textContent: row.text }))))));
  if (r?.table) {
    list.push(el("table", { class: "list" },
      el("thead", {}, el("tr", {}, ...r.columns.map((c) => el("th", { class: "num", scope: "col", textContent: c })))),
      el("tbody", {}, ...r.table.map((row) => el("tr", {}, ...row.map((c) => el("td", { class: "num", textContent: typeof c === "number" ? c.toLocaleString() : c })))))));
  }
  for (const d of r?.diagnostics ?? []) list.push(el("p", { class: "small", textContent: `${d.severity} ${d.code}: ${d.message}` }));
  if (job.document) list.push(el("p", {}, el("a", { class: "button", href: job.document, target: "_blank", rel: "noopener", textContent: "Open the report" })));
  return list;
}
