import type { JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { parseAnswers, type Question } from './answers';

const approval: Question = { nodeId: 'n', kind: 'approval' };
const form: Question = { nodeId: 'n', kind: 'form' };
const settlement: Question = { nodeId: 'n', kind: 'settlement' };

describe('parseAnswers', () => {
  const cases: [JsonValue, Question, unknown][] = [
    ['approve', approval, { kind: 'approve' }],
    [true, approval, { kind: 'approve' }],
    [false, approval, { kind: 'reject' }],
    ['rejected', approval, { kind: 'reject' }],
    [{ approve: true, reason: 'ok' }, approval, { kind: 'approve', reason: 'ok' }],
    [{ reject: true, reason: 'no' }, approval, { kind: 'reject', reason: 'no' }],
    [{ name: 'Ada' }, form, { kind: 'input', data: { name: 'Ada' } }],
    ['text', form, { kind: 'input', data: 'text' }],
    ['reject', form, { kind: 'reject' }],
    ['again', settlement, { kind: 'settle', outcome: 'again' }],
    [{ outcome: 'done', data: { x: 1 } }, settlement, { kind: 'settle', outcome: 'done', data: { x: 1 } }],
  ];
  it.each(cases)('%j for %o', (value, question, expected) => {
    expect(parseAnswers({ n: value }).next(question)).toEqual(expected);
  });

  it('gives each answer of a node once, in order', () => {
    const answers = parseAnswers({ n: ['reject', 'approve'] });
    expect([1, 2, 3].map(() => answers.next(approval)?.kind)).toEqual(['reject', 'approve', undefined]);
    expect(answers.next({ ...approval, nodeId: 'other' })).toBeUndefined();
  });

  it('gives a plain list in the order of the questions', () => {
    const answers = parseAnswers(['approve', { a: 1 }]);
    expect(answers.next(approval)).toEqual({ kind: 'approve' });
    expect(answers.next({ nodeId: 'm', kind: 'form' })).toEqual({ kind: 'input', data: { a: 1 } });
  });

  it('says what an answer must look like', () => {
    expect(() => parseAnswers({ n: 'maybe' }).next(approval)).toThrow(/"approve", "reject"/);
    expect(() => parseAnswers({ n: 'maybe' }).next(settlement)).toThrow(/"done", "failed", "again"/);
    expect(() => parseAnswers('approve')).toThrow(/an object by node id, or a list/);
  });
});
