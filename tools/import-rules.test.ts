import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path/posix'
import { cruise, type IConfiguration } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { expect, test } from 'vitest'

const CONFIG = join(import.meta.dirname, '../.dependency-cruiser.cjs')
// Safe: the cruise itself checks the file against the schema of that type.
const { forbidden = [] } = createRequire(import.meta.url)(CONFIG) as IConfiguration
const RULES = forbidden.map((rule) => rule.name ?? '')
const FEATURES = RULES.filter((name) => name.startsWith('feature-order-')).map((name) =>
  name.replace('feature-order-', ''),
)

type Import = { from: string; to?: string; isTypeOnly?: boolean }

const feature = (file: string) => `server/src/features/${file}`
const noun = (name: string) => feature(`${name}/noun.ts`)

/** For each rule what must break it, and break nothing else. Without `to` the file itself is the offence. */
const BROKEN: Record<string, Import[]> = {
  'platform-imports-no-layer': [
    { from: 'server/src/platform/a.ts', to: noun('accounts') },
    { from: 'server/src/platform/b.ts', to: 'server/src/http/reply.ts', isTypeOnly: true },
    { from: 'server/src/platform/c.ts', to: 'spreadsheet/src/grid.ts' },
  ],
  'http-imports-platform-only': [
    { from: 'server/src/http/a.ts', to: noun('accounts') },
    { from: 'server/src/http/b.ts', to: 'server/src/tabular/rows.ts' },
  ],
  'tabular-imports-platform-only': [
    { from: 'server/src/tabular/a.ts', to: noun('tables') },
    { from: 'server/src/tabular/b.ts', to: 'server/src/http/reply.ts' },
  ],
  'files-are-opened-by-the-loader': [
    { from: feature('sources/analyze.ts'), to: 'spreadsheet/src/xlsx/open-xlsx.ts' },
    { from: 'server/src/tabular/c.ts', to: 'spreadsheet/src/csv/open-csv.ts' },
  ],
  'http-only-from-routes': [{ from: feature('accounts/open-account.ts'), to: 'server/src/http/reply.ts' }],
  'main-is-imported-by-no-layer': [
    { from: feature('accounts/a.ts'), to: 'server/src/main/config/config.ts' },
    { from: 'server/src/platform/d.ts', to: 'server/src/main/config/config.ts' },
    { from: feature('accounts/a.test.ts'), to: 'server/src/main/config/config.ts' },
  ],
  'routes-belong-to-endpoints': [
    { from: feature('accounts/b.ts'), to: feature('accounts/accounts.routes.ts') },
    { from: 'server/src/main/worker.ts', to: feature('accounts/accounts.routes.ts') },
  ],
  'jobs-belong-to-job-handlers': [
    { from: feature('accounts/c.ts'), to: feature('accounts/forget.job.ts') },
    { from: 'server/src/main/worker.ts', to: feature('accounts/forget.job.ts') },
  ],
  'test-stays-in-its-feature': [
    { from: feature('audit/audit.test.ts'), to: feature('accounts/accounts.routes.ts') },
    { from: feature('audit/audit.test.ts'), to: feature('accounts/forget.job.ts') },
  ],
  'server-folder-is-known': [{ from: 'server/src/shared/thing.ts' }, { from: 'server/src/loose.ts' }],
  'feature-is-listed': [{ from: feature('novelties/noun.ts') }, { from: feature('loose.ts') }],
  'no-index-file': [{ from: feature('accounts/index.ts') }],
  'no-cycle': [{ from: feature('me/a.ts'), to: feature('me/b.ts') }],
  'reached-from-main': [
    { from: feature('me/unused.ts') },
    { from: 'spreadsheet/src/structure/unused.ts' },
    { from: 'sdk/src/unused.ts' },
    { from: 'cli/src/unused.ts' },
    { from: 'mcp/src/unused.ts' },
    { from: 'mcp/app/unused.ts' },
    { from: 'console/src/unused.ts' },
  ],
  'postgres-only-in-stores': [
    { from: feature('accounts/d.ts'), to: 'kysely' },
    { from: 'server/src/main/api.ts', to: 'pg' },
  ],
  'duckdb-only-in-tabular': [
    { from: feature('tables/a-process.ts'), to: '@duckdb/node-api' },
    { from: 'server/src/main/serve.ts', to: '@duckdb/node-api' },
  ],
  'duckdb-in-child-processes-only': [{ from: 'server/src/main/serve.ts', to: '@duckdb/node-api' }],
  'no-test-code-in-production': [
    { from: feature('accounts/e.ts'), to: 'server/test/start.ts' },
    { from: feature('accounts/e.ts'), to: feature('accounts/accounts.test.ts') },
    { from: feature('accounts/e.ts'), to: 'tools/draw.ts' },
    { from: feature('accounts/e.ts'), to: 'proof/proof.ts' },
    { from: feature('accounts/e.ts'), to: 'bench/load.proof.ts' },
  ],
  'no-dev-dependency-in-production': [
    { from: feature('accounts/f.ts'), to: 'fast-check' },
    { from: feature('accounts/f.ts'), to: 'vitest' },
  ],
  'no-unresolvable-import': [{ from: feature('accounts/g.ts'), to: './nowhere.ts' }],
  'no-unlisted-dependency': [{ from: feature('accounts/h.ts'), to: 'stray' }],
  'spreadsheet-is-pure': [
    { from: 'spreadsheet/src/a.ts', to: noun('accounts') },
    { from: 'spreadsheet/src/b.ts', to: 'node:http' },
  ],
  'clients-use-the-sdk': [{ from: 'cli/src/a.ts', to: noun('accounts') }],
  'console-stands-on-the-sdk': [{ from: 'console/src/a.ts', to: 'cli/src/b.ts' }],
}
FEATURES.forEach((name, place) => {
  const next = FEATURES[place + 1] ?? 'held-content'
  BROKEN[`feature-order-${name}`] = [{ from: feature(`${name}/too-early.ts`), to: noun(next) }]
})

