import { expect, type Page } from '@playwright/test';
import type { Scenes } from './scenes';

/** A page of the studio, and what tells that it is drawn. */
export interface StudioPage {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
}

export function studioPages({ completedRun, waitingRun, failedRun }: Scenes): readonly StudioPage[] {
  return [
    { name: 'workflows', path: '/workflows', ready: '.wl table' },
    { name: 'runs', path: '/runs', ready: '.run-table' },
    { name: 'inbox', path: '/inbox', ready: '.id-answer' },
    {
      name: 'editor',
      path: `/workflows/report_generation?run=${completedRun}`,
      ready: '[data-node-id="output"].is-completed',
    },
    { name: 'versions', path: '/workflows/report_generation/versions', ready: '.dg' },
    { name: 'completed-run', path: `/runs/${completedRun}`, ready: '.artifacts' },
    { name: 'waiting-run', path: `/runs/${waitingRun}`, ready: '.task-panel' },
    { name: 'failed-run', path: `/runs/${failedRun}`, ready: '.run-page .inspector' },
    {
      name: 'two-runs',
      path: `/runs/compare?a=${completedRun}&b=${waitingRun}`,
      ready: '.c-grid [data-step]',
    },
    { name: 'limits', path: '/settings', ready: '.set-table' },
    { name: 'signals', path: '/settings?part=signals', ready: '.set-table tbody td, .empty' },
    { name: 'nothing-there', path: '/nowhere', ready: '.lone' },
  ];
}

export async function visit(page: Page, { path, ready }: Pick<StudioPage, 'path' | 'ready'>): Promise<void> {
  await page.goto(path);
  await expect(page.locator(ready).first()).toBeVisible();
}
