/** A frame of an event stream. */
export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** The frames of a stream as they come; comments are left out. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map<string, string>();
      for (const line of text.slice(0, end).split('\n')) {
        const [, name, content] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
        if (name !== undefined) fields.set(name, content!);
      }
      text = text.slice(end + 2);
      const data = fields.get('data');
      if (data !== undefined) yield { ...pick(fields, 'id'), ...pick(fields, 'event'), data };
    }
  }
}

function pick<Name extends string>(fields: Map<string, string>, name: Name): { [Key in Name]?: string } {
  const value = fields.get(name);
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };
}
