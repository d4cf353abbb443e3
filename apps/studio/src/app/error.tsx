'use client';

import { BrokenPage } from '../shell/broken-page';

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <BrokenPage error={error} retry={reset} />;
}
