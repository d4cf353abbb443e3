import type { ButtonHTMLAttributes, Ref } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'ghost';
  readonly size?: 'small' | 'normal' | 'large';
  readonly square?: boolean;
  readonly danger?: boolean;
  /** Off but still reachable by keyboard, with the reason in the title. */
  readonly off?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. With `off` it stays focusable, so that a reader hears why it does nothing. */
export function Button({ look = 'plain', size = 'normal', square, danger, off, ...rest }: ButtonProps) {
  const className = [
    'btn',
    look === 'primary' && 'pri',
    look === 'ghost' && 'ghost',
    size === 'small' && 'sm',
    size === 'large' && 'lg',
    square && 'sq',
    danger && 'danger',
    rest.className,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-disabled={off || undefined}
      onClick={off ? (event) => event.preventDefault() : rest.onClick}
    />
  );
}

/** A square button that shows only a sign; the label is its name and its tip. */
export function IconButton({ label, ...rest }: ButtonProps & { label: string }) {
  return <Button look="ghost" square {...rest} aria-label={label} title={rest.title ?? label} />;
}
