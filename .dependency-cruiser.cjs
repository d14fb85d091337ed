/** Who may import whom. `tools/import-rules.test.ts` shows each rule failing on purpose. */

const [SPREADSHEET, SDK, platform, engine, people, core, work] = [
  '^spreadsheet/',
  '^sdk/',
  ...['platform', 'engine', 'people', 'core', 'work'].map((room) => `^server/src/${room}/`),
]
/** The rooms of the server, each with what of ours it may import. Main imports every room. */
const ROOMS = {
  platform: [],
  engine: [platform, SPREADSHEET],
  people: [platform],
  core: [platform, people, engine, SPREADSHEET],
  work: [platform, people, engine, core, SPREADSHEET],
  // Tools of agents call the endpoints through the SDK, like any client.
  doors: [platform, people, engine, core, work, SPREADSHEET, SDK],
}
const DOORS = ['http', 'iceberg', 'mcp', 'odata', 'pg-wire', 'scim']

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

const rooms = Object.entries(ROOMS).map(([room, below]) => ({
  name: `room-${room}`,
  comment: 'A room imports the rooms below it only: pass the thing in, or move the verb up.',
  from: { path: `^server/src/${room}/` },
  // Main has a rule of its own.
  to: { path: PACKAGES, pathNot: ['^server/src/main/', `^server/src/${room}/`, ...below] },
}))

const layers = [
  {
    name: 'doors-are-apart',
    comment: 'No door imports another: what two of them need belongs into the room below.',
    from: { path: '^server/src/doors/([^/]+)/' },
    to: { path: '^server/src/doors/', pathNot: '^server/src/doors/$1/' },
  },
  {
    name: 'http-is-a-tool-of-platform',
    comment: 'The way of a request knows no noun and nothing of nodes: let the endpoint declare what differs.',
    from: { path: '^server/src/platform/(?!http/)' },
    to: { path: '^server/src/platform/http/' },
  },
  {
    name: 'files-are-opened-by-the-loader',
    comment: 'An uploaded file is opened in a sandboxed process only: ask the loader. Types are fine anywhere.',
    from: { path: '^server/src/', pathNot: ['^server/src/engine/loader-program/', TEST_FILE] },
    to: { path: '^spreadsheet/src/(?:zip|xlsx|csv|legacy|write/edit)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'http-only-from-routes',
    comment:
      'Only a *.routes.ts speaks HTTP: move the line there, or say it in product words (platform/errors.ts). ' +
      'The words of which schemas are made are for everybody who describes one.',
    from: {
      path: '^server/src/(?:engine|people|core|work|doors)/',
      pathNot: String.raw`^server/src/doors/.*\.routes\.ts$`,
    },
    to: { path: '^server/src/platform/http/', pathNot: String.raw`^server/src/platform/http/schema\.ts$` },
  },
  {
    name: 'main-is-imported-by-no-room',
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
    name: 'test-stays-in-its-folder',
    comment: 'A test imports the jobs of its own folder only: reach the other over HTTP.',
    from: { path: String.raw`^server/src/(main|[^/]+/[^/]+)/.*\.test\.ts$` },
    to: { path: String.raw`\.(?:routes|job)\.ts$`, pathNot: '^server/src/$1/' },
  },
  {
    name: 'routes-are-in-doors',
    comment: 'Endpoints are in doors: in doors/http/<noun>, or in the door that they are.',
    ...noFileAt(String.raw`^server/src/(?!doors/|main/).*\.routes\.ts$`),
  },
  {
    name: 'room-is-known',
    comment: 'The server has these rooms and no other: choose one of them.',
    ...noFileAt(`^server/src/(?!(?:main|${Object.keys(ROOMS).join('|')})/)`),
  },
  {
    name: 'door-is-known',
    comment: 'A door is a folder of doors that the rules list.',
    ...noFileAt(`^server/src/doors/(?!(?:${DOORS.join('|')})/)`),
  },
]

/** Doors that stand before the first feature walks through them. Take a line out when it does. */
const LAID_AHEAD = []

const files = [
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
    name: 'duckdb-only-in-engine',
    comment: 'DuckDB is spoken in engine/ only: call a function of it, or add one there.',
    from: { path: PACKAGES, pathNot: '^server/src/engine/' },
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
  forbidden: [...rooms, ...layers, ...files, ...dependencies].map((rule) => ({ severity: 'error', ...rule })),
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
