import { expect, test } from './support/test';

/** What a browser says it can unpack. */
const ACCEPTED = { 'accept-encoding': 'gzip, deflate, br, zstd' };

test('pages come with all their files packed by the build, before and after the first pages are loaded', async ({
  service,
  playwright,
}) => {
  const http = await playwright.request.newContext({ baseURL: service.url, extraHTTPHeaders: ACCEPTED });
  for (const address of ['/workflows', '/workflows/any', '/workflows/any', '/runs']) {
    const page = await http.get(address);
    expect(page.status()).toBe(200);
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(page.headers()['content-security-policy'] ?? '')?.[1];
    expect(html).toContain(`nonce="${nonce}"`);

    const files = [...new Set(html.match(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g))];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const answer = await http.get(file);
      const {
        'content-encoding': encoding,
        'cache-control': kept,
        'content-length': size,
      } = answer.headers();
      expect([answer.status(), kept], file).toEqual([200, 'public, max-age=31536000, immutable']);
      if (Number(size) >= 1024) expect(encoding, file).toBe('br');
      expect((await answer.body()).length, file).toBeGreaterThanOrEqual(Number(size));
    }
  }
  await http.dispose();
});
