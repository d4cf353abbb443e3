import type { ErrorDetail, JsonObject, JsonValue } from '@weftwork/schema';

/** Lists what of a value does not fit a JSON Schema, with paths into the value: the runtime's `validateAgainst`. */
export type ValidateValue = (schema: JsonObject, value: JsonValue) => readonly ErrorDetail[];
