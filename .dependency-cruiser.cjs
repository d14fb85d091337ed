/** Who may import whom. `tools/import-rules.test.ts` shows each rule failing on purpose. */

/** Each feature may import the ones before it. A new feature gets its place here. */
const FEATURES = [
  'notifications',
  'accounts',
  'credentials',
  'companies',
  'sessions',
  'audit',
  'events',
  'jobs',
  'billing',
  'usage',
  'me',
  'workbooks',
  'webhooks',
  'artifacts',
  'governance',
  'ops',
  'lineage',
  'tables',
  'saved-views',
  'comments',
  'conflicts',
  'queries',
  'summaries',
  'questions',
  'transforms',
  'snapshots',
  'cloud-files',
  'sources',
  'citations',
  'file-links',
  'branches',
  'sheets',
  'charts',
  'dashboards',
  'links',
  'exports',
  'bundles',
  'erasure',
  'review',
  'catalog',
  'search',
  'iceberg',
  'pg-wire',
  'odata',
  'mcp',
  'closing',
  'held-content',
]

const PROCESS_FILE = String.raw`-process\.ts$`
/** What is started, not imported, and what the packages offer to others. */
const PROGRAMS = [
  '^server/src/main/',
  PROCESS_FILE,
  String.raw`^sdk/src/(?:bindery|arrow)\.ts$`,
  String.raw`^cli/src/bindery\.ts$`,
  String.raw`^mcp/src/bindery-mcp\.ts$`,
  String.raw`^mcp/app/page\.ts$`,
  String.raw`^console/src/main\.tsx$`,
]
const TEST_FILE = String.raw`\.test\.tsx?$`
const TEST_CODE = [TEST_FILE, '^[^/]+/test/', '^(?:proof|bench|tools)/']
const PACKAGES = '^(?:server/src|spreadsheet|sdk|cli|mcp|console)/'
const PRODUCTION = { path: PACKAGES, pathNot: [...TEST_CODE, String.raw`\.config\.ts$`] }

/** Fires for every file at that path, imported or not: none has a dependent without a name. */
const noFileAt = (path) => ({ module: { path, numberOfDependentsLessThan: 1 }, from: { path: '^$' } })

/** Everything of ours that a layer might import, except main (which has a rule of its own) and the folders it may use. */
const oursExcept = (...folders) => ({ path: PACKAGES, pathNot: ['main', ...folders].map((f) => `^server/src/${f}/`) })

