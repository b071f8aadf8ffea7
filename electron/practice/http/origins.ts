/** The two addresses of the cloud. Each can go dead, as a machine that is down does: connections are cut, new ones refused. */
import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";

const HOST = "127.0.0.1";
const MAX_CONNECTIONS = 2_000;

export type OriginName = "primary" | "alternate";

/** Ends the connections that came by `port`. */
const cut = (sockets: ReadonlySet<Socket>, port: number): void => {
  for (const socket of sockets) if (socket.localPort === port) socket.destroy();
};

const listen = (server: NetServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(error);
    server.once("error", failed);
    server.listen(port, HOST, () => {
      server.off("error", failed);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** `server` serves both; `complain` is told when an address cannot be had again. */
export const createOrigins = (server: Server, complain: (port: number, error: Error) => void) => {
  const sockets = new Set<Socket>();
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // What comes by the other address is handed to the one server.
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit("connection", socket));
  other.maxConnections = MAX_CONNECTIONS;
  const origins = { primary: { server: server as NetServer, port: 0 }, alternate: { server: other, port: 0 } };
  const names = Object.keys(origins) as OriginName[];
  const returning = new Set<OriginName>();
  const complained = new Set<OriginName>();
  let closed = false;

  const hold = (name: OriginName, dead: boolean): void => {
    const origin = origins[name];
    if (dead && origin.server.listening) {
      origin.server.close();
      cut(sockets, origin.port);
    }
    if (dead || origin.server.listening || returning.has(name)) return;
    returning.add(name);
    listen(origin.server, origin.port)
      .then(() => {
        if (closed) origin.server.close();
      })
      .catch((error: unknown) => {
        // It is tried again and again, but told once.
        if (!complained.has(name)) complain(origin.port, error as Error);
        complained.add(name);
      })
      .finally(() => returning.delete(name));
  };

  return {
    /** `port` 0: any. Throws as the socket does. */
    open: async (port: number): Promise<void> => {
      origins.primary.port = await listen(server, port);
      origins.alternate.port = await listen(other, 0);
    },
    url: (name: OriginName): string => `http://${HOST}:${origins[name].port}`,
    /** Makes it so; called again and again. */
    hold: (dead: Readonly<Record<OriginName, boolean>>): void => {
      for (const name of names) hold(name, dead[name]);
    },
    close: (): void => {
      closed = true;
      for (const name of names) {
        origins[name].server.close();
        cut(sockets, origins[name].port);
      }
    },
  };
};
