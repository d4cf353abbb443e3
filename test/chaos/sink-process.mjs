/*
 * The outside of a chaos run, as a process of its own: it writes each call to a file and to the disk before it answers,
 * so that what it has seen is certain whatever happens to the caller. `node sink-process.mjs FILE`.
 */
import { fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';

const file = openSync(process.argv[2], 'a');
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    writeSync(file, `${request.method} ${request.url}\n`);
    fsyncSync(file);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
