import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** The line between a browser and the service, which can be cut and mended like any other. */
export interface Line {
  /** The service as it is seen over this line. */
  readonly url: string;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(serviceUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((near) => {
    keep(near);
    if (!whole) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      whole = true;
    },
    close() {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
