import { type MigrateOptions, migrate } from './migrate';
import { type WaitOptions, whenAvailable } from './when-available';

/** What was wanted beside the tables, or why there is none. */
export type Beside<T> =
  | { readonly value: T; readonly error?: undefined }
  | { value?: undefined; error: unknown };

/**
 * Waits for a database that is away or still starting, and gives it the tables it lacks. What is done `beside` may fail
 * without harm; it is done again with each try.
 */
export function prepareDatabase<T>(
  connectionString: string,
  options: MigrateOptions & WaitOptions & { beside(): Promise<T> },
): Promise<Beside<T>> {
  return whenAvailable(async () => {
    const [beside] = await Promise.all([
      options.beside().then(
        (value): Beside<T> => ({ value }),
        (error: unknown) => ({ error }),
      ),
      migrate(connectionString, options),
    ]);
    return beside;
  }, options);
}
