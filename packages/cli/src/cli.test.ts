import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EventEnvelope, JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { finish, root, useCommandLine } from './testing/command-line';
import { approval, form, graph } from './testing/graphs';

const cli = useCommandLine();

describe('hash', () => {
  it('prints hash, two blanks and name for each file, and needs no service', async () => {
    const path = join(root, 'packages/schema/data/graph-hash-vectors.json');
    const vectors = JSON.parse(await readFile(path, 'utf8')) as { input: JsonObject; graphHash: string }[];
    const some = vectors.slice(0, 3);
    const names = await Promise.all(some.map(({ input }) => cli.file(input)));
    const { code, out } = await cli.weftwork(['hash', ...names], {
      WEFTWORK_HOME: join(cli.folder, 'nowhere'),
    });
    expect(out).toBe(some.map(({ graphHash }, index) => `${graphHash}  ${names[index]}\n`).join(''));
    expect(code).toBe(0);
    expect(existsSync(join(cli.folder, 'nowhere'))).toBe(false);
  });

  it('tells what is wrong with a file and goes on with the next', async () => {
    const good = await cli.file({ graph: graph('fine'), layout: {} });
    const bad = await cli.file('{"id": "a", "id": "b"}');
    const { code, out, err } = await cli.weftwork(['hash', bad, good]);
    expect(out).toMatch(/^[0-9a-f]{64} {2}.*\n$/);
    expect(err).toContain('DUPLICATE_KEY');
    expect(code).toBe(2);
  });
});

it('says in a line that a JSON file is no workflow', async () => {
  const other = await cli.file({ name: 'package', dependencies: { a: '1' } });
  for (const command of ['hash', 'validate']) {
    expect(await cli.weftwork([command, other])).toEqual({
      code: 2,
      out: '',
      err: `${other} is not a workflow file.\n`,
    });
  }
});

describe('wrong use', () => {
  const cases: [string, string[], string][] = [
    ['an unknown command', ['dance'], "unknown command 'dance'"],
    ['a missing argument', ['run'], "missing required argument 'file-or-workflow'"],
    ['a file that is not there', ['run', './nope.json'], 'there is no such file'],
    ['input that is no JSON', ['run', 'x', '--input', '{'], '--input: '],
    ['input with a key twice', ['run', 'x', '--input', '{"a":1,"a":2}'], 'DUPLICATE_KEY /a'],
    [
      'input with an id too long',
      ['run', 'x', '--input', '{"a":[9007199254740993]}'],
      '/a/0: 9007199254740993 ',
    ],
    ['input that is no object', ['run', 'x', '--input', '[1]'], 'needs a JSON object'],
    ['an unknown workflow', ['run', 'nobody'], 'There is no file and no workflow "nobody"'],
    ['an unknown run', ['runs', 'nobody'], 'NOT_FOUND'],
    ['a signal without a key', ['signal', 'paid'], "required option '--key <key>'"],
    ['an unknown status', ['runs', '--status', 'happy'], '--status knows'],
  ];
  it.each(cases)('%s answers 2', async (_name, args, message) => {
    const { code, out, err } = await cli.weftwork(args);
    expect(err).toContain(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});

it('sends a signal to the run that waits for it, and says when it was sent before', async () => {
  const wait = { mode: 'signal', signal: { name: 'paid', key: '{{ inputs.order }}' } };
  await cli.client.createWorkflow({
    ...{ id: 'waiter', name: 'Waiter' },
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'wait', type: 'human_input', name: 'Wait', config: wait },
      { id: 'output', type: 'output', name: 'Out', config: { value: { n: '{{ nodes.wait.data.n }}' } } },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'wait' },
      { id: 'b', source: 'wait', sourceHandle: 'answered', target: 'output' },
    ],
  });
  await cli.client.publishWorkflow('waiter');
  const run = await cli.client.startRun({ workflowId: 'waiter', input: { order: 'a1' } }, { wait: 10 });
  expect(run.waitReason).toBe('signal');
  const args = ['signal', 'paid', '--key', 'a1', '--payload', '{"n": 3}', '--idempotency-id', 'm1'];
  const { code, out } = await cli.weftwork(args);
  expect(out).toMatch(/^Signal \d+ is kept; delivered to 1 step\.\n/);
  expect(out).toContain(`✓ ${run.id}  wait~~1`);
  expect(code).toBe(0);
  expect((await cli.weftwork(args)).out).toContain('nothing was delivered');
  await expect.poll(async () => (await cli.client.getRun(run.id)).output).toEqual({ n: 3 });
  const kept = await cli.client.listSignals({ name: 'paid', key: 'a1' });
  expect(kept.items).toMatchObject([{ payload: { n: 3 }, idempotencyId: 'm1' }]);
});

