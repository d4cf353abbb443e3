/**
 * The import rules of the house: imports point inward.
 *
 *   apps -> store, local-postgres, queue, api, nodes -> runtime -> engine -> schema;  expressions -> schema
 */
const INNER = {
  schema: [],
  expressions: ['schema'],
  engine: ['schema'],
  editor: ['expressions', 'schema'],
  sandbox: ['schema'],
  'local-postgres': ['schema'],
  importers: ['schema', 'expressions'],
  runtime: ['engine', 'expressions', 'schema'],
  nodes: ['runtime', 'engine', 'expressions', 'sandbox', 'schema'],
  store: ['runtime', 'engine', 'expressions', 'schema'],
  'queue-bullmq': ['runtime', 'schema'],
  telemetry: ['runtime', 'schema'],
  api: ['runtime', 'engine', 'expressions', 'schema'],
  sdk: ['api', 'schema'],
  cli: ['sdk', 'api', 'schema'],
};

const TESTS = '\\.test\\.tsx?$|/test(ing)?/|/conformance/';

const layers = Object.entries(INNER).map(([name, allowed]) => ({
  name: `${name}-imports-inward`,
  comment: `packages/${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other package of ours'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: TESTS },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'packages-never-import-apps',
      comment: 'Apps join the parts. Only the command line may start the server.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'pure-packages-do-no-io',
      comment:
        'schema, expressions, engine and editor run in the browser as well; only the hash needs node:crypto.',
      severity: 'error',
      from: {
        path: '^packages/(schema|expressions|engine|editor)/src/',
        pathNot: [TESTS, '^packages/schema/src/(graph-hash|samples)\\.ts$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'graph-hash-needs-crypto-only',
      severity: 'error',
      from: { path: '^packages/schema/src/graph-hash\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'pure-packages-use-no-framework',
      severity: 'error',
      from: { path: '^packages/(schema|expressions|engine|editor)/src/', pathNot: TESTS },
      to: {
        path: 'node_modules/(react|react-dom|next|fastify|pg|@prisma|prisma|bullmq|ioredis|undici|@xyflow)/',
      },
    },
    {
      name: 'runtime-knows-no-adapter',
      severity: 'error',
      from: { path: '^packages/runtime/src/', pathNot: TESTS },
      to: { path: 'node_modules/(@prisma|prisma|pg|bullmq|ioredis|next|react|react-dom|fastify)/' },
    },
    {
      name: 'executors-never-reach-react',
      severity: 'error',
      from: { path: '^packages/nodes/src/.*executor[^/]*\\.ts$' },
      to: { path: 'node_modules/(react|react-dom|next)/', reachable: true },
    },
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$' },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '/generated/|^(vitest|@playwright)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.next|generated)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
