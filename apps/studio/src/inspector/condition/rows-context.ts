import type { JsonValue } from '@weftwork/schema';
import { createContext, useContext } from 'react';

/** The condition that rows stand in, and what they do with it. */
interface Rows {
  readonly tree: JsonValue;
  readonly onChange: (tree: JsonValue) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
  readonly label: string;
  readonly field: string;
}

export const RowsContext = createContext<Rows | undefined>(undefined);

export function useRows(): Rows {
  const rows = useContext(RowsContext);
  if (!rows) throw new Error('A row stands outside its condition.');
  return rows;
}
