import { memo } from 'react';
import type { SignName } from './sign-sources';

/**
 * A sign on a card, as a picture that the style sheet of `SignSheet` paints. An `svg` element would be laid out,
 * transformed and clipped by itself, which at a hundred cards is half of what the browser does for a frame.
 */
export const Sign = memo(function Sign({ name, label }: { name: SignName; label?: string }) {
  return (
    <i
      className={`i sign sign-${name}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
});
