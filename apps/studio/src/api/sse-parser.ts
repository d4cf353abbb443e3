export interface SseFrame {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

/**
 * Reads server-sent events out of text that arrives in any pieces. `push` gives the frames that became whole;
 * comments (heartbeats) give none.
 */
export function createSseParser(): { push(text: string): SseFrame[] } {
  let rest = '';
  let id: string | undefined;
  let event: string | undefined;
  let data: string[] = [];

  function readLine(line: string, frames: SseFrame[]): void {
    if (line === '') {
      if (data.length > 0) frames.push({ id, event, data: data.join('\n') });
      id = undefined;
      event = undefined;
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  }

  return {
    push(text) {
      const frames: SseFrame[] = [];
      rest += text;
      // A carriage return at the very end may be half of a pair: keep it for the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line, frames);
      return frames;
    },
  };
}
