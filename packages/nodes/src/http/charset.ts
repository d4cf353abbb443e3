/** How many bytes of a document are searched for its own word on its encoding. */
const SNIFF_BYTES = 1024;

/** Decodes text: what the header says, else a byte order mark, else the document's own word, else UTF-8, else Latin-1. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const named = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  const label = named ?? byteOrderMark(bytes) ?? ownWord(bytes, contentType);
  const decoder = label === undefined ? undefined : decoderFor(label);
  if (decoder !== undefined) return decoder.decode(bytes);
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** The text of UTF-8 bytes; undefined when they are not. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // a name that nobody knows
  }
}

function byteOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** `<meta charset>` of a page, `encoding=` of an XML declaration. */
function ownWord(bytes: Buffer, contentType: string): string | undefined {
  if (!/html|xml/i.test(contentType)) return undefined;
  const head = bytes.subarray(0, SNIFF_BYTES).toString('latin1');
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1]
  );
}