/** What the exceptions in the rules are for: none of it may be reported. */
const ALLOWED: Import[] = [
  // The way back of the cycle, which is reported once.
  { from: feature('me/b.ts'), to: feature('me/a.ts'), isTypeOnly: true },
  { from: feature('audit/append-entry.ts'), to: noun('accounts') },
  { from: feature('closing/close.ts'), to: noun('mcp') },
  { from: feature('accounts/accounts.routes.ts'), to: 'server/src/http/reply.ts' },
  { from: feature('accounts/accounts.store.ts'), to: 'kysely' },
  { from: feature('accounts/accounts.store.ts'), to: 'server/src/platform/postgres.ts' },
  { from: feature('tables/read-rows.ts'), to: 'server/src/tabular/rows.ts' },
  { from: feature('tables/b.ts'), to: 'kysely', isTypeOnly: true },
  { from: feature('accounts/accounts.test.ts'), to: feature('accounts/accounts.routes.ts') },
  { from: feature('accounts/accounts.test.ts'), to: feature('accounts/forget.job.ts') },
  { from: feature('accounts/accounts.test.ts'), to: 'server/test/start.ts' },
  { from: feature('accounts/accounts.test.ts'), to: 'fast-check' },
  { from: feature('accounts/accounts.test.ts'), to: 'vitest' },
  { from: feature('accounts/accounts.test.ts'), to: 'kysely' },
  { from: feature('tables/c.ts'), to: 'fast-check', isTypeOnly: true },
  { from: 'cli/src/b.ts', to: 'sdk/src/client.ts' },
  { from: 'cli/vitest.config.ts', to: 'vitest' },
  { from: 'server/test/start.ts', to: 'server/src/main/config/config.ts' },
  { from: 'server/test/start.ts', to: 'pg' },
  { from: 'proof/proof.ts', to: 'server/test/start.ts' },
  { from: 'proof/proof.ts', to: 'server/src/main/config/config.ts' },
  { from: 'bench/load.proof.ts', to: 'server/src/main/config/config.ts' },
  { from: 'server/src/main/migrate.ts', to: 'pg' },
  { from: 'server/src/platform/database/migrations.ts', to: 'kysely' },
  { from: 'server/src/platform/postgres.ts', to: 'pg' },
  { from: 'server/src/platform/postgres.ts', to: 'node:http' },
  { from: 'server/src/tabular/engine-process.ts', to: '@duckdb/node-api' },
  { from: 'server/src/tabular/engine.ts', to: 'server/src/platform/postgres.ts' },
  { from: 'server/src/tabular/loader-program/loader-process.ts', to: 'spreadsheet/src/xlsx/open-xlsx.ts' },
  { from: feature('sources/source.ts'), to: 'spreadsheet/src/xlsx/open-xlsx.ts', isTypeOnly: true },
  { from: 'server/src/http/reply.ts', to: 'server/src/platform/postgres.ts' },
  { from: feature('sources/ingest.ts'), to: 'spreadsheet/src/grid.ts' },
]

