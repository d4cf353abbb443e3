import { type Issue, type IssueCode, jsonPointer } from '@weftwork/schema';
import type { SketchEdge, SketchNode } from './sketch';

type Path = readonly PropertyKey[];

/** Collects issues. Warnings do not bar publishing, errors do. */
export class Report {
  readonly issues: Issue[] = [];

  add(code: IssueCode, path: Path, message: string): void {
    this.#push(code, 'error', path, message, {});
  }

  /** `pointer` as it stands. */
  at(code: IssueCode, pointer: string, message: string): void {
    this.#push(code, 'error', [], message, {}, pointer);
  }

  /** `pointer` as it stands, in a node when its id is given. */
  atWarning(code: IssueCode, pointer: string, message: string, nodeId?: string): void {
    this.#push(code, 'warning', [], message, nodeId === undefined ? {} : { nodeId }, pointer);
  }

  /** `path` leads on from the node. */
  node(
    node: SketchNode,
    code: IssueCode,
    path: Path | string,
    message: string,
    severity: Issue['severity'] = 'error',
  ) {
    this.#push(code, severity, ['nodes', node.index], message, { nodeId: node.id }, path);
  }

  edge(
    edge: SketchEdge,
    code: IssueCode,
    path: Path | string,
    message: string,
    severity: Issue['severity'] = 'error',
  ) {
    this.#push(code, severity, ['edges', edge.index], message, { edgeId: edge.id }, path);
  }

  #push(
    code: IssueCode,
    severity: Issue['severity'],
    base: Path,
    message: string,
    owner: { nodeId?: string; edgeId?: string },
    rest: Path | string = '',
  ): void {
    const path = jsonPointer(base) + (typeof rest === 'string' ? rest : jsonPointer(rest));
    this.issues.push({ code, severity, path, message, ...owner });
  }
}
