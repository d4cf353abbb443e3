import { drawGraph } from './draw-graph';
import { condition, type IssueCase, loop } from './graphs';

/** What makes no graph. */
export const structureCases: IssueCase[] = [
  [
    'DUPLICATE_NODE_ID',
    'one id twice',
    drawGraph('start>out', { second: { id: 'out', type: 'output' } }),
    '/nodes/2/id',
  ],
  [
    'DUPLICATE_EDGE_ID',
    'one edge id twice',
    {
      ...drawGraph('start>a a>out'),
      edges: [
        { id: 'e', source: 'start', target: 'a' },
        { id: 'e', source: 'a', target: 'out' },
      ],
    },
    '/edges/1/id',
  ],
  ['DUPLICATE_EDGE', 'one connection twice', drawGraph('start>out start>out'), '/edges/1'],
  [
    'EDGE_NODE_MISSING',
    'edges with loose ends',
    {
      ...drawGraph('start>out'),
      edges: [
        { id: 'e0', source: 'start', target: 'out' },
        { id: 'e1', source: 'gone', target: 'outt' },
      ],
    },
    '/edges/1/source',
    '/edges/1/target',
  ],
  [
    'EDGE_CROSSES_CONTAINER',
    'an edge into a loop',
    drawGraph('start>l l>out start>b', { l: loop(), b: { parentId: 'l' } }),
    '/edges/2',
  ],
  [
    'UNKNOWN_HANDLE',
    'an output that the node has not',
    drawGraph('start>a a.yes>out'),
    '/edges/1/sourceHandle',
  ],
  [
    'UNKNOWN_HANDLE',
    'error without branch',
    drawGraph('start>a a>out a.error>out2'),
    '/edges/2/sourceHandle',
  ],
  ['UNKNOWN_HANDLE', 'an edge from an output', drawGraph('start>out out>out2'), '/edges/1/source'],
  ['UNKNOWN_HANDLE', 'an edge into start', drawGraph('start>a a>out a>start'), '/edges/2/target'],
  [
    'UNKNOWN_HANDLE',
    'a second input',
    { ...drawGraph('start>out'), edges: [{ id: 'e', source: 'start', target: 'out', targetHandle: 'left' }] },
    '/edges/0/targetHandle',
  ],
  [
    'HANDLE_REQUIRED',
    'no handle where there is no default',
    drawGraph('start>c c>out', { c: condition }),
    '/edges/1/sourceHandle',
  ],
  ['START_MISSING', 'no start', drawGraph('a>out'), '/nodes'],
  [
    'START_DUPLICATE',
    'two starts',
    drawGraph('start>out s2>out', { s2: { type: 'start', config: {} } }),
    '/nodes/2',
  ],
  ['OUTPUT_MISSING', 'no output', drawGraph('start>a'), '/nodes'],
  ['NODE_UNREACHABLE', 'a node that nothing leads to', drawGraph('start>out a>out'), '/nodes/2'],
  [
    'NODE_NOT_ALLOWED_IN_LOOP',
    'an output in a loop',
    drawGraph('start>l l>out b>out2', { l: loop(), b: { parentId: 'l' }, out2: { parentId: 'l' } }),
    '/nodes/4/parentId',
  ],
  [
    'PARENT_MISSING',
    'a parent that is not there',
    drawGraph('start>out', { b: { parentId: 'gone' } }),
    '/nodes/2/parentId',
  ],
  [
    'PARENT_NOT_LOOP',
    'a parent that holds nothing',
    drawGraph('start>a a>out', { b: { parentId: 'a' } }),
    '/nodes/3/parentId',
  ],
  [
    'PARENT_CYCLE',
    'loops inside each other',
    drawGraph('start>out', { l1: { ...loop(), parentId: 'l2' }, l2: { ...loop(), parentId: 'l1' } }),
    '/nodes/2/parentId',
    '/nodes/3/parentId',
  ],
  ['LOOP_EMPTY', 'a loop around nothing', drawGraph('start>l l>out', { l: loop() }), '/nodes/1'],
  ['GRAPH_CYCLE', 'a circle', drawGraph('start>a a>b b>a b>out'), '/edges/2'],
  [
    'GRAPH_CYCLE',
    'a circle in a loop',
    drawGraph('start>l l>out a>b b>a', { l: loop(), a: { parentId: 'l' }, b: { parentId: 'l' } }),
    '/edges/3',
  ],
  ['GRAPH_CYCLE', 'an edge onto its own source', drawGraph('start>a a>a a>out'), '/edges/1'],
  [
    'TOO_MANY_NODES',
    'more nodes than allowed',
    drawGraph('start>out', Object.fromEntries([...Array(12).keys()].map((n) => [`n${n}`, {}]))),
    '/nodes',
  ],
];