describe('run', () => {
  it('prints the events of a file as they come and its output, and answers 0', async () => {
    const { code, out } = await cli.weftwork(['run', await cli.file(graph('plain')), '--input', '{"n": 7}']);
    expect(out).toMatch(/▶ Start\n✓ Start\n▶ Out\n✓ Out\n✓ completed\n\{\n {2}"n": 7\n\}\n$/);
    expect(code).toBe(0);
  });

  it('prints events as JSON without a gap', async () => {
    const input = await cli.file({ n: 3 });
    const { code, out } = await cli.weftwork([
      'run',
      await cli.file(graph('lines')),
      '--json',
      '--input',
      `@${input}`,
    ]);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as EventEnvelope);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'run.completed', data: { output: { n: 3 } } });
    expect(code).toBe(0);
  });

  it('answers 1 when the run fails, and says why', async () => {
    const failing = graph('failing', [], { n: '{{ inputs.nothing.there }}' });
    const { code, out } = await cli.weftwork(['run', await cli.file(failing)]);
    expect(out).toContain('✗ failed: EXPRESSION_MISSING');
    expect(code).toBe(1);
  });

  it('lists the issues of a file that cannot run, and answers 2', async () => {
    const broken = graph('broken', [], { n: '{{ nodes.ghost.data }}' });
    const { code, err } = await cli.weftwork(['run', await cli.file(broken)]);
    expect(err).toMatch(/error REFERENCE_UNKNOWN_NODE \/nodes\/1\/config\/value\/n:/);
    expect(code).toBe(2);
  });

  it('refuses input that does not fit', async () => {
    const strict = { ...graph('strict'), inputSchema: { type: 'object', required: ['n'] } };
    const { code, err } = await cli.weftwork(['run', await cli.file(strict)]);
    expect(err).toContain('INVALID_INPUT');
    expect(code).toBe(2);
  });

  it('leaves a run waiting when nobody can be asked, answers 3, and comes back to it', async () => {
    const waiting = await cli.weftwork(['run', await cli.file(graph('waits', [approval()]))]);
    expect(waiting.code).toBe(3);
    const runId = /npx weftwork runs (\S+)/.exec(waiting.err)![1]!;
    const answers = await cli.file({ review: { approve: true, reason: 'looks good' } });
    const { code, out } = await cli.weftwork(['runs', runId, '--answers', answers]);
    expect(out).toContain('◆ Review approved by owner');
    expect(out).toContain('✓ completed');
    expect(code).toBe(0);
  });

  it('takes answers from a file, several for one node too', async () => {
    const two = graph('two', [approval('first'), form()]);
    const answers = await cli.file({ first: 'approve', ask: [{ name: 'x' }, { name: 'Ada' }] });
    const refused = await cli.weftwork(['run', await cli.file(two), '--answers', answers]);
    expect(refused.err).toContain('error INVALID_FIELD /name');
    expect(refused.code).toBe(0);
    const good = await cli.file(['approve', { name: 'Ada' }]);
    expect((await cli.weftwork(['run', await cli.file(two), '--answers', good])).code).toBe(0);
  });

  it('answers 1 when a rejection ends the run', async () => {
    const answers = await cli.file({ review: 'reject' });
    const { code, out } = await cli.weftwork([
      'run',
      await cli.file(graph('no', [approval()])),
      '--answers',
      answers,
    ]);
    expect(out).toContain('GATE_REJECTED');
    expect(code).toBe(1);
  });

  it('asks for what a sub-workflow waits for, and leaves when nobody can be asked', async () => {
    const { id: workflowId } = await cli.client.createWorkflow(graph('child', [approval()]));
    await cli.client.publishWorkflow(workflowId);
    const child = { id: 'sub', type: 'subworkflow', name: 'Sub', config: { workflowId, input: {} } };
    const parent = await cli.file(graph('parent', [child]));
    const left = await cli.weftwork(['run', parent]);
    expect(left.out).toContain('◆ Review asks: Go on?');
    expect(left.code).toBe(3);
    const answers = await cli.file({ review: 'approve' });
    expect((await cli.weftwork(['run', parent, '--answers', answers])).code).toBe(0);
  });

  it('settles a call of unknown outcome', async () => {
    const broken = createServer((request) => request.socket.destroy());
    await new Promise<void>((done) => broken.listen(0, '127.0.0.1', done));
    const { port } = broken.address() as AddressInfo;
    const call = {
      id: 'call',
      type: 'http',
      name: 'Call',
      config: { method: 'POST', url: `http://127.0.0.1:${port}/` },
    };
    const name = await cli.file(graph('unsure', [call], { note: '{{ nodes.call.data.note }}' }));
    const left = await cli.weftwork(['run', name]);
    expect(left.out).toContain('? Call: nobody knows whether the call arrived');
    expect(left.code).toBe(3);
    const answers = await cli.file({ call: { outcome: 'done', data: { note: 'it did' } } });
    const { code, out } = await cli.weftwork(['run', name, '--answers', answers]);
    expect(out).toContain('"note": "it did"');
    expect(code).toBe(0);
    broken.close();
  });

  it('runs a workflow by id or by name, in the version asked for', async () => {
    const { id } = await cli.client.createWorkflow(graph('by_id'));
    const unpublished = await cli.weftwork(['run', id]);
    expect(unpublished.err).toContain('NOT_PUBLISHED');
    expect(unpublished.code).toBe(2);
    expect((await cli.weftwork(['run', id, '--version', 'draft'])).code).toBe(0);
    await cli.client.publishWorkflow(id);
    expect((await cli.weftwork(['run', 'Workflow by_id', '--version', '1'])).code).toBe(0);
  });

  it('names the ids when several workflows have the name', async () => {
    const ids: string[] = [];
    for (const id of ['twin_a', 'twin_b']) {
      ids.push((await cli.client.createWorkflow({ ...graph(id), name: 'Twins / today' })).id);
    }
    const { code, err } = await cli.weftwork(['run', 'Twins / today']);
    expect(err).toContain('Several workflows are called "Twins / today"');
    for (const id of ids) expect(err).toContain(id);
    expect(code).toBe(2);
  });

  it('touches nobody’s draft: a file that differs runs as a copy that is gone from the lists', async () => {
    await cli.client.createWorkflow(graph('mine', [], { n: 'what I drew' }));
    const before = (await cli.client.listWorkflows({ limit: 200 })).items.length;
    const { code, out } = await cli.weftwork([
      'run',
      await cli.file(graph('mine', [], { n: 'what the file says' })),
    ]);
    expect(out).toContain('what the file says');
    expect(code).toBe(0);
    const draft = (await cli.client.getWorkflow('mine')).draft;
    expect(draft.revision).toBe(1);
    expect(JSON.stringify(draft.graph)).toContain('what I drew');
    expect((await cli.client.listWorkflows({ limit: 200 })).items).toHaveLength(before);
  });

  it('saves artifacts where it is told to', async () => {
    const where = join(cli.folder, 'saved');
    const sample = join(root, 'samples/report_generation.json');
    const answers = await cli.file(['approve']);
    const { code } = await cli.weftwork(['run', sample, '--answers', answers, '--save', where]);
    expect(code).toBe(0);
    expect(await readdir(where)).toContain('专题报告.md');
    expect(await readFile(join(where, '专题报告.md'), 'utf8')).toMatch(/^# /);
  }, 60_000);

  it('leaves at Ctrl-C and says how to come back', async () => {
    const slow = graph('slow', [
      { id: 'loop', type: 'code', name: 'Slow', config: { source: 'function main() { for (;;); }' } },
    ]);
    const child = cli.start(['run', await cli.file({ ...slow, settings: { nodeTimeoutSeconds: 5 } })]);
    const result = finish(child);
    child.stdout.on('data', (chunk) => String(chunk).includes('▶ Slow') && child.kill('SIGINT'));
    const { code, err } = await result;
    expect(err).toContain('npx weftwork runs');
    expect(code).toBe(3);
    await cli.client.cancelRun(/npx weftwork runs (\S+)/.exec(err)![1]!);
  });
});

