import type { ReactNode } from 'react';
import { PageActionsProvider } from '../../shell/page-actions';
import { TopBar } from '../../shell/top-bar';

/** Pages with the common top bar; the editor brings its own. */
export default function ShellLayout({ children }: { children: ReactNode }) {
  return (
    <PageActionsProvider>
      <div className="shell">
        <TopBar />
        {children}
      </div>
    </PageActionsProvider>
  );
}
