'use client';

import type { OpenTask } from '../inbox/open-tasks';
import { useNoSecondPress } from '../inbox/second-press';
import { TaskAnswer } from '../inbox/task-answer';
import type { NodeNames } from './node-names';

/** All that the run waits for. An answered one goes, and the next moves into its place. */
export function RunTasks({ tasks, names }: { tasks: readonly OpenTask[]; names: NodeNames }) {
  const noSecondPress = useNoSecondPress(tasks.map(({ key }) => key).join());
  return tasks.map((task) => (
    <section className="panel task-panel" key={task.key} onClickCapture={noSecondPress}>
      <TaskAnswer task={task} nodeName={names.name(task.nodeId)} />
    </section>
  ));
}
