import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Outside, startOutside } from './outside';
import { type BuiltService, startBuiltService } from './service';

/** What the browser reports as wrong although the test asked for it, such as the refusal of a conflicting save. */
export type Allowed = RegExp[];

interface TestFixtures {
  /** Push what this test provokes; anything else that the browser reports fails the test. */
  readonly allowed: Allowed;
  /** A page of a signed-in browser, at the first page. Further tabs: `signedInPage.context().newPage()`. */
  readonly signedInPage: Page;
}

interface WorkerFixtures {
  readonly outside: Outside;
  readonly service: BuiltService;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const outside = await startOutside();
      await use(outside);
      await outside.close();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ outside }, use) => {
      const service = await startBuiltService({
        WEFTWORK_HTTP_ALLOW: outside.host,
        WEFTWORK_HOSTS: 'phone.test',
      });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  allowed: async ({}, use) => use([]),
  context: async ({ context, allowed }, use) => {
    const faults = await watchFaults(context);
    await use(context);
    expect(
      faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
      'errors, refusals and policy violations that the browser reported',
    ).toEqual([]);
  },
  signedInPage: async ({ context, service }, use) => {
    const { url } = await service.call<{ url: string }>('POST', '/sign-in-links');
    const page = await context.newPage();
    await page.goto(url);
    await expect(page).toHaveURL(`${service.url}/workflows`);
    await use(page);
  },
});

export { expect };

/** Collects what no page may do: throw, log an error, or break its own content policy. */
async function watchFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `policy violation: ${event.violatedDirective} refused ${event.blockedURI || event.sample}`,
      );
    });
  });
  context.on('weberror', (error) => faults.push(`page error: ${error.error().stack ?? error.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  return faults;
}
