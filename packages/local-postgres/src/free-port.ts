import { createServer } from 'node:net';

/** The wished loopback port when it is free, else any free one. */
export async function freePort(wished?: number): Promise<number> {
  if (wished !== undefined && (await tryListen(wished)) !== undefined) return wished;
  const port = await tryListen(0);
  if (port === undefined) throw new Error('no free port on 127.0.0.1');
  return port;
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
