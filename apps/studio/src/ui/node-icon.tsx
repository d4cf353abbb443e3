import {
  Bot,
  Box,
  Braces,
  CodeXml,
  Database,
  FileOutput,
  Globe,
  GraduationCap,
  Merge,
  Play,
  Repeat,
  Split,
  UserCheck,
  Workflow,
} from 'lucide-react';
import { type ComponentType, memo } from 'react';

export type NodeFamily = 'flow' | 'people' | 'data' | 'ai' | 'code';

interface NodeLook {
  readonly family: NodeFamily;
  readonly Icon: ComponentType<{ className?: string }>;
}

/** Sign and family of each node type. */
export const NODE_LOOKS: Readonly<Record<string, NodeLook>> = {
  start: { family: 'flow', Icon: Play },
  output: { family: 'flow', Icon: FileOutput },
  condition: { family: 'flow', Icon: Split },
  loop: { family: 'flow', Icon: Repeat },
  merge: { family: 'flow', Icon: Merge },
  subworkflow: { family: 'flow', Icon: Workflow },
  human_input: { family: 'people', Icon: UserCheck },
  http: { family: 'data', Icon: Globe },
  sql_read: { family: 'data', Icon: Database },
  transform: { family: 'data', Icon: Braces },
  agent: { family: 'ai', Icon: Bot },
  skill: { family: 'ai', Icon: GraduationCap },
  code: { family: 'code', Icon: CodeXml },
};

export const UNKNOWN_LOOK: NodeLook = { family: 'flow', Icon: Box };

export function nodeLook(type: string | undefined): NodeLook {
  return (type !== undefined && Object.hasOwn(NODE_LOOKS, type) && NODE_LOOKS[type]) || UNKNOWN_LOOK;
}

/** The icon library builds its attributes at each drawing, so a sign that stays the same is not drawn again. */
export const NodeIcon = memo(function NodeIcon(props: { type: string | undefined; big?: boolean }) {
  const { family, Icon } = nodeLook(props.type);
  return (
    <span className={`nk nk-${family}${props.big ? ' big' : ''}`} aria-hidden>
      <Icon className="i" />
    </span>
  );
});