describe('on a terminal', () => {
  const hasScript = existsSync('/usr/bin/script');

  it.runIf(hasScript)('asks the person, field by field, and goes on', async () => {
    const name = await cli.file(graph('asks', [approval(), form()], { who: '{{ nodes.ask.data.name }}' }));
    const { code, out } = await cli.type(
      ['run', name],
      [
        ['Approve? (y/n)', 'y\r'],
        ['Comment', '\r'],
        ['name', 'Ada\r'],
      ],
    );
    expect(out.match(/Go on\?/g)).toHaveLength(1);
    expect(out).toContain('"who": "Ada"');
    expect(code).toBe(0);
  });

  it.runIf(hasScript)('leaves the run waiting at Ctrl-C in a question', async () => {
    const { code, out } = await cli.type(
      ['run', await cli.file(graph('leaves', [approval()]))],
      [['Approve? (y/n)', '\x03']],
    );
    expect(out).toContain('npx weftwork runs');
    expect(code).toBe(3);
  });
});

describe('publish', () => {
  it('saves and publishes, and says the same again for the same graph', async () => {
    const name = await cli.file(graph('pub'));
    const first = await cli.weftwork(['publish', name]);
    expect(first.out).toMatch(/^pub version 1 {2}[0-9a-f]{64}\n$/);
    expect(first.code).toBe(0);
    expect((await cli.weftwork(['publish', name])).out).toBe(first.out);
    const changed = await cli.file(graph('pub', [], { n: 'new' }));
    expect((await cli.weftwork(['publish', changed, '--note', 'a new n'])).out).toMatch(/^pub version 2 /);
    expect(await cli.client.getVersion('pub', 2)).toMatchObject({ note: 'a new n' });
  });

  it('publishes the draft of a workflow by its name', async () => {
    await cli.client.createWorkflow({ ...graph('named'), name: 'Tea / today' });
    expect((await cli.weftwork(['publish', 'Tea / today'])).out).toMatch(/^named version 1 /);
    expect((await cli.weftwork(['publish', 'Tea / tomorrow'])).err).toContain(
      'no file and no workflow "Tea / tom',
    );
  });

  it('lists every issue and publishes nothing', async () => {
    const { code, err } = await cli.weftwork([
      'publish',
      await cli.file(graph('pub', [], { n: '{{ nodes.ghost.data }}' })),
    ]);
    expect(err).toContain('REFERENCE_UNKNOWN_NODE /nodes/1/config/value/n');
    expect(code).toBe(2);
    expect((await cli.client.getWorkflow('pub')).published?.version).toBe(2);
  });

  it('keeps unpublished changes of the draft as a workflow of their own', async () => {
    const { draft } = await cli.client.getWorkflow('pub');
    await cli.client.saveDraft('pub', draft.revision, graph('pub', [], { n: 'my unsaved idea' }));
    const { code, err } = await cli.weftwork([
      'publish',
      await cli.file(graph('pub', [], { n: 'from the file' })),
    ]);
    expect(code).toBe(0);
    const copyId = /kept as the workflow (\S+)\./.exec(err)![1]!;
    expect(JSON.stringify((await cli.client.getWorkflow(copyId)).draft.graph)).toContain('my unsaved idea');
  });
});

