import { nodeLook } from '../ui/node-icon';
import { type MiniInput, placeMini } from './mini-layout';

const SIZE = 24;
const STEP_X = 42;
const STEP_Y = 36;

/** A small picture of a graph: signs in columns, joined by lines. Decoration beside a name, so hidden from readers. */
export function MiniGraph({ graph }: { graph: MiniInput }) {
  const { nodes, edges, columns, rows, loops } = placeMini(graph);
  const width = (columns - 1) * STEP_X + SIZE + 4;
  const height = (rows - 1) * STEP_Y + SIZE + 16;
  const x = (column: number) => 2 + column * STEP_X;
  const y = (row: number) => 8 + row * STEP_Y;
  return (
    <svg
      className="mg"
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: width, maxHeight: 120 }}
      aria-hidden
    >
      {loops.map((loop) => (
        <rect
          key={loop.id}
          className="lp"
          x={x(loop.from) - 6}
          y={y(loop.top) - 6}
          width={(loop.to - loop.from) * STEP_X + SIZE + 12}
          height={(loop.bottom - loop.top) * STEP_Y + SIZE + 12}
          rx={8}
        />
      ))}
      {edges.map(({ id, from, to }) => {
        const [x1, y1, x2, y2] = [
          x(from.column) + SIZE,
          y(from.row) + SIZE / 2,
          x(to.column),
          y(to.row) + SIZE / 2,
        ];
        const middle = (x1 + x2) / 2;
        return (
          <path key={id} className="w" d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`} />
        );
      })}
      {nodes.map(({ node, column, row }) => {
        const { Icon, family } = nodeLook(node.type);
        return (
          <g key={node.id} className={`nk-${family}`}>
            <rect
              className={family === 'people' ? 'k p' : 'k'}
              x={x(column)}
              y={y(row)}
              width={SIZE}
              height={SIZE}
              rx={6}
            />
            <svg x={x(column) + 5} y={y(row) + 5} width={14} height={14} viewBox="0 0 24 24" aria-hidden>
              <Icon />
            </svg>
          </g>
        );
      })}
    </svg>
  );
}
