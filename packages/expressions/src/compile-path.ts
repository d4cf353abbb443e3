import { CodedError, isJsonObject, type JsonValue } from '@weftwork/schema';
import type { PathNode } from './ast';
import { typeName } from './errors';
import { pathStep } from './names';
import { nearName } from './near-name';
import type { Evaluate } from './scope';

type Steps = readonly (string | number)[];

/** What to do where a path ends early: null when that is an answer, an error otherwise. */
type OnMissing = (value: JsonValue | undefined, atStep: number) => null;

export function compilePath(node: PathNode, optional: boolean): Evaluate {
  const { nodeId, steps } = node;
  if (node.root === 'run') return (scope) => scope.runId;
  if (node.root === 'inputs') {
    return compileSteps((scope) => scope.inputs, steps, missing('inputs', steps, optional));
  }
  const id = nodeId!;
  const root = `nodes${pathStep(id)}.data`;
  const onMissing = missing(root, steps, optional);
  if (steps.length === 1 && typeof steps[0] === 'string') return compileNodeField(id, steps[0], onMissing);
  return compileSteps(compileNodeData(id, onMissing), steps, onMissing);
}

/** The path most expressions hold, `nodes.<id>.data.<key>`, in one closure. */
function compileNodeField(id: string, key: string, onMissing: OnMissing): Evaluate {
  return (scope) => {
    const data = scope.nodeData(id);
    if (data === null) return null;
    if (typeof data === 'object' && !Array.isArray(data) && Object.hasOwn(data, key)) return data[key]!;
    return data === undefined ? onMissing(undefined, -1) : onMissing(data, 0);
  };
}

function compileNodeData(id: string, onMissing: OnMissing): Evaluate {
  return (scope) => {
    const data = scope.nodeData(id);
    return data === undefined ? onMissing(undefined, -1) : data;
  };
}

/** Walks own keys of objects and indexes of lists. A path into null reads null. */
export function compileSteps(base: Evaluate, steps: Steps, onMissing: OnMissing): Evaluate {
  const count = steps.length;
  if (count === 0) return base;
  return (scope) => {
    let value = base(scope);
    for (let index = 0; index < count; index++) {
      if (value === null) return null;
      const step = steps[index]!;
      if (typeof value !== 'object') return onMissing(value, index);
      if (typeof step === 'string') {
        if (Array.isArray(value) || !Object.hasOwn(value, step)) return onMissing(value, index);
        value = value[step]!;
      } else {
        if (!Array.isArray(value) || step >= value.length) return onMissing(value, index);
        value = value[step]!;
      }
    }
    return value;
  };
}

export function missing(root: string, steps: Steps, optional: boolean): OnMissing {
  if (optional) return () => null;
  return (value, atStep) => {
    throw missingError(root, steps, value, atStep);
  };
}

function missingError(root: string, steps: Steps, value: JsonValue | undefined, atStep: number): CodedError {
  const before = root + steps.slice(0, Math.max(atStep, 0)).map(pathStep).join('');
  if (value === undefined) {
    return new CodedError('EXPRESSION_MISSING', `${root} has no value: the node has not run here.`);
  }
  const step = steps[atStep]!;
  const path = `${before}${pathStep(step)}`;
  return new CodedError('EXPRESSION_MISSING', `${path} is missing: ${reason(before, step, value)}`, {
    extra: { path },
  });
}

function reason(before: string, step: string | number, value: JsonValue): string {
  if (isJsonObject(value)) {
    if (typeof step === 'number') return `${before} is an object; write its key as a text, ["${step}"].`;
    const near = nearName(step, Object.keys(value));
    const hint =
      near === undefined ? 'write "?? null" behind the path if it may be absent' : `did you mean "${near}"?`;
    return `${before} has no such key; ${hint}${near === undefined ? '.' : ''}`;
  }
  if (Array.isArray(value)) {
    if (typeof step === 'string') return `${before} is a list; write an index such as [0], or length(…).`;
    return `${before} has ${value.length} ${value.length === 1 ? 'member' : 'members'}, counted from 0.`;
  }
  return `${before} is ${typeName(value)} and has no members.`;
}
