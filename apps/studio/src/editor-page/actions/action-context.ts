import { useTranslations } from 'next-intl';
import { createContext, useContext, useMemo, useRef } from 'react';
import { shortcutKeys } from '../../ui/shortcut';
import { type EditorStore, useEditor } from '../editor-store';
import { type ActionId, actionOf } from './all-actions';
import type { ActionContext, ActionHost } from './editor-action';

export const EditorActionContext = createContext<ActionContext | undefined>(undefined);

/** A context that stays the same object while what the host closes over changes. */
export function useActionContext(store: EditorStore, host: ActionHost): ActionContext {
  const latest = useRef(host);
  latest.current = host;
  return useMemo(
    () => ({
      store,
      get host() {
        return latest.current;
      },
    }),
    [store],
  );
}

/** Does an action, if it is possible now. */
export function useRunAction(): (id: ActionId) => void {
  const context = useContext(EditorActionContext);
  return (id) => {
    const action = actionOf(id);
    if (context && action.enabled(context.store.getState())) action.run(context);
  };
}

/** An action as a menu, a button or the palette shows it. */
export function useAction(id: ActionId) {
  const t = useTranslations('actions');
  const run = useRunAction();
  const action = actionOf(id);
  const enabled = useEditor((state) => action.enabled(state));
  const [first] = action.keys;
  return {
    label: t(id),
    Icon: action.Icon,
    /** The first of its keys, for `<kbd>`. */
    keys: first === undefined ? [] : shortcutKeys(first),
    danger: action.danger ?? false,
    enabled,
    run: () => run(id),
  };
}
