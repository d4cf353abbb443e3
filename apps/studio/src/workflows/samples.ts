import type { WorkflowGraph } from '../api/types';

/** A workflow that runs to green without a key, a network or a file, ready to be opened from the first page. */
export interface Sample {
  readonly key: 'hello' | 'sort' | 'sections';
  readonly graph: SampleGraph;
  /** An answer is asked for on the way. */
  readonly asks: boolean;
}

type SampleNode = Pick<WorkflowGraph['nodes'][number], 'id' | 'type' | 'name' | 'config'> & {
  parentId?: string;
};
type SampleEdge = WorkflowGraph['edges'][number];

export interface SampleGraph extends Pick<WorkflowGraph, 'inputSchema' | 'outputSchema'> {
  readonly schemaVersion: '1.0';
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly nodes: SampleNode[];
  readonly edges: SampleEdge[];
}

/** Edges out of text: "start>greet quality:good>write". */
function edges(text: string): SampleEdge[] {
  return text.split(' ').map((part, index) => {
    const [from = '', target = ''] = part.split('>');
    const [source = '', sourceHandle] = from.split(':');
    return { id: `e${index + 1}`, source, ...(sourceHandle ? { sourceHandle } : {}), target };
  });
}

const node = (
  id: string,
  type: SampleNode['type'],
  name: string,
  config: SampleNode['config'] = {},
  parentId?: string,
): SampleNode => ({ id, type, name, config, ...(parentId ? { parentId } : {}) });

const hello: SampleGraph = {
  schemaVersion: '1.0',
  id: 'sample-hello',
  name: 'Say hello',
  description: 'Takes a name and greets it.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name', default: 'World' } },
    required: ['name'],
    'x-order': ['name'],
  },
  outputSchema: {},
  nodes: [
    node('start', 'start', 'Input'),
    node('greet', 'transform', 'Greet', {
      value: { greeting: 'Hello, {{ inputs.name }}!', letters: '{{ length(inputs.name) }}' },
    }),
    node('result', 'output', 'Greeting', {
      value: { greeting: '{{ nodes.greet.data.greeting }}', letters: '{{ nodes.greet.data.letters }}' },
    }),
  ],
  edges: edges('start>greet greet>result'),
};

const sort: SampleGraph = {
  schemaVersion: '1.0',
  id: 'sample-sort-the-mail',
  name: 'Sort the mail',
  description: 'Reads a letter and takes one of three ways out.',
  inputSchema: {
    type: 'object',
    properties: {
      subject: { type: 'string', title: 'Subject', default: 'Invoice 2026-118' },
      text: {
        type: 'string',
        title: 'Letter',
        format: 'multiline',
        default: 'Please pay 120 within 14 days.',
      },
    },
    required: ['subject', 'text'],
    'x-order': ['subject', 'text'],
  },
  outputSchema: {},
  nodes: [
    node('start', 'start', 'Letter'),
    node('words', 'transform', 'Read', {
      value: { text: '{{ lower(inputs.subject) }} {{ lower(inputs.text) }}' },
    }),
    node('kind', 'condition', 'What is it?', {
      cases: [
        { id: 'invoice', label: 'Invoice', when: "contains(nodes.words.data.text, 'invoice')" },
        { id: 'question', label: 'Question', when: "contains(nodes.words.data.text, '?')" },
      ],
    }),
    node('pay', 'transform', 'To accounts', { value: { to: 'accounts' } }),
    node('answer', 'transform', 'To support', { value: { to: 'support' } }),
    node('file', 'transform', 'To the archive', { value: { to: 'archive' } }),
    node('join', 'merge', 'Join'),
    node('result', 'output', 'Sorted', {
      value: { to: '{{ nodes.join.data.to }}', subject: '{{ inputs.subject }}' },
    }),
  ],
  edges: edges(
    'start>words words>kind kind:invoice>pay kind:question>answer kind:else>file pay>join answer>join file>join join>result',
  ),
};

const sections: SampleGraph = {
  schemaVersion: '1.0',
  id: 'sample-sections',
  name: 'Write sections',
  description: 'Asks you to agree to an outline, then writes its sections side by side.',
  inputSchema: {
    type: 'object',
    properties: {
      topic: { type: 'string', title: 'Topic', default: '新能源汽车 2026' },
      sections: {
        type: 'array',
        title: 'Sections',
        items: { type: 'string' },
        default: ['Market', 'Supply', 'Outlook'],
      },
    },
    required: ['topic', 'sections'],
    'x-order': ['topic', 'sections'],
  },
  outputSchema: {},
  nodes: [
    node('start', 'start', 'Topic'),
    node('approve', 'human_input', 'Approve outline', {
      mode: 'approval',
      message: 'Write {{ length(inputs.sections) }} sections on {{ inputs.topic }}?',
      show: { sections: '{{ inputs.sections }}' },
    }),
    node('each', 'loop', 'Each section', {
      over: 'items',
      items: '{{ inputs.sections }}',
      concurrency: 2,
      collect: '{{ nodes.write.data.text }}',
    }),
    node(
      'write',
      'agent',
      'Write section',
      { prompt: 'Write on {{ nodes.each.data.item }} of {{ inputs.topic }}.' },
      'each',
    ),
    node('result', 'output', 'Report', {
      value: { report: "{{ join(nodes.each.data.results, '\\n\\n') }}" },
    }),
  ],
  edges: edges('start>approve approve:approved>each each>result'),
};

export const SAMPLES: readonly Sample[] = [
  { key: 'hello', graph: hello, asks: false },
  { key: 'sort', graph: sort, asks: false },
  { key: 'sections', graph: sections, asks: true },
];

/** What a blank canvas holds: start and output, placed and connected. */
export function blankGraph(name: string): Omit<SampleGraph, 'id' | 'description'> {
  return {
    schemaVersion: '1.0',
    name,
    inputSchema: {},
    outputSchema: {},
    nodes: [node('start', 'start', 'Start'), node('output', 'output', 'Output', { value: {} })],
    edges: edges('start>output'),
  };
}
