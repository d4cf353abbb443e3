'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from './button';
import { copyText } from './clipboard';

export function CopyButton({ text, label }: { text: string | (() => string); label?: string }) {
  const t = useTranslations('shell');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <IconButton label={copied ? t('copied') : (label ?? t('copy'))} size="small" onClick={() => void copy()}>
      {copied ? <Check className="i" aria-hidden /> : <Copy className="i" aria-hidden />}
    </IconButton>
  );
}
