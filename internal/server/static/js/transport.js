// How the scripts reach the API: over HTTP. A page without a server has another file with
// the same functions in the place of this one.

const root = "/api/v1";

// request sends a request and returns a Response. Its Error has a message for people.
export async function request(path, init) {
  try {
    return await fetch(root + path, init);
  } catch {
    throw new Error("The server cannot be reached.");
  }
}

// stream opens a stream of events.
export const stream = (path) => new EventSource(root + path);

// socket opens a connection on which both sides send messages.
export function socket(path) {
  const url = new URL(root + path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

// image returns the address of a picture.
export const image = async (path) => root + path;
