import type { JsonValue } from '@weftwork/schema';

/** A finite decimal: `digits` divided by ten to the power of `scale`. Sums of money must not drift. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** Reads numbers, and texts such as SQL's exact numerics; undefined for everything else. */
export function toDecimal(value: JsonValue | undefined): Decimal | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = PLAIN.exec(String(value).trim());
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const digits = BigInt(`${whole}${fraction}`);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

export function decimalText({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const plain = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  return digits < 0n ? `-${plain}` : plain;
}

/** A number where 15 digits hold it exactly, else its text. */
export function decimalValue(decimal: Decimal): number | string {
  const text = decimalText(decimal);
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(text) : text;
}
