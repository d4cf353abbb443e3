import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Outside, startOutside } from './outside';
import { type BuiltService, startBuiltService } from './service';

/** What the browser reports as wrong although the test asked for it, such as the refusal of a conflicting save. */
export type Allowed = RegExp[];

interface TestFixtures {
  /** Push what this test provokes; anything else that the browser reports fails the test. */
  readonly allowed: Allowed;
  /** An empty page of a browser that is signed in. Further tabs: `signedInPage.context().newPage()`. */
  readonly signedInPage: Page;
  /** The first page of the studio, where the link of a person leads who signs in. */
  readonly firstPage: Page;
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
  // Most tests go somewhere else than where the link leads, so it is taken without opening a page.
  signedInPage: async ({ context, service }, use) => {
    const answer = await context.request.get(await signInLink(service), { maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    await use(await context.newPage());
  },
  firstPage: async ({ page, service }, use) => {
    await page.goto(await signInLink(service));
    await expect(page).toHaveURL(`${service.url}/workflows`);
    await use(page);
  },
});

export { expect };

export async function signInLink(service: BuiltService): Promise<string> {
  return (await service.call<{ url: string }>('POST', '/sign-in-links')).url;
}

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
