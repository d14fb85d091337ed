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
type Import = { from: string; to?: string; isTypeOnly?: boolean }

const server = (file: string) => `server/src/${file}`
const http = server('platform/http/reply.ts')

/** For each rule what must break it, and break nothing else. Without `to` the file itself is the offence. */
const BROKEN: Record<string, Import[]> = {
  'room-platform': [
    { from: server('platform/a.ts'), to: server('people/accounts/noun.ts') },
    { from: server('platform/http/a.ts'), to: server('engine/rows.ts') },
    { from: server('platform/c.ts'), to: 'spreadsheet/src/grid.ts' },
  ],
  'room-engine': [
    { from: server('engine/a.ts'), to: server('core/tables/noun.ts') },
    { from: server('engine/b.ts'), to: server('people/accounts/noun.ts'), isTypeOnly: true },
  ],
  'room-people': [
    { from: server('people/accounts/a.ts'), to: server('core/tables/noun.ts') },
    { from: server('people/accounts/b.ts'), to: server('engine/rows.ts') },
    { from: server('people/accounts/c.ts'), to: 'spreadsheet/src/grid.ts' },
  ],
  'room-core': [{ from: server('core/tables/a.ts'), to: server('work/sources/noun.ts') }],
  'room-work': [{ from: server('work/sources/a.ts'), to: server('doors/mcp/noun.ts') }],
  'room-doors': [{ from: server('doors/mcp/a.ts'), to: 'cli/src/b.ts' }],
  'doors-are-apart': [{ from: server('doors/odata/a.ts'), to: server('doors/mcp/noun.ts') }],
  'http-is-a-tool-of-platform': [{ from: server('platform/b.ts'), to: http, isTypeOnly: true }],
  'files-are-opened-by-the-loader': [
    { from: server('work/sources/analyze.ts'), to: 'spreadsheet/src/xlsx/open-xlsx.ts' },
    { from: server('engine/c.ts'), to: 'spreadsheet/src/csv/open-csv.ts' },
  ],
  'http-only-from-routes': [
    { from: server('people/accounts/open-account.ts'), to: http },
    { from: server('engine/d.ts'), to: http },
    { from: server('doors/mcp/b.ts'), to: http },
  ],
  'main-is-imported-by-no-room': [
    { from: server('people/accounts/a.ts'), to: 'server/src/main/config/config.ts' },
    { from: 'server/src/platform/d.ts', to: 'server/src/main/config/config.ts' },
    { from: server('people/accounts/a.test.ts'), to: 'server/src/main/config/config.ts' },
  ],
  'routes-belong-to-endpoints': [
    { from: server('doors/http/accounts/b.ts'), to: server('doors/http/accounts/accounts.routes.ts') },
    { from: server('main/worker.ts'), to: server('doors/http/accounts/accounts.routes.ts') },
  ],
  'jobs-belong-to-job-handlers': [
    { from: server('people/accounts/c.ts'), to: server('people/accounts/forget.job.ts') },
    { from: server('main/worker.ts'), to: server('people/accounts/forget.job.ts') },
  ],
  'test-stays-in-its-folder': [
    { from: server('core/audit/audit.test.ts'), to: server('people/accounts/forget.job.ts') },
  ],
  'routes-are-in-doors': [{ from: server('people/accounts/stray.routes.ts') }],
  'room-is-known': [{ from: server('shared/thing.ts') }, { from: server('loose.ts') }],
  'door-is-known': [{ from: server('doors/novelties/noun.ts') }, { from: server('doors/loose.ts') }],
  'no-index-file': [{ from: server('people/accounts/index.ts') }],
  'no-cycle': [{ from: server('people/me/a.ts'), to: server('people/me/b.ts') }],
  'reached-from-main': [
    { from: server('people/me/unused.ts') },
    { from: 'spreadsheet/src/structure/unused.ts' },
    { from: 'sdk/src/unused.ts' },
    { from: 'cli/src/unused.ts' },
    { from: 'mcp/src/unused.ts' },
    { from: 'mcp/app/unused.ts' },
    { from: 'console/src/unused.ts' },
  ],
  'postgres-only-in-stores': [
    { from: server('people/accounts/d.ts'), to: 'kysely' },
    { from: 'server/src/main/api.ts', to: 'pg' },
  ],
  'duckdb-only-in-engine': [
    { from: server('core/tables/a-process.ts'), to: '@duckdb/node-api' },
    { from: 'server/src/main/serve.ts', to: '@duckdb/node-api' },
  ],
  'duckdb-in-child-processes-only': [{ from: 'server/src/main/serve.ts', to: '@duckdb/node-api' }],
  'no-test-code-in-production': [
    { from: server('people/accounts/e.ts'), to: 'server/test/start.ts' },
    { from: server('people/accounts/e.ts'), to: server('people/accounts/accounts.test.ts') },
    { from: server('people/accounts/e.ts'), to: 'tools/draw.ts' },
    { from: server('people/accounts/e.ts'), to: 'proof/proof.ts' },
    { from: server('people/accounts/e.ts'), to: 'bench/load.proof.ts' },
  ],
  'no-dev-dependency-in-production': [
    { from: server('people/accounts/f.ts'), to: 'fast-check' },
    { from: server('people/accounts/f.ts'), to: 'vitest' },
  ],
  'no-unresolvable-import': [{ from: server('people/accounts/g.ts'), to: './nowhere.ts' }],
  'no-unlisted-dependency': [{ from: server('people/accounts/h.ts'), to: 'stray' }],
  'spreadsheet-is-pure': [
    { from: 'spreadsheet/src/a.ts', to: server('people/accounts/noun.ts') },
    { from: 'spreadsheet/src/b.ts', to: 'node:http' },
  ],
  'clients-use-the-sdk': [{ from: 'cli/src/a.ts', to: server('people/accounts/noun.ts') }],
  'console-stands-on-the-sdk': [{ from: 'console/src/a.ts', to: 'cli/src/b.ts' }],
}
/** What the exceptions in the rules are for: none of it may be reported. */
const ALLOWED: Import[] = [
  // The way back of the cycle, which is reported once.
  { from: server('people/me/b.ts'), to: server('people/me/a.ts'), isTypeOnly: true },
  { from: server('core/audit/append-entry.ts'), to: server('people/accounts/noun.ts') },
  { from: server('doors/mcp/serve.ts'), to: server('work/sources/noun.ts') },
  { from: server('doors/http/accounts/accounts.routes.ts'), to: 'server/src/platform/http/reply.ts' },
  { from: server('people/accounts/accounts.store.ts'), to: 'kysely' },
  { from: server('people/accounts/accounts.store.ts'), to: 'server/src/platform/postgres.ts' },
  { from: server('core/tables/read-rows.ts'), to: 'server/src/engine/rows.ts' },
  { from: server('core/tables/b.ts'), to: 'kysely', isTypeOnly: true },
  { from: server('people/accounts/accounts.test.ts'), to: server('people/accounts/forget.job.ts') },
  { from: server('people/accounts/accounts.test.ts'), to: 'server/test/start.ts' },
  { from: server('people/accounts/accounts.test.ts'), to: 'fast-check' },
  { from: server('people/accounts/accounts.test.ts'), to: 'vitest' },
  { from: server('people/accounts/accounts.test.ts'), to: 'kysely' },
  { from: server('core/tables/c.ts'), to: 'fast-check', isTypeOnly: true },
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
  { from: 'server/src/engine/engine-process.ts', to: '@duckdb/node-api' },
  { from: 'server/src/engine/engine.ts', to: 'server/src/platform/postgres.ts' },
  { from: 'server/src/engine/loader-program/loader-process.ts', to: 'spreadsheet/src/xlsx/open-xlsx.ts' },
  { from: server('work/sources/source.ts'), to: 'spreadsheet/src/xlsx/open-xlsx.ts', isTypeOnly: true },
  { from: 'server/src/platform/http/reply.ts', to: 'server/src/platform/postgres.ts' },
  { from: server('work/sources/ingest.ts'), to: 'spreadsheet/src/grid.ts' },
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
  spreadsheet: 'server/src/engine/loader-program/loader-process.ts',
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
