/** In the order in which the palette lists them. */
export const COMMAND_GROUPS = ['actions', 'nodes', 'add', 'pages', 'workflows'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** What ranking needs of a command. */
export interface Rankable {
  readonly group: CommandGroup;
  readonly label: string;
  /** Further words it is found by: an id, a description. */
  readonly words?: string;
}

/** So that a graph of a thousand nodes does not push the other groups out of sight. */
const MOST_PER_GROUP = 40;

/**
 * The commands that fit a text, best first within each group; the group with the best of all comes first. Every word of
 * the text must fit somewhere. Without a text all stay in their order.
 */
export function rankCommands<Command extends Rankable>(
  commands: readonly Command[],
  text: string,
): readonly Command[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const scored = commands.flatMap((command) => {
    const score = words.length === 0 ? 0 : scoreOf(command, words);
    return score === undefined ? [] : [{ command, score }];
  });
  const groups = COMMAND_GROUPS.map((group) =>
    scored
      .filter((each) => each.command.group === group)
      .sort((a, b) => a.score - b.score || (words.length && a.command.label.length - b.command.label.length))
      .slice(0, MOST_PER_GROUP),
  ).filter((each) => each.length > 0);
  return groups
    .sort((a, b) => a[0]!.score - b[0]!.score)
    .flatMap((each) => each.map(({ command }) => command));
}

/** Lower is better; undefined where a word fits nowhere. */
function scoreOf({ label, words = '' }: Rankable, wanted: readonly string[]): number | undefined {
  const [name, more] = [label.toLowerCase(), words.toLowerCase()];
  let score = 0;
  for (const word of wanted) {
    const fits = fitOf(name, more, word);
    if (fits === undefined) return undefined;
    score += fits;
  }
  return score;
}

function fitOf(name: string, more: string, word: string): number | undefined {
  if (name === word) return 0;
  if (more === word) return 0.5; // its id
  if (name.startsWith(word)) return 1;
  if (startsAWord(name, word)) return 2;
  if (more.startsWith(word) || startsAWord(more, word)) return 3;
  if (name.includes(word)) return 4;
  if (more.includes(word)) return 5;
  return hasInOrder(name, word) ? 8 : undefined;
}

function startsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at > 0 && !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
}

/** Whether the letters stand in the text in this order, as in `pbl` for Publish. Two letters fit nearly anything. */
function hasInOrder(text: string, letters: string): boolean {
  if (letters.length < 3) return false;
  let at = -1;
  return Array.from(letters).every((letter) => {
    at = text.indexOf(letter, at + 1);
    return at >= 0;
  });
}
