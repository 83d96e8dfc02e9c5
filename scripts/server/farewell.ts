import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes a server once what is under way is answered. Whoever only holds a connection holds nothing up: neither a browser
 * that would go on asking over the one that it has, nor one that has opened a spare and said nothing yet, which Node
 * counts as busy.
 *
 * @param longestMs time that requests under way get to end; then they are cut off.
 * @returns what closes it, and resolves once the last connection is gone.
 */
export function prepareFarewell(server: Server, longestMs: number): () => Promise<void> {
  const connections = new Set<Socket>();
  let isClosing = false;
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    if (isClosing) response.shouldKeepAlive = false;
    response.once("close", () => {
      if (isClosing) request.socket.destroySoon();
    });
  });
  return async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const late = setTimeout(() => server.closeAllConnections(), longestMs);
    await closed;
    clearTimeout(late);
  };
}
