import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, TOKEN } from '../testing/create-test-api';
import { attachment } from './artifact-routes';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.publish('a');
});

async function save(name: string, mimeType: string, bytes: Uint8Array): Promise<string> {
  const { body: run } = await api.call('POST /runs', { workflowId: 'a', input: { hold: 1 } });
  const { sha256 } = await api.store.blobs.put(bytes);
  const artifactId = `art_${Math.random().toString(36).slice(2)}`;
  const artifact = {
    artifactId,
    nodeId: 'a',
    path: '',
    attempt: 1,
    name,
    mimeType,
    sha256,
    bytes: bytes.length,
  };
  await api.store.runs.commit([
    {
      runId: run.id,
      epoch: 1,
      owner: 'test',
      leaseMs: 1000,
      baseSeq: 1,
      baseWakeSeq: 0,
      facts: { text: '', events: 0 },
      expectStatus: 'running',
      artifacts: [artifact],
    },
  ]);
  return artifactId;
}

const get = (id: string, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'GET',
    url: `/api/v1/artifacts/${id}`,
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  });

describe('an artifact', () => {
  it('G-20 comes as an attachment under its Unicode name, byte for byte', async () => {
    const bytes = new TextEncoder().encode('# 专题报告\n');
    const response = await get(await save('专题报告.md', 'text/markdown', bytes));
    expect(response.statusCode).toBe(200);
    expect(new Uint8Array(response.rawPayload)).toEqual(bytes);
    expect(response.headers['content-type']).toBe('text/markdown');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="____.md"; filename*=UTF-8''${encodeURIComponent('专题报告.md')}`,
    );
  });

  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml'])(
    'SEC19 of type %s can run nothing',
    async (type) => {
      const bytes = new TextEncoder().encode('<script>alert(1)</script>');
      const { headers } = await get(await save('x.html', type, bytes));
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain('sandbox');
    },
  );

  it.each(['text/html\r\nx-evil: 1', 'nonsense', ''])(
    'SEC19 with the type %j is only bytes',
    async (type) => {
      const { headers } = await get(await save('x', type, new Uint8Array([1])));
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['x-evil']).toBeUndefined();
    },
  );

  it('is not sent again to who has it', async () => {
    const id = await save('x', 'text/plain', new Uint8Array([1]));
    const first = await get(id);
    const again = await get(id, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it.each([
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '%2fetc%2fpasswd',
    '%00',
    'a%00b',
    'none',
    '%c0%ae%c0%ae',
  ])('SEC17 is found by id only: %s is 404', async (id) => {
    expect((await get(id)).statusCode).toBe(404);
  });
});

it.each([
  ['a b.txt', 'filename="a b.txt"; filename*=UTF-8\'\'a%20b.txt'],
  ['"quoted"\\.txt', 'filename="_quoted__.txt"; filename*=UTF-8\'\'%22quoted%22_.txt'],
  ['../../etc/passwd', 'filename=".._.._etc_passwd"; filename*=UTF-8\'\'.._.._etc_passwd'],
  ['a\r\nSet-Cookie: x', 'filename="a__Set-Cookie_ x"; filename*=UTF-8\'\'a__Set-Cookie%3A%20x'],
  ["it's (1)*.md", 'filename="it_s _1__.md"; filename*=UTF-8\'\'it%27s%20%281%29%2A.md'],
  ['\ud800', 'filename="_"; filename*=UTF-8\'\'%EF%BF%BD'],
  ['', 'filename="artifact"; filename*=UTF-8\'\'artifact'],
])('names %j safely', (name, expected) => {
  expect(attachment(name)).toBe(`attachment; ${expected}`);
});
