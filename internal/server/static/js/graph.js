// A graph of what the roles can expect, position by position.
import { svg } from "./api.js";

const [w, h, pad] = [320, 110, 6];

// graph draws the values, by position and role, or null where they are not known. Go is
// called with the position that is clicked.
export function graph(values, at, go) {
  const last = Math.max(values.length - 1, 1);
  const x = (i) => pad + (i / last) * (w - 2 * pad);
  const y = (v) => h - pad - (v / 100) * (h - 2 * pad);
  const roles = Math.max(0, ...values.map((row) => row?.length ?? 0));
  const lines = [];
  for (let r = 0; r < roles; r++) {
    let d = "";
    values.forEach((row, i) => {
      const v = row?.[r] ?? null;
      if (v !== null) d += `${d ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
    });
    lines.push(svg("path", { d: d || "M0 0", class: "s" + r }));
    values.forEach((row, i) => {
      const v = row?.[r] ?? null;
      const alone = v !== null && (values[i - 1]?.[r] ?? null) === null && (values[i + 1]?.[r] ?? null) === null;
      if (alone) lines.push(svg("circle", { class: "s" + r, cx: x(i).toFixed(1), cy: y(v).toFixed(1), r: 2.5 }));
    });
  }
  const picture = svg("svg", { viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": "What the roles can expect, step by step" },
    svg("line", { class: "axis", x1: pad, x2: w - pad, y1: y(50), y2: y(50) }), ...lines,
    svg("line", { class: "now", x1: x(at), x2: x(at), y1: pad, y2: h - pad }));
  picture.addEventListener("click", (e) => {
    const r = picture.getBoundingClientRect();
    go(Math.round((((e.clientX - r.left) / r.width) * w - pad) / (w - 2 * pad) * last));
  });
  return picture;
}
