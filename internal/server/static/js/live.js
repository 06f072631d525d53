// An analysis that reports what it finds while it goes on: server-sent events that answer a
// POST, which an EventSource cannot send.

// live starts an analysis and returns what stops it. Handlers are by kind of event.
export function live(request, handlers) {
  const control = new AbortController();
  run(request, handlers, control.signal).catch((err) => {
    if (!control.signal.aborted) handlers.problem?.({ title: err.message });
  });
  return () => control.abort();
}

async function run(request, handlers, signal) {
  const res = await fetch("/api/v1/analyse/live", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal });
  if (!res.ok) {
    handlers.problem?.(await res.json());
    return;
  }
  const reader = res.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const e of events) {
      const fields = Object.fromEntries(e.split("\n").map((line) => { const at = line.indexOf(": "); return [line.slice(0, at), line.slice(at + 2)]; }));
      if (fields.event && !signal.aborted) handlers[fields.event]?.(JSON.parse(fields.data));
    }
  }
}
