'use client';

import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** A dialog around one form, sent by the button in its foot or by Enter. Without `send` there is nothing to send. */
export function FormDialog(props: {
  title: string;
  cancel: string;
  send: { label: string; off?: boolean } | undefined;
  /** Gets the focus. */
  first: RefObject<HTMLElement | null>;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const { send } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSend();
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      first={props.first}
      foot={
        <>
          <Button onClick={props.onClose}>{props.cancel}</Button>
          {send ? (
            <Button look="primary" type="submit" form={id} off={send.off ?? false}>
              {send.label}
            </Button>
          ) : null}
        </>
      }
    >
      {send ? (
        <form id={id} onSubmit={submit}>
          {props.children}
        </form>
      ) : (
        props.children
      )}
    </Dialog>
  );
}
