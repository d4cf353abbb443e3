import { LIMITS } from './protocol';

/**
 * The text that is evaluated in a fresh guest before the user's source. It closes the doors to clock and
 * randomness, keeps the log lines inside the guest, and turns the outcome into JSON text. It hands no host
 * function to the guest: the host only calls in. Written against QuickJS, so it may use current JavaScript.
 *
 * A user may break it by rewriting built-ins; that spoils only their own result, since the parent parses
 * and checks whatever comes out.
 */
export const GUEST_HARNESS = `(() => {
  'use strict';
  const { parse, stringify } = JSON;
  const { keys, defineProperty } = Object;
  const { isArray } = Array;
  const toText = String;

  const hide = (owner, name, label, instead) =>
    defineProperty(owner, name, {
      configurable: false,
      enumerable: false,
      get() { throw new Error(label + ' is not available in code: ' + instead); },
    });
  const clock = 'the same input must give the same output. Pass the time in through the input.';
  const dice = 'the same input must give the same output. Pass random values in through the input.';
  hide(globalThis, 'Date', 'Date', clock);
  hide(globalThis, 'performance', 'performance', clock);
  hide(globalThis, 'crypto', 'crypto', dice);
  hide(Math, 'random', 'Math.random', dice);

  const lines = [];
  let lineChars = 0;
  let dropped = 0;
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (typeof value !== 'object' || value === null) return toText(value);
    try { return stringify(value); } catch (error) { return '[' + error.message + ']'; }
  };
  const log = (...values) => {
    if (lines.length >= ${LIMITS.logLines} || lineChars >= ${LIMITS.logChars}) { dropped += 1; return; }
    let line = '';
    for (let i = 0; i < values.length; i += 1) line += (i === 0 ? '' : ' ') + show(values[i]);
    if (line.length > ${LIMITS.logChars} - lineChars) line = line.slice(0, ${LIMITS.logChars} - lineChars) + '…';
    lineChars += line.length;
    lines[lines.length] = line;
  };
  defineProperty(globalThis, 'console', {
    configurable: true, enumerable: false, writable: true,
    value: { log, info: log, warn: log, error: log, debug: log, trace: log },
  });

  class Refusal extends Error {}
  const refuse = (path, what) => { 
    const where = path.length > 200 ? path.slice(0, 200) + '…' : path || 'the top';
    throw new Refusal('The value at ' + where + ' ' + what);
  };
  const strange = [
    [Map, 'is a Map; return Object.fromEntries(map)'],
    [Set, 'is a Set; return [...set]'],
    [WeakMap, 'is a WeakMap'], [WeakSet, 'is a WeakSet'],
    [Promise, 'is a promise; await it first'],
    [RegExp, 'is a regular expression; return its source'],
    [Error, 'is an Error; return its message'],
    [ArrayBuffer, 'is an ArrayBuffer; return a list of numbers'],
    [DataView, 'is a DataView; return a list of numbers'],
    [Object.getPrototypeOf(Uint8Array), 'is a typed array; return [...array]'],
  ];
  const check = (value, path, ancestors) => {
    switch (typeof value) {
      case 'string': case 'boolean': case 'undefined': return;
      case 'number':
        if (value - value !== 0) refuse(path, 'is ' + value + ', which JSON cannot hold; return null or text');
        return;
      case 'bigint': refuse(path, 'is a BigInt, which JSON cannot hold; return String(value)');
      case 'function': refuse(path, 'is a function, which JSON cannot hold');
      case 'symbol': refuse(path, 'is a symbol, which JSON cannot hold');
    }
    if (value === null) return;
    for (let i = 0; i < ancestors.length; i += 1) {
      if (ancestors[i] === value) refuse(path, 'contains itself; JSON cannot hold a cycle');
    }
    if (ancestors.length >= 100) refuse(path, 'lies deeper than 100 levels');
    for (let i = 0; i < strange.length; i += 1) {
      if (value instanceof strange[i][0]) refuse(path, strange[i][1]);
    }
    ancestors[ancestors.length] = value;
    if (isArray(value)) {
      for (let i = 0; i < value.length; i += 1) check(value[i], path + '/' + i, ancestors);
    } else {
      const names = keys(value);
      for (let i = 0; i < names.length; i += 1) {
        if (names[i] === '__proto__') refuse(path, 'has the key __proto__, which is not allowed');
        check(value[names[i]], path + '/' + names[i], ancestors);
      }
    }
    ancestors.length -= 1;
  };

  const hints = {
    fetch: 'code has no network; use an http node and pass its data in',
    require: 'code has no modules', process: 'code has no process', Buffer: 'code has no Buffer',
    setTimeout: 'code has no timers', setInterval: 'code has no timers', setImmediate: 'code has no timers',
    URL: 'code has no URL', TextEncoder: 'code has no TextEncoder', structuredClone: 'use JSON.parse(JSON.stringify(value))',
  };
  const describe = (error) => {
    try {
      if (!(error instanceof Error)) return { message: 'main threw ' + show(error).slice(0, 2000) };
      let message = toText(error.message).slice(0, 2000);
      const missing = /^'(\\w+)' is not defined$/.exec(message);
      if (missing && Object.hasOwn(hints, missing[1])) message += ': ' + hints[missing[1]];
      const name = error instanceof Refusal ? '' : toText(error.name).slice(0, 100) + ': ';
      return { message: name + message, stack: toText(error.stack ?? '').slice(0, 4000) };
    } catch { return { message: 'main threw something that cannot be shown' }; }
  };

  // Made beforehand: it stands when there is no memory left even to describe an error.
  const exhausted = { status: 'memory' };
  let state = { status: 'pending' };
  let text;
  return {
    start(main, input) {
      (async () => {
        try {
          const value = await main(parse(input));
          check(value, '', []);
          text = value === undefined ? 'null' : stringify(value) ?? 'null';
          state = { status: 'completed', length: text.length };
        } catch (error) {
          state = exhausted;
          state = { status: 'failed', ...describe(error) };
        }
      })();
    },
    describe: (error) => stringify(describe(error)),
    outcome: () => stringify(state),
    value: () => text,
    logs: () => stringify(dropped === 0 ? lines : [...lines, '… ' + dropped + ' more lines were dropped']),
  };
})()`;