describe('validate', () => {
  it('answers 0 for good files and 2 when any has an error', async () => {
    const good = await cli.file(graph('good'));
    const bad = await cli.file(graph('bad', [], { n: '{{ nodes.ghost.data }}' }));
    const shape = await cli.file({ ...graph('shape'), surprise: 1 });
    const fine = await cli.weftwork(['validate', good]);
    expect(fine).toMatchObject({ code: 0, out: `${good}: valid\n` });
    const { code, out } = await cli.weftwork(['validate', good, bad, shape]);
    expect(out).toContain(`${bad}: error REFERENCE_UNKNOWN_NODE /nodes/1/config/value/n`);
    expect(out).toContain(`${shape}: error UNKNOWN_FIELD /surprise`);
    expect(code).toBe(2);
  });
});

describe('runs and login', () => {
  it('lists runs, filtered, as text or JSON', async () => {
    const failed = await cli.weftwork(['runs', '--status', 'failed', '--json']);
    const statuses = failed.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { status: string }).status);
    expect(new Set(statuses)).toEqual(new Set(['failed']));
    for (const workflow of ['plain', 'Workflow plain']) {
      const { out } = await cli.weftwork(['runs', '--workflow', workflow]);
      expect(out).toMatch(/completed .* Workflow plain \(draft\)\n/);
    }
  });

  it('prints a link that signs in once', async () => {
    const { code, out } = await cli.weftwork(['login']);
    expect(code).toBe(0);
    expect(out.trim()).toMatch(new RegExp(`^${cli.url}/sign-in\\?token=`));
  });

  it('says how to start a service when none runs', async () => {
    const { code, err } = await cli.weftwork(['login'], { WEFTWORK_HOME: join(cli.folder, 'nowhere') });
    expect(err).toContain('npm start');
    expect(code).toBe(2);
  });
});

it('runs a service of its own for the length of the command when none is there', async () => {
  const own = join(cli.folder, 'own');
  const { code, out, err } = await cli.weftwork(['run', await cli.file(graph('alone'))], {
    WEFTWORK_HOME: own,
  });
  expect(out).toContain('✓ completed');
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(existsSync(join(own, 'service.json'))).toBe(false);
  expect(existsSync(join(own, 'postgres/postmaster.pid'))).toBe(false);
}, 60_000);
