/** A cable between a console and its cloud that can be pulled: what is sent meanwhile gets no answer, not even a refusal. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export const startPlug = async (targetPort: number) => {
  const sockets = new Set<Socket>();
  let pulled = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // A connection that breaks is what this is for.
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (pulled) return void near.pause();
    const far = keep(connect(targetPort, "127.0.0.1"));
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    pull: (): void => {
      pulled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Connections from before are dead, as they are after a minute. */
    plugIn: (): void => {
      pulled = false;
      for (const socket of sockets) socket.destroy();
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
