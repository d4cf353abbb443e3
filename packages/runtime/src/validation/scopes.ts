import { handlesOf } from './check-edges';
import type { Container, GraphMap, MapEdge, MapNode } from './graph-map';

/*
 * What stands where an expression is evaluated: which nodes have settled by then, and which of them surely ran.
 * Sets are bits, one word per 32 nodes of a container, so that a graph of 10,000 nodes costs some megabytes for a moment.
 */

export type Standing =
  /** Settled before, whatever happens. */
  | 'settled'
  /** Upstream, but an `any` merge between may have gone on without it. */
  | 'acrossAny'
  /** Not upstream. */
  | 'later'
  /** Inside a loop in which the expression does not stand. */
  | 'outOfScope'
  /** Nothing can be said, because a cycle is in the way. */
  | 'unclear';

/** Where an expression is evaluated: as a node starts, or at the end of an iteration of a loop. */
export type Viewpoint = { readonly before: MapNode } | { readonly endOf: Container };

export class Scopes {
  readonly #facts = new Map<Container, ContainerFacts>();

  constructor(map: GraphMap) {
    for (const container of map.containers) this.#facts.set(container, factsOf(container));
  }

  /** How `target` stands as seen from a viewpoint. Looks outwards through the loops around it. */
  standing(target: MapNode, from: Viewpoint): Standing {
    const inside = 'endOf' in from ? from.endOf : from.before.container;
    if ('endOf' in from && target.container === inside) return 'settled';
    const start = 'endOf' in from ? from.endOf.loop : from.before;
    const seen = start && outwards(start, target.container);
    if (!seen) return 'outOfScope';
    const facts = this.#facts.get(target.container)!;
    if (facts.unclear.has(seen)) return 'unclear';
    if (has(facts.settled[seen.slot]!, target.slot)) return 'settled';
    return has(facts.upstream[seen.slot]!, target.slot) ? 'acrossAny' : 'later';
  }

  /** Whether `target`, which has settled, may have been skipped. */
  mayBeSkipped(target: MapNode, from: Viewpoint): boolean {
    if ('endOf' in from && target.container === from.endOf) return !this.#surelyRan(target, undefined);
    const start = 'endOf' in from ? from.endOf.loop! : from.before;
    return !this.#surelyRan(target, outwards(start, target.container));
  }

  /** Nodes of the same container that surely ran when `node` runs, as far as every way to it passes them. */
  passes(node: MapNode, over: MapNode): boolean {
    const facts = this.#facts.get(node.container)!;
    return facts.unclear.has(node) || has(facts.passed[node.slot]!, over.slot);
  }

  /** Goes back from the target along edges that are live whenever their source ran. */
  #surelyRan(target: MapNode, seen: MapNode | undefined): boolean {
    const sources = new Set([target]);
    for (const at of sources) {
      if (seen && this.passes(seen, at)) return true;
      if (at.in.length === 0 && (at.container.loop || at.node.definition?.kind === 'entry')) return true;
      for (const edge of at.in) if (isUnconditional(edge)) sources.add(edge.source);
    }
    return false;
  }
}

/** The node itself, or the loop around it, that stands in a container; undefined when none does. */
function outwards(from: MapNode, container: Container): MapNode | undefined {
  let at: MapNode | undefined = from;
  while (at && at.container !== container) at = at.container.loop;
  return at;
}

/** An edge that is live whenever its source ran. */
function isUnconditional({ source, handle }: MapEdge): boolean {
  const handles = handlesOf(source.node);
  return handles.length === 1 && handles[0] === handle;
}

type Bits = Uint32Array;

interface ContainerFacts {
  readonly upstream: readonly Bits[];
  readonly settled: readonly Bits[];
  readonly passed: readonly Bits[];
  /** On a cycle, or behind one. */
  readonly unclear: ReadonlySet<MapNode>;
}

function factsOf(container: Container): ContainerFacts {
  const words = Math.ceil(container.nodes.length / 32);
  const empty = () => container.nodes.map(() => new Uint32Array(words));
  const upstream = empty();
  const hasAny = container.nodes.some(({ node }) => node.definition?.join(node.config) === 'any');
  // Without an `any` merge whatever is upstream has settled.
  const facts = { upstream, settled: hasAny ? empty() : upstream, passed: empty() };
  for (const { in: edges, slot, node } of container.order) {
    const isAny = node.definition?.join(node.config) === 'any';
    edges.forEach(({ source }, index) => {
      const first = index === 0;
      unite(facts.upstream[slot]!, facts.upstream[source.slot]!, source.slot);
      if (isAny && !first) intersect(facts.settled[slot]!, facts.settled[source.slot]!, source.slot);
      else unite(facts.settled[slot]!, facts.settled[source.slot]!, source.slot);
      if (first) unite(facts.passed[slot]!, facts.passed[source.slot]!, source.slot);
      else intersect(facts.passed[slot]!, facts.passed[source.slot]!, source.slot);
    });
  }
  const ordered = new Set(container.order);
  return { ...facts, unclear: new Set(container.nodes.filter((node) => !ordered.has(node))) };
}

function has(bits: Bits, slot: number): boolean {
  return (bits[slot >> 5]! & (1 << (slot & 31))) !== 0;
}

/** Adds the other bits and one more. */
function unite(into: Bits, other: Bits, more: number): void {
  for (let word = 0; word < into.length; word++) into[word] = into[word]! | other[word]!;
  into[more >> 5] = into[more >> 5]! | (1 << (more & 31));
}

/** Keeps what is among the other bits, counting one more to them. */
function intersect(into: Bits, other: Bits, more: number): void {
  for (let word = 0; word < into.length; word++) {
    const extra = word === more >> 5 ? 1 << (more & 31) : 0;
    into[word] = into[word]! & (other[word]! | extra);
  }
}