const MANIFESTS = {
  'package.json': { devDependencies: { vitest: '1' } },
  'server/package.json': {
    dependencies: { kysely: '1', pg: '1', '@duckdb/node-api': '1' },
    devDependencies: { 'fast-check': '1' },
  },
}
const INSTALLED = ['kysely', 'pg', '@duckdb/node-api', 'vitest', 'fast-check', 'stray']

const isOurs = (to: string) => /^(?:server|spreadsheet|sdk|cli|mcp|console|proof|bench|tools)\//.test(to)
const resolved = (to: string) => (INSTALLED.includes(to) ? `node_modules/${to}/main.js` : to.replace(/^node:/, ''))

/** The sources of the fixture: all imports above, and programs that reach every file but the unused one. */
function fixtureSources(): Map<string, string> {
  const sources = new Map<string, string>()
  const add = ({ from, to, isTypeOnly = false }: Import) => {
    const path = to && isOurs(to) ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to
    const line = path ? `import ${isTypeOnly ? 'type ' : ''}{ x${sources.size} } from '${path}'\n` : ''
    sources.set(from, (sources.get(from) ?? 'export const x = 1\n') + line)
    if (to && isOurs(to) && !sources.has(to)) sources.set(to, 'export const x = 1\n')
  }
  for (const line of [...Object.values(BROKEN).flat(), ...ALLOWED]) add(line)
  const reachable = [...sources.keys()].filter(
    (file) => !/\.test\.ts$|unused\.ts$|-process\.ts$|src\/main\//.test(file),
  )
  for (const to of reachable) {
    const from = programFor(to)
    if (from) add({ from, to })
  }
  return sources
}

const PROGRAM_OF: Readonly<Record<string, string>> = {
  spreadsheet: 'server/src/tabular/loader-program/loader-process.ts',
  sdk: 'sdk/src/bindery.ts',
  cli: 'cli/src/bindery.ts',
  console: 'console/src/main.tsx',
}

function programFor(file: string): string | undefined {
  const [folder = ''] = file.split('/src/')
  if (folder === 'server') return `server/src/main/${file.endsWith('.job.ts') ? 'job-handlers' : 'endpoints'}.ts`
  return PROGRAM_OF[folder]
}

async function writeFixture(folder: string) {
  const files = fixtureSources()
  for (const [path, manifest] of Object.entries(MANIFESTS)) files.set(path, JSON.stringify(manifest))
  for (const name of INSTALLED) {
    files.set(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'main.js' }))
    files.set(`node_modules/${name}/main.js`, '')
  }
  for (const [path, text] of files) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function cruiseFixture(): Promise<{ rule: string; from: string; to: string }[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')))
  try {
    await writeFixture(folder)
    const options = await extractDepcruiseOptions(CONFIG)
    const { output } = await cruise(
      ['server', 'spreadsheet', 'sdk', 'cli', 'mcp', 'console', 'proof', 'bench', 'tools'],
      {
        ...options,
        baseDir: folder,
      },
    )
    if (typeof output === 'string') throw new Error('a cruise without an output type gives an object')
    return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const found = await cruiseFixture()

test.each(RULES)('%s is reported where it is broken, and nowhere else', (rule) => {
  const expected = (BROKEN[rule] ?? []).map(({ from, to = from }) => ({ rule, from, to: resolved(to) }))

  const reported = found.filter((violation) => violation.rule === rule)

  expect(expected, 'a rule needs an import that breaks it').not.toEqual([])
  expect(reported.toSorted(byPlace)).toEqual(expected.toSorted(byPlace))
})

test('every rule says what to do instead', () => {
  const silent = forbidden.filter((rule) => !rule.comment)

  expect(silent).toEqual([])
})

test('every import that is expected to break a rule names one that exists', () => {
  expect(Object.keys(BROKEN).toSorted()).toEqual(RULES.toSorted())
})

function byPlace(a: { from: string; to: string }, b: { from: string; to: string }) {
  return `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`)
}
