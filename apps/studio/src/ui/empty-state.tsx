import type { ComponentType, ReactNode } from 'react';

/** Says what is missing and gives the next step as a button. */
export function EmptyState(props: {
  Icon: ComponentType<{ className?: string }>;
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <props.Icon className="i" />
      <h2>{props.title}</h2>
      {props.text ? <p>{props.text}</p> : null}
      {props.children ? <div className="acts">{props.children}</div> : null}
    </div>
  );
}
