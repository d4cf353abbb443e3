'use client';

import { Activity, Inbox, Radio, SlidersHorizontal, Workflow } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useWorkflows } from '../api/queries';
import type { Command } from './command-palette';

const PAGES = [
  { href: '/workflows', word: 'workflows', Icon: Workflow },
  { href: '/runs', word: 'runs', Icon: Activity },
  { href: '/inbox', word: 'inbox', Icon: Inbox },
  { href: '/settings?part=limits', word: 'limits', Icon: SlidersHorizontal },
  { href: '/settings?part=signals', word: 'signals', Icon: Radio },
] as const;

/** Where one can go from any page: the pages, and every other workflow. */
export function useJumpCommands(besides?: string): readonly Command[] {
  const t = useTranslations('shell');
  const router = useRouter();
  const workflows = useWorkflows(true);
  const others = (workflows.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter(({ id }) => id !== besides);
  return [
    ...others.map(
      ({ id, name }): Command => ({
        id: `workflow-${id}`,
        group: 'workflows',
        label: name || id,
        words: id,
        detail: id,
        Icon: Workflow,
        run: () => router.push(`/workflows/${encodeURIComponent(id)}`),
      }),
    ),
    ...PAGES.map(
      ({ href, word, Icon }): Command => ({
        id: `page-${word}`,
        group: 'pages',
        label: t(`nav.${word}`),
        words: word,
        Icon,
        run: () => router.push(href),
      }),
    ),
  ];
}
