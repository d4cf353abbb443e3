'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Dialog as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from './button';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Said to a screen reader; shown nowhere. */
  readonly description?: string;
  /** Beside the title, such as a choice of view. */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  readonly wide?: boolean;
  /** Holds nothing that takes the focus, so that its body must, or no key could scroll it. */
  readonly scrolls?: boolean;
  /** Takes the focus when the dialog opens; else its first control does. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Keys that mean the same wherever the focus is inside. */
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus, closes with Escape, gives the focus back. */
export function Dialog(props: DialogProps) {
  const t = useTranslations('shell');
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className={props.wide ? 'dialog wide' : 'dialog'}
          onKeyDown={props.onKeyDown}
          onOpenAutoFocus={(event) => {
            if (!props.first?.current) return;
            event.preventDefault();
            props.first.current.focus();
          }}
          {...(props.description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <Radix.Title asChild>
              <h2>{props.title}</h2>
            </Radix.Title>
            {props.head}
            <Radix.Close asChild>
              <IconButton label={t('close')}>
                <X className="i" aria-hidden />
              </IconButton>
            </Radix.Close>
          </div>
          {props.description ? (
            <Radix.Description className="sr">{props.description}</Radix.Description>
          ) : null}
          <div className="dialog-body" tabIndex={props.scrolls ? 0 : undefined}>
            {props.children}
          </div>
          {props.foot ? <div className="dialog-foot">{props.foot}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
