'use client';

import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ComponentType, ReactNode } from 'react';

/** A menu that opens from its trigger; arrows, letters and Escape work as everywhere. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly Icon?: ComponentType<{ className?: string }>;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, Icon, danger, disabled, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={danger ? 'menu-item danger' : 'menu-item'}
      disabled={disabled}
      onSelect={onSelect}
    >
      {Icon ? <Icon className="i" /> : null}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}

export function MenuChoices(props: {
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.RadioGroup value={props.value} onValueChange={props.onChange}>
      {props.children}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem value={value} className="menu-item">
      {children}
      <DropdownMenu.ItemIndicator className="tick">
        <Check className="i" aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
