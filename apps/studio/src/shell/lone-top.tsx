'use client';

import Link from 'next/link';
import { Logo } from './logo';
import { LanguageToggle, ThemeToggle } from './look-toggles';

/** What stands over a page that has no top bar: the name, and how it shall look. */
export function LoneTop() {
  return (
    <div className="lone-top">
      <Link className="brand" href="/workflows">
        <Logo />
        <b>Weftwork</b>
      </Link>
      <span className="sp" />
      <LanguageToggle />
      <ThemeToggle />
    </div>
  );
}
