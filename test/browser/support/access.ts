import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const THEMES = ['light', 'dark'] as const;

/** What breaks WCAG 2.2 AA on the page as it is now, in the one theme and in the other. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of THEMES) {
    await page.locator('html').evaluate(async (html, name) => {
      html.setAttribute('data-theme', name);
      // A colour on its way is neither that of the one nor of the other.
      const onTheirWay = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(onTheirWay.map((each) => each.finished));
    }, theme);
    faults.push(...(await faultsOfAccess(page)).map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

/** What breaks WCAG 2.2 AA on the page as it is now, however slight. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] }) // what keeps the rules need not be described
    .withTags(WCAG_22_AA)
    .analyze();
  const onCanvas = await page
    .locator('.react-flow__viewport button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('title')).filter((title) => title !== null),
    );
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // What stands on the canvas is as large as one likes: it zooms.
      .filter(
        ({ html }) => id !== 'target-size' || !onCanvas.some((title) => html.includes(`title="${title}"`)),
      )
      .map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
