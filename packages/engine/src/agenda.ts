import type { Command } from './commands';

/** A command that waits to be carried out; the event that carries it out takes it off its agenda. */
export interface AgendaItem {
  readonly command: Command;
  previous: AgendaItem | undefined;
  next: AgendaItem | undefined;
  agenda: Agenda | undefined;
}

/** A queue from whose middle an item can be taken at no cost. */
export class Agenda {
  first: AgendaItem | undefined = undefined;
  private last: AgendaItem | undefined = undefined;
  size = 0;

  add(command: Command): AgendaItem {
    const item: AgendaItem = { command, previous: this.last, next: undefined, agenda: this };
    if (this.last) this.last.next = item;
    else this.first = item;
    this.last = item;
    this.size += 1;
    return item;
  }

  remove(item: AgendaItem): void {
    if (item.agenda !== this) return;
    if (item.previous) item.previous.next = item.next;
    else this.first = item.next;
    if (item.next) item.next.previous = item.previous;
    else this.last = item.previous;
    item.agenda = undefined;
    this.size -= 1;
  }
}
