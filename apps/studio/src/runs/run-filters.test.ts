import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  NO_FILTERS,
  type RunFilters,
  readFilters,
  runFilterOf,
  writeFilters,
} from './run-filters';

describe('the filters of the run list', () => {
  it.each<[string, Partial<RunFilters>]>([
    ['', {}],
    ['?status=running,failed', { status: ['running', 'failed'] }],
    ['?workflow=a-b', { workflow: 'a-b' }],
    ['?time=day&q=%E6%98%A5+x', { period: 'day', search: '春 x' }],
  ])('stand in the address as %s and come back from it', (address, some) => {
    const filters = { ...NO_FILTERS, ...some };
    expect(writeFilters(filters)).toBe(address);
    expect(readFilters(new URLSearchParams(address))).toEqual(filters);
    expect(isFiltered(filters)).toBe(address !== '');
  });

  it('pass over what they do not know', () => {
    expect(readFilters(new URLSearchParams('status=all,failed,x&time=ever&workflow='))).toEqual({
      ...NO_FILTERS,
      status: ['failed'],
    });
  });

  it('ask the API for the same within a minute', () => {
    const filters: RunFilters = { status: ['failed'], workflow: 'w', period: 'hour', search: ' x ' };
    const asked = runFilterOf(filters, Date.parse('2026-01-01T10:00:59Z'));
    expect(asked).toEqual({
      status: 'failed',
      workflowId: 'w',
      since: '2026-01-01T09:00:00.000Z',
      search: 'x',
    });
    expect(runFilterOf(filters, Date.parse('2026-01-01T10:00:01Z'))).toEqual(asked);
  });
});
