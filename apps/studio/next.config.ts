import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // The packages export TypeScript sources; Next compiles them as it does its own.
  transpilePackages: [
    '@weftwork/editor',
    '@weftwork/expressions',
    '@weftwork/nodes',
    '@weftwork/runtime',
    '@weftwork/schema',
    '@weftwork/sdk',
  ],
  turbopack: { root: repository },
  outputFileTracingRoot: repository,
  devIndicators: false,
  // Types are checked with the rest of the repository, once.
  typescript: { ignoreBuildErrors: true },
};

export default config;
