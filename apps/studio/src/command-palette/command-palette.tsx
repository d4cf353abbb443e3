'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentType, Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NodeIcon } from '../ui/node-icon';
import './command-palette.css';
import { type Rankable, rankCommands } from './rank-commands';

/** One thing to do or to go to. */
export interface Command extends Rankable {
  readonly id: string;
  readonly detail?: string | undefined;
  readonly Icon?: ComponentType<{ className?: string }> | undefined;
  /** The sign of a node type in the place of an icon. */
  readonly nodeType?: string | undefined;
  readonly keys?: readonly string[];
  readonly run: () => void;
}

export interface CommandPaletteProps {
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}

/** Everything by its name: what is typed narrows the list, arrows choose, Enter does it. */
export function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const t = useTranslations('keyboard.commands');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const toDo = useRef<() => void>(undefined);
  const found = rankCommands(commands, text);
  const chosen = found[Math.min(at, found.length - 1)];

  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const choose = (command: Command | undefined) => {
    if (!command) return;
    toDo.current = command.run;
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1);
    else if (event.key === 'PageDown') setAt(Math.min(last, at + 8));
    else if (event.key === 'PageUp') setAt(Math.max(0, at - 8));
    else if (event.key === 'Enter') choose(chosen);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="dialog commands"
          aria-describedby={undefined}
          // Done once the dialog has given the focus back, so that what the command focuses keeps it.
          onCloseAutoFocus={() => setTimeout(() => toDo.current?.(), 0)}
        >
          <Radix.Title className="sr">{t('title')}</Radix.Title>
          <div className="in-icon commands-in">
            <Search className="i" aria-hidden />
            <input
              className="in"
              role="combobox"
              aria-expanded
              aria-controls={`${base}-list`}
              aria-activedescendant={chosen ? `${base}-${chosen.id}` : undefined}
              aria-autocomplete="list"
              aria-label={t('search')}
              placeholder={t('search')}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          <div
            ref={list}
            id={`${base}-list`}
            className="commands-list"
            role="listbox"
            aria-label={t('title')}
            tabIndex={-1}
          >
            {found.map((command, index) => (
              <Fragment key={command.id}>
                {command.group !== found[index - 1]?.group ? (
                  <div className="commands-group" role="presentation">
                    {t(`groups.${command.group}`)}
                  </div>
                ) : null}
                <CommandLine
                  id={`${base}-${command.id}`}
                  command={command}
                  groupWord={t(`groups.${command.group}`)}
                  chosen={command === chosen}
                  onPoint={() => setAt(index)}
                  onChoose={() => choose(command)}
                />
              </Fragment>
            ))}
            {found.length === 0 ? <p className="help commands-none">{t('none')}</p> : null}
          </div>
          <span className="sr" role="status">
            {text === '' ? '' : t('count', { count: found.length })}
          </span>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function CommandLine(props: {
  id: string;
  command: Command;
  groupWord: string;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { command } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, which keeps the focus
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.chosen}
      className={props.chosen ? 'commands-item on' : 'commands-item'}
      onPointerMove={props.onPoint}
      onClick={props.onChoose}
    >
      {command.nodeType !== undefined ? (
        <NodeIcon type={command.nodeType} />
      ) : (
        <span className="commands-icon" aria-hidden>
          {command.Icon ? <command.Icon className="i" /> : null}
        </span>
      )}
      <span className="sr">{props.groupWord}: </span>
      <span className="ell">{command.label}</span>
      {command.detail ? <span className="ell mut commands-detail">{command.detail}</span> : null}
      {command.keys?.length ? (
        <span className="commands-keys" aria-hidden>
          {command.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </div>
  );
}
