import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

it('loads the libraries of Prometheus and OpenTelemetry only when they are used', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(10);
  // A bundle puts every static import at its top, where it is loaded whether it is needed or not.
  const loading = sources.flatMap((name) =>
    [...readFileSync(`${folder}${name}`, 'utf8').matchAll(/^(?:import|export)\s[\s\S]*?from '(.+?)';/gm)]
      .filter(
        ([text, from]) =>
          !/^(?:import|export) type\s/.test(text) && /^(prom-client|@opentelemetry)/.test(from!),
      )
      .map(([, from]) => `${name}: ${from}`),
  );
  expect(loading).toEqual([]);
});
