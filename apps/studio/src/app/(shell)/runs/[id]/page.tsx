import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RunPage } from '../../../../runs/run-page';

export const metadata: Metadata = { title: 'Run' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense>
      <RunPage runId={decodeURIComponent(id)} />
    </Suspense>
  );
}
