'use client';

import type { JsonObject } from '@weftwork/schema';
import { type ComponentType, createContext } from 'react';

export interface DetailsProps {
  readonly name: string;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly onEnd: () => void;
}

/** What an opened field shows. Fields hold details and details hold fields, so the one is handed to the other. */
export const DetailsContext = createContext<ComponentType<DetailsProps>>(() => null);
