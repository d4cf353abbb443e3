/** The figures of the editor as Markdown, with the targets beside them. */
import os from 'node:os';
import { DISTURBED_CORES } from './quiet.mjs';

const number = (value, digits = 0) =>
  value === undefined
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const rows = (header, lines) =>
  [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const star = ({ busyCores }) => (busyCores > DISTURBED_CORES ? '*' : '');

export function studioReport({ command, at, empty, editors, stream }) {
  const loads = editors.map(({ size, bytes, firstNodeMs, heapMiB, elements }) => [
    number(size),
    number(bytes.js / 1e6, 3),
    number(bytes.css / 1e6, 3),
    number(firstNodeMs),
    number(heapMiB),
    number(elements),
  ]);
  const cell = (size, name, value) => [
    size,
    name,
    `${number(value.p50, 1)} / ${number(value.p95, 1)} / ${number(value.max, 1)}${star(value)}`,
    `${number(value.over34 * 100, 1)} %`,
    size === '' ? '' : number(value.p95 / emptyOf(empty, name).p95, 2),
    value.inputToPaint ? `${number(value.inputToPaint.p50)} / ${number(value.inputToPaint.p95)}` : '',
  ];
  const lines = [
    ...Object.entries(empty).map(([name, value]) => cell('', `empty page: ${name}`, value)),
    ...editors.flatMap(({ size, cells }) =>
      Object.entries(cells).map(([name, value]) => cell(number(size), name, value)),
    ),
    ...(stream ? [cell('500', `type, ${stream.eventsPerSecond} events/s`, stream)] : []),
  ];
  return [
    `Measured by \`${command}\`, ${os.cpus().length} cores (${os.cpus()[0].model.trim()}), Node ${process.version}, ${at}.`,
    rows(['nodes', 'JavaScript, MB', 'CSS, MB', 'first node, ms', 'heap, MiB', 'elements'], loads),
    rows(
      [
        'nodes',
        'what',
        'frame p50 / p95 / max, ms',
        'over 34 ms',
        'p95, times an empty page',
        'input to paint p50 / p95, ms',
      ],
      lines,
    ),
    `\\* disturbed: something else took more than ${DISTURBED_CORES} cores meanwhile.`,
    '',
  ].join('\n\n');
}

const emptyOf = (empty, name) =>
  name.startsWith('drag') ? empty.drag : name.startsWith('pan') ? empty.pan : empty.type;
