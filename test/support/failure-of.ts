import { isCodedError } from '@weftwork/schema';

/** The coded error that an attempt fails with; a test that expects one fails when there is another outcome. */
export async function failureOf(attempt: Promise<unknown>) {
  const error = await attempt.then(
    (value) => new Error(`It did not fail: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (isCodedError(error)) return error;
  throw error;
}
