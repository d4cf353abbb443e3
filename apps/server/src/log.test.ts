import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodedError } from '@weftwork/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './log';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-log-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('writes lines of JSON without the secrets that fields, messages, causes and stacks hold', async () => {
  const secrets = ['the-owners-token', 'hunter"22'];
  const log = await openLog(home, 'info', secrets);
  const cause = new Error('connect postgres://weft:hunter"22@db failed');
  const error = new CodedError('STORAGE_UNAVAILABLE', 'no database, said the-owners-token', { cause });
  log.error({ err: error, runId: 'r-1', node: 'call' }, 'walking a run');
  log.info(
    {
      headers: { authorization: 'Bearer the-owners-token', cookie: 'sid=abc' },
      url: '/sign-in?token=xyz123',
    },
    'asked',
  );
  log.child({ config: { password: 'pa55', $secret: 'NAME' } }).info('about hunter"22');
  log.debug('below the level');
  log.flush();
  const text = await readFile(join(home, 'service.log'), 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({
    runId: 'r-1',
    node: 'call',
    msg: 'walking a run',
    err: { code: 'STORAGE_UNAVAILABLE' },
  });
  for (const secret of ['the-owners-token', 'hunter', 'sid=abc', 'xyz123', 'pa55'])
    expect(text).not.toContain(secret);
});

it.runIf(process.platform === 'linux')('lets the service go on when the disk is full', async () => {
  await symlink('/dev/full', join(home, 'service.log'));
  const log = await openLog(home, 'warn', []);
  for (let line = 0; line < 3; line += 1) expect(() => log.warn('a matter')).not.toThrow();
});
