'use client';

import { useTranslations } from 'next-intl';
import { Button } from './button';
import { Dialog } from './dialog';

/** Asks once before what cannot be taken back. */
export function ConfirmDialog(props: {
  open: boolean;
  title: string;
  text: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('shell');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      foot={
        <>
          <Button onClick={props.onClose}>{t('keep')}</Button>
          <Button
            look="primary"
            onClick={() => {
              props.onClose();
              props.onConfirm();
            }}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