const layers = [
  {
    name: 'platform-imports-no-layer',
    comment: 'Platform knows no product noun: pass the thing in as an argument, or move the code up to who needs it.',
    from: { path: '^server/src/platform/' },
    to: oursExcept('platform'),
  },
  {
    name: 'http-imports-platform-only',
    comment: 'Http knows no product noun: let the endpoint declare what differs, and let main pass the feature in.',
    from: { path: '^server/src/http/' },
    to: oursExcept('http', 'platform'),
  },
  {
    name: 'tabular-imports-platform-only',
    comment: 'Tabular knows typed rows and no product noun: the feature calls tabular and hands in what it needs.',
    from: { path: '^server/src/tabular/' },
    to: { path: PACKAGES, pathNot: ['^server/src/(?:main|tabular|platform)/', '^spreadsheet/'] },
  },
  {
    name: 'files-are-opened-by-the-loader',
    comment: 'An uploaded file is opened in a sandboxed process only: ask the loader. Types are fine anywhere.',
    from: { path: '^server/src/', pathNot: ['^server/src/tabular/loader-program/', TEST_FILE] },
    to: { path: '^spreadsheet/src/(?:zip|xlsx|csv|legacy|write/edit)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'http-only-from-routes',
    comment:
      'Only a *.routes.ts speaks HTTP: move the line there, or say it in product words (platform/errors.ts). ' +
      'The words of which schemas are made are for everybody who describes one.',
    from: { path: '^server/src/features/', pathNot: String.raw`\.routes\.ts$` },
    to: { path: '^server/src/http/', pathNot: String.raw`^server/src/http/schema\.ts$` },
  },
  {
    name: 'main-is-imported-by-no-layer',
    comment: 'Main is where everything meets: take the value as an argument, or read it from the context.',
    from: { pathNot: ['^server/src/main/', '^server/test/', '^(?:proof|bench)/', String.raw`^tools/openapi\.ts$`] },
    to: { path: '^server/src/main/' },
  },
  {
    name: 'routes-belong-to-endpoints',
    comment: 'A *.routes.ts is imported by main/endpoints.ts only: move what you need into a verb or a noun file.',
    from: { pathNot: [String.raw`^server/src/main/endpoints\.ts$`, TEST_FILE] },
    to: { path: String.raw`\.routes\.ts$` },
  },
  {
    name: 'jobs-belong-to-job-handlers',
    comment: 'A *.job.ts is imported by main/job-handlers.ts only: call enqueue, or move the shared step into a verb.',
    from: { pathNot: [String.raw`^server/src/main/job-handlers\.ts$`, TEST_FILE] },
    to: { path: String.raw`\.job\.ts$` },
  },
  {
    name: 'test-stays-in-its-feature',
    comment: 'A test imports the routes and jobs of its own feature only: reach the other feature over HTTP.',
    from: { path: String.raw`^server/src/(main|features/[^/]+|[^/]+)/.*\.test\.ts$` },
    to: { path: String.raw`\.(?:routes|job)\.ts$`, pathNot: '^server/src/$1/' },
  },
  {
    name: 'server-folder-is-known',
    comment: 'The server has main, features, http, tabular and platform, and nothing else: choose one of them.',
    ...noFileAt('^server/src/(?!(?:main|features|http|tabular|platform)/)'),
  },
]

/** Doors that stand before the first feature walks through them. Take a line out when it does. */
const LAID_AHEAD = []

const featureOrder = FEATURES.slice(0, -1).map((feature, place) => ({
  name: `feature-order-${feature}`,
  comment: `Features are ordered and ${feature} comes before this one: move the verb into the later feature.`,
  from: { path: `^server/src/features/${feature}/` },
  to: { path: `^server/src/features/(?:${FEATURES.slice(place + 1).join('|')})/` },
}))

const files = [
  {
    name: 'feature-is-listed',
    comment: 'Every feature has a place in the order: add the folder to FEATURES in .dependency-cruiser.cjs.',
    ...noFileAt(`^server/src/features/(?!(?:${FEATURES.join('|')})/)`),
  },
  {
    name: 'no-index-file',
    comment: 'Import the file that holds the thing, with its .ts extension; an index.ts only hides it.',
    ...noFileAt(String.raw`^server/src/(?:.*/)?index\.ts$`),
  },
  {
    name: 'no-cycle',
    comment: 'Two files that need each other hold a third thing: give it a file of its own.',
    from: { pathNot: '^node_modules/' },
    to: { circular: true },
  },
  {
    name: 'reached-from-main',
    comment:
      'No program uses this file: import it from where it is needed, delete it, or move it to the tests or the proof ' +
      'that use it. A proof that judges code which no program runs proves nothing.',
    from: { path: PROGRAMS, pathNot: TEST_FILE },
    to: {
      path: ['^(?:server|spreadsheet|sdk|cli|mcp|console)/src/', '^mcp/app/'],
      pathNot: [...PROGRAMS, TEST_FILE, ...LAID_AHEAD],
      reachable: false,
    },
  },
]

const dependencies = [
  {
    name: 'postgres-only-in-stores',
    comment: 'SQL lives in *.store.ts: write a store function and call it. A type-only import is fine anywhere.',
    from: {
      path: '^server/src/',
      pathNot: [
        TEST_FILE,
        String.raw`\.store\.ts$`,
        String.raw`^server/src/platform/(?:postgres|database/(?:prepared-client|[^/]*migrat[^/]*))\.ts$`,
        String.raw`^server/src/main/migrate\.ts$`,
      ],
    },
    to: { path: '(?:^|node_modules/)(?:kysely|pg)(?:/|$)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'duckdb-only-in-tabular',
    comment: 'DuckDB is spoken in tabular/ only: call a function of tabular, or add one there.',
    from: { path: PACKAGES, pathNot: '^server/src/tabular/' },
    to: { path: '(?:^|node_modules/)@duckdb/node-api(?:/|$)' },
  },
  {
    name: 'duckdb-in-child-processes-only',
    comment:
      'DuckDB runs in processes of its own and never in the service: move the code to where a *-process.ts uses it.',
    from: { path: '^server/src/main/', pathNot: TEST_FILE },
    to: { path: '(?:^|node_modules/)@duckdb/', reachable: true },
  },
  {
    name: 'no-test-code-in-production',
    comment: 'Code that runs in production must not need tests, proofs or tools: move the shared part into the code.',
    from: PRODUCTION,
    to: { path: TEST_CODE, pathNot: '^node_modules/' },
  },
  {
    name: 'no-dev-dependency-in-production',
    comment: 'A production install lacks devDependencies: move the package to dependencies, or import its types only.',
    from: PRODUCTION,
    // An optional peer is installed by users who need it.
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm', 'npm-peer'] },
  },
  {
    name: 'no-unresolvable-import',
    comment: 'Nothing is there: check the spelling and the .ts extension, or install the package.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-unlisted-dependency',
    comment: 'The package is here by accident only: list it in the package.json beside the code that imports it.',
    from: { pathNot: '^node_modules/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'spreadsheet-is-pure',
    comment: 'Spreadsheet turns bytes into tables, with no database and no network: let the caller fetch and store.',
    from: { path: '^spreadsheet/', pathNot: TEST_CODE },
    to: {
      path: [
        '^(?:server|sdk|cli|mcp|console)/',
        '^node_modules/(?:pg|kysely|ioredis|undici|fastify|@aws-sdk)/',
        '^(?:node:)?(?:net|tls|dns|dgram|http|https|http2)(?:/|$)',
      ],
    },
  },
  {
    name: 'clients-use-the-sdk',
    comment: 'Clients speak to the service through the SDK, like anyone else: add what is missing to the API.',
    // Their tests run the real service.
    from: { path: '^(?:sdk|cli|mcp|console)/', pathNot: TEST_CODE },
    to: { path: '^(?:server|spreadsheet)/' },
  },
  {
    name: 'console-stands-on-the-sdk',
    comment:
      'The console runs in browsers and knows the SDK only, by what the package offers: add what is missing there.',
    from: { path: '^console/src/', pathNot: TEST_FILE },
    to: {
      path: [
        '^(?:cli|mcp|proof|bench|tools)/',
        String.raw`^sdk/src/(?!bindery\.ts$)`,
        '^(?:node:)?(?:fs|path|http|net|child_process)(?:/|$)',
      ],
    },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layers, ...featureOrder, ...files, ...dependencies].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    // Types are dependencies too: a noun that knows another feature's type knows that feature.
    tsPreCompilationDeps: true,
    // The root package.json holds what every package uses for development.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
