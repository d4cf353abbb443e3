'use client';

import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';

/** One of a few, all in view. */
export function Segmented<Id extends string>(props: {
  label: string;
  value: Id;
  options: readonly { id: Id; label: ReactNode }[];
  onChange: (id: Id) => void;
}) {
  return (
    <RadioGroup.Root
      className="seg"
      aria-label={props.label}
      value={props.value}
      onValueChange={(id) => props.onChange(id as Id)}
      orientation="horizontal"
    >
      {props.options.map((option) => (
        <RadioGroup.Item key={option.id} value={option.id}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
