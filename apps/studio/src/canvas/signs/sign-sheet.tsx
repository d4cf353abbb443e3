'use client';

import { memo, useLayoutEffect, useRef } from 'react';
import { watchTheme } from '../watch-theme';
import { SIGNS, type SignSource } from './sign-sources';

/** The pictures of all signs, in the colours that the theme gives them where they stand. */
export const SignSheet = memo(function SignSheet() {
  const originals = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLStyleElement>(null);
  useLayoutEffect(() => {
    const make = () => {
      const drawn = [...(originals.current?.querySelectorAll('svg') ?? [])];
      if (sheet.current)
        sheet.current.textContent = drawn.map((svg, at) => ruleOf(SIGNS[at]!, svg)).join('\n');
    };
    make();
    return watchTheme(make);
  }, []);
  return (
    <>
      <style ref={sheet} />
      <div ref={originals} hidden>
        {SIGNS.map((source) => (
          <Original key={`${source.name} ${source.card}`} source={source} />
        ))}
      </div>
    </>
  );
});

/** A sign where its colour can be read: nothing here is seen. */
function Original({ source: { Icon, card, part } }: { source: SignSource }) {
  return (
    <div className={card}>
      <div className={part}>
        <Icon className="i" />
      </div>
    </div>
  );
}

function ruleOf({ name, card }: SignSource, svg: SVGSVGElement): string {
  const { color, fill } = getComputedStyle(svg);
  const picture = svg.cloneNode(true) as SVGSVGElement;
  picture.removeAttribute('class');
  picture.setAttribute('color', color);
  picture.setAttribute('fill', fill);
  const url = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  const where = card === undefined ? '' : `.${card.replace(' ', '.')} `;
  return `${where}.sign-${name} { background-image: url("${url}"); }`;
}
