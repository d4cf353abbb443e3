import type { Page } from '@playwright/test';
import { bareGraph, makeWorkflow } from './support/graphs';
import { card, centre, openEditor } from './support/studio';
import { expect, test } from './support/test';

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name of the workflow' });
const saveMark = (page: Page) => page.locator('.save-mark');

const twoTabs = test.extend<{ tabs: { id: string; first: Page; second: Page } }>({
  tabs: async ({ signedInPage: first, service, allowed }, use) => {
    allowed.push(/409/);
    const { id } = await makeWorkflow(service, bareGraph('Shared'));
    const second = await first.context().newPage();
    for (const tab of [first, second]) await openEditor(tab, id);
    await use({ id, first, second });
  },
});

twoTabs(
  'B51: the second of two tabs is told of the first one, and neither loses anything',
  async ({ tabs: { id, first, second }, service }) => {
    await nameOf(first).fill('Named in the first tab');
    await expect(saveMark(first)).toContainText(/Saved \S/);
    await nameOf(second).fill('Named in the second tab');
    // It comes to light under a drag, which goes on.
    const from = await centre(card(second, 'output').locator('b').first());
    await second.mouse.move(from.x, from.y);
    await second.mouse.down();
    await second.mouse.move(from.x + 2, from.y + 2);
    await expect(saveMark(second)).toContainText('Not saved: somebody else saved first.');
    await second.mouse.move(from.x + 40, from.y + 80, { steps: 4 });
    await second.mouse.up();
    expect((await centre(card(second, 'output').locator('b').first())).y - from.y).toBe(80);
    const stored = () => service.call<{ draft: { graph: { name: string } } }>('GET', `/workflows/${id}`);
    expect((await stored()).draft.graph.name).toBe('Named in the first tab');
    await expect(nameOf(second)).toHaveValue('Named in the second tab');

    await saveMark(second).getByRole('button', { name: 'Compare' }).click();
    const dialog = second.getByRole('dialog', { name: 'Two versions of this draft' });
    await expect(dialog).toContainText('revision 2');
    await expect(dialog).toContainText(/You saved this draft .+ ago elsewhere/);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(dialog.getByRole('listitem')).toContainText(['name']);
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    await expect(nameOf(second)).toHaveValue('Named in the first tab');

    await second.getByRole('button', { name: /^Undo/ }).click();
    await expect(nameOf(second)).toHaveValue('Named in the second tab');
    await expect(saveMark(second)).toContainText(/Saved \S/);
    expect((await stored()).draft.graph.name).toBe('Named in the second tab');

    // The first tab has nothing to save, and yet what it shows is not what would run, or be published.
    for (const [open, confirm] of [
      ['Run', /^Start/],
      ['Publish', 'Publish'],
    ] as const) {
      await first.getByRole('button', { name: open, exact: true }).click();
      const asked = first.getByRole('dialog').getByRole('button', { name: confirm });
      await expect(asked).toBeEnabled();
      await second.bringToFront();
      await nameOf(second).fill(`Before ${open}`);
      await expect(saveMark(second)).toContainText(/Saved \S/);
      await asked.click();
      const stale = first.getByRole('dialog', { name: 'Two versions of this draft' });
      await stale.getByRole('button', { name: 'Take theirs' }).click();
      await expect(nameOf(first)).toHaveValue(`Before ${open}`);
    }
    expect(await service.call('GET', `/workflows/${id}`)).not.toHaveProperty('published');
  },
);

twoTabs(
  'B51: a tab that was left in a conflict keeps its own, and writes it over the other when asked, once',
  async ({ tabs: { id, first, second }, service }) => {
    await nameOf(first).fill('First');
    await expect(saveMark(first)).toContainText(/Saved \S/);
    await nameOf(second).fill('Second');
    await expect(saveMark(second)).toContainText('somebody else saved first');
    await second.getByRole('link', { name: 'Workflows', exact: true }).click();
    await expect(second.locator('.toast')).toContainText('“Second” is not saved yet.');
    await second.goBack();
    await expect(nameOf(second)).toHaveValue('Second');

    await second.locator('.toast').getByRole('button').click();
    await second.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = second.getByRole('dialog', { name: 'Two versions of this draft' });
    await expect(dialog).toBeVisible();
    await expect(second.locator('.toast')).toBeHidden();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(saveMark(second)).toContainText(/Saved \S/);
    expect(await service.call('GET', `/workflows/${id}`)).toMatchObject({
      draft: { revision: 3, graph: { name: 'Second' } },
    });
  },
);
