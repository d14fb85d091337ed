import { expect, test } from 'vitest'
import { findViolations, RULES } from './house-rules.ts'

type Sources = Record<string, string>
/** `broken`: each file in it breaks the rule, at the line in its path. `clean`: what the rule must leave alone. */
type Example = { broken: Sources[]; clean: Sources }

const machinePath = ['', 'home', 'someone', 'data'].join('/')
const lines = (count: number) => 'export const x = 1\n'.repeat(count)

const EXAMPLES: Record<string, Example> = {
  'environment-only-in-config': {
    broken: [
      { 'server/src/platform/log.ts:2': 'const a = 1\nconst level = process.env.LOG_LEVEL' },
      { 'server/src/people/me/me.ts:1': "const level = process['env']" },
      { 'server/src/main/api.ts:1': "import { env } from 'node:process'" },
    ],
    clean: {
      'server/src/main/config/config.ts': 'const level = process.env.LOG_LEVEL',
      'server/test/start.ts': 'const url = process.env.DATABASE_URL',
      'proof/proof.ts': 'const url = process.env.DATABASE_URL',
      'server/src/people/me/me.test.ts': 'const url = process.env.DATABASE_URL',
      'vitest.config.ts': 'const url = process.env.DATABASE_URL',
      'server/src/platform/log.ts': '// The level comes from process.env, read elsewhere.\nprocess.environment()',
    },
  },
  'program-runs-last': {
    broken: [
      { 'server/src/engine/builder/build.ts:2': "await main('folder')\nconst FORMAT = 'parquet'" },
      { 'proof/load/clients.ts:3': 'if (folder) await main(folder)\nfunction main() {}\nlet count = 0' },
    ],
    clean: {
      'server/src/engine/builder/build.ts':
        "const FORMAT = 'parquet'\nif (folder) await main(folder)\nfunction main() {}",
      'server/src/engine/loader.ts': "const held = await open()\nconst path = ''",
    },
  },
  'export-is-used': {
    broken: [
      {
        'spreadsheet/src/cell.ts:2': 'const a = 1\nexport function tested() {}',
        'spreadsheet/src/cell.test.ts': 'tested()',
      },
      { 'server/src/platform/log.ts:1': 'export const proven = 1', 'proof/log.proof.ts': 'proven' },
      { 'console/src/app/home.tsx:1': 'export async function unused() {}' },
    ],
    clean: {
      'spreadsheet/src/cell.ts': 'export class Cell {}\nexport const inOwnFile = 1\nconst other = inOwnFile',
      'server/src/engine/cells.ts': 'new Cell()',
      'sdk/src/bindery.ts': 'export const offered = 1',
      'server/test/start.ts': 'export const harness = 1',
      'cli/src/run.ts': 'export type Unused = string\nexport { Cell }',
    },
  },
  'query-only-in-store': {
    broken: [
      { 'server/src/people/me/show-me.ts:2': "return db\n  .selectFrom('account')" },
      { 'server/src/main/api.ts:1': "db.insertInto('account')" },
      { 'server/src/platform/blobs/blobs.ts:1': "db.updateTable('blob')" },
      { 'server/src/platform/http/mount.ts:1': "db.deleteFrom('blob')" },
    ],
    clean: {
      'server/src/people/me/me.store.ts': "db.selectFrom('account')\ntx.insertInto('account')",
      'server/src/people/me/me.test.ts': "service.db.selectFrom('account')",
      'server/src/platform/postgres.ts': "db.selectFrom('account')",
      'server/src/people/me/show-me.ts': 'list.with(0, me)',
    },
  },
  'sql-only-in-store': {
    broken: [
      { 'server/src/people/me/show-me.ts:1': 'await sql`select 1`.execute(db)' },
      { 'server/src/people/me/show-me.ts:1': 'await sql<{ one: Array<number> }>`select 1`.execute(db)' },
      { 'server/src/people/me/show-me.ts:1': "sql.raw('select 1')" },
    ],
    clean: {
      'server/src/people/me/me.store.ts': 'await sql`select 1`.execute(db)',
      'server/src/people/me/me.test.ts': 'await sql`select 1`.execute(service.db)',
      'server/src/platform/database/migrations.ts': 'await sql`select 1`.execute(db)',
      'server/src/core/queries/run-query.ts': 'const text = `select 1`\nquery.sql.trim()',
    },
  },
  'one-store-per-table': {
    broken: [
      {
        'server/src/people/me/me.store.ts:1': "tx.updateTable('personalToken').set({})",
        'server/src/core/audit/audit.store.ts:2': 'sql`\n  update personal_token as t set used_at = now()`',
      },
      {
        'server/src/people/me/me.store.ts:1': "tx.insertInto('account').values({})",
        'server/src/core/audit/audit.store.ts:3': "tx\n  .deleteFrom(\n    'account as a')",
      },
      {
        'server/src/people/me/me.store.ts:1': 'sql`insert into public.account values (1)`',
        'server/src/core/audit/audit.store.ts:1': 'sql`delete from only account`',
      },
    ],
    clean: {
      'server/src/people/me/me.store.ts':
        "tx.insertInto('account')\ntx.updateTable('account')\nsql`delete from account`",
      'server/src/core/audit/audit.store.ts': [
        "db.selectFrom('account').forUpdate()",
        'sql`select 1 from account for update of account`',
        'sql`insert into audit_entry values (1) on conflict (id) do update set account = 2`',
        '// The other store does: insert into account',
      ].join('\n'),
      'server/src/core/audit/audit.test.ts': "service.db.insertInto('account')",
    },
  },
  'transaction-only-in-postgres': {
    broken: [
      { 'server/src/people/me/me.store.ts:1': 'db.transaction().execute(work)' },
      { 'server/src/main/api.ts:1': 'await db.startTransaction().execute()' },
    ],
    clean: {
      'server/src/platform/postgres.ts': 'db.transaction().execute(work)',
      'server/src/people/me/show-me.ts': 'inTransaction(ctx.db, work)',
    },
  },
  'no-silent-end': {
    broken: [
      { 'server/src/engine/duckdb/read.ts:1': 'for await (const rows of result.yieldRows()) {' },
      { 'server/src/engine/duckdb/read.ts:1': 'const chunk = await result.fetchChunk()' },
    ],
    clean: {
      'server/src/engine/duckdb/chunks-of.ts': 'const chunk = await result.fetchChunk()',
      'server/src/engine/duckdb/read.ts': 'for await (const chunk of chunksOf(result)) {',
    },
  },
  'sealed-cells-stay-closed': {
    broken: [{ 'server/src/core/tables/history/undo-op.ts:1': 'const cells = openSealed(row)' }],
    clean: {
      'server/src/core/reading/whole-rows.ts': 'const cells = openSealed(row)',
      'server/src/engine/table/commit.ts': 'const cells = openSealed(row)',
    },
  },
  'lens-alone-shows-values': {
    broken: [
      { 'server/src/core/tables/rows/read-rows.ts:1': 'const table = asReadable({ columns })' },
      { 'server/src/core/tables/tables.errors.ts:1': 'const current = text as VisibleValue' },
    ],
    clean: {
      'server/src/core/reading/lens.ts': 'const table = asReadable({ columns })',
      'server/src/core/reading/visible-value.ts': 'const current = text as VisibleValue',
    },
  },
  'rules-are-checked': {
    broken: [{ 'server/src/core/tables/rows/upsert-rows.ts:1': 'const checked = rulesChecked(1, [])' }],
    clean: { 'server/src/core/rules/check-writes.ts': 'return rulesChecked(rules.epoch, [])' },
  },
  'file-grows-long': {
    broken: [{ 'server/src/people/me/me.ts:251': lines(251) }, { 'server/src/people/me/me.test.ts:251': lines(350) }],
    clean: {
      'server/src/people/me/me.ts': lines(250),
      'server/src/platform/database/database-schema.ts': lines(300),
      'docs/long.md': lines(300),
    },
  },
  'file-too-long': {
    broken: [{ 'server/src/people/me/me.ts:351': lines(351) }],
    clean: { 'server/src/platform/database/database-schema.ts': lines(900), 'proof/proof.ts': lines(900) },
  },
  'file-name-says-what': {
    broken: [
      { 'server/src/people/me/utils.ts:1': '' },
      { 'server/src/people/me/string-helpers.ts:1': '' },
      { 'server/src/platform/http/common.ts:1': '' },
      { 'server/src/platform/pool-manager.ts:1': '' },
      { 'server/src/people/me/me.service.ts:1': '' },
      { 'tools/misc.ts:1': '' },
      { 'server/src/people/me/index.ts:1': '' },
    ],
    clean: { 'server/src/people/me/indexed-rows.ts': '', 'server/test/start-service.ts': '', 'docs/index.md': '' },
  },
  'name-says-what': {
    broken: [
      { 'server/src/people/me/me.ts:2': 'const a = 1\nexport function tellReader() {}' },
      { 'server/src/people/me/me.ts:1': 'type Asked = { page: number }' },
      { 'console/src/app/home.tsx:1': 'export type Place = { row: number }' },
      { 'server/src/people/me/me.ts:1': 'export const INGEST_WISHES = []' },
      { 'spreadsheet/src/cell.ts:1': 'type SeenCell = { row: number }' },
    ],
    clean: {
      'server/src/people/me/me.ts': 'type CellPlace = { row: number }\nconst teller = 1\n// type Asked = 1',
      'server/src/people/me/they.ts': 'const seen = new Set()\nconst asked = 1',
    },
  },
  'problem-has-page': {
    broken: [
      { 'server/src/people/me/me.errors.ts:3': "new ServiceError(\n  'conflict',\n  'name_taken', {})" },
      {
        'server/src/doors/http/me/me.routes.ts:3': "problems: [\n  'known',\n  'name_taken',\n]",
        'docs/problems/known.md': '',
      },
    ],
    clean: {
      'server/src/people/me/me.errors.ts': "new ServiceError('conflict', 'name_taken', {})",
      'server/src/doors/http/me/me.routes.ts': "problems: ['name_taken', 'not_found'],",
      'server/src/people/me/me.test.ts': "new ServiceError('conflict', 'made_up', {})",
      'docs/problems/name_taken.md': '',
      'docs/problems/not_found.md': '',
      'docs/problems/not_used_yet.md': '',
    },
  },
  'function-has-its-file': {
    broken: [
      {
        'server/migrations/0140-next.sql:3':
          '-- Counts.\n\ncreate function count_it() returns void language sql as $$ $$;',
      },
      {
        'server/sql/functions/commit/count_it.sql:1': 'create function count_it() returns void language sql as $$ $$;',
      },
      {
        'server/sql/functions/commit/count_it.sql:1':
          'create or replace function other() returns void language sql as $$ $$;',
      },
      {
        'server/sql/functions/commit/count_it.sql:2':
          'create or replace function count_it() returns void language sql as $$ $$;\nalter table job drop column error;',
      },
      { 'server/sql/functions/commit/count_it.sql:1': '-- Nothing is left of it.' },
      { 'server/migrations/0140-next.sql:2': '-- outside a transaction\n-- functions: count_it\ncall count_it();' },
      {
        'server/sql/functions/commit/count_it.sql':
          'create or replace function count_it() returns void language sql as $$ $$;',
        'server/sql/functions/trash/count_it.sql:1':
          'create or replace function count_it() returns void language sql as $$ $$;',
      },
    ],
    clean: {
      'server/migrations/0140-next.sql': 'create function pg_temp.once() returns void language sql as $$ $$;',
      'server/migrations/before-0.2/0054-old.sql': 'create function old() returns void language sql as $$ $$;',
      'server/sql/functions/commit/count_it.sql':
        '-- Counts.\ncreate or replace function count_it() returns void language sql as $$ $$;\n\nrevoke all on function count_it from public, bindery_service;\ngrant execute on function count_it to bindery_service;',
    },
  },
  'function-serves-the-release-before': {
    broken: [
      { 'server/sql/called-by-0.2.txt:2': '# What they call.\ncount_it(kept integer) returns integer' },
      {
        'server/sql/called-by-0.2.txt:1': 'count_it(kept integer) returns integer',
        'server/sql/functions/jobs/count_it.sql':
          'create or replace function count_it(kept integer, most integer) returns integer language sql as $$ $$;',
      },
      {
        'server/sql/called-by-0.2.txt:1': 'count_it(kept integer) returns integer',
        'server/sql/functions/jobs/count_it.sql':
          'create or replace function count_it(kept integer) returns bigint language sql as $$ $$;',
      },
    ],
    clean: {
      'server/sql/called-by-0.2.txt': 'count_it(kept integer) returns integer\n',
      'server/sql/functions/jobs/count_it.sql':
        '-- Counts.\ncreate or replace function count_it(\n  kept integer\n) returns integer\nlanguage sql as $$ $$;',
    },
  },
  'migration-is-online': {
    broken: [{ 'server/migrations/0140-next.sql:2': '-- Nobody needs it.\nalter table job drop column error;' }],
    clean: {
      'server/migrations/0010-tables.sql': 'drop table job;',
      'server/migrations/0099-next.sql': 'alter table job add column place text;',
    },
  },
  'no-note-to-self': {
    broken: [
      { 'server/src/people/me/me.ts:1': '// TODO: later' },
      { 'server/migrations/0001-people.sql:1': '-- FIXME' },
    ],
    clean: { 'server/src/people/me/me.ts': "const columns = ['todo', 'done']" },
  },
  'plain-english': {
    broken: [
      { 'server/src/people/me/me.ts:2': '\n// Whoever asks twice is answered once.' },
      { 'server/src/people/me/me.errors.ts:1': "title: 'Somebody else was faster'," },
      { 'server/src/people/me/me.test.ts:1': "test('the owner is told', () => {})" },
      { 'cli/src/run.ts:1': '/** The user and his token. */' },
      { 'GLOSSARY.md:1': '| **job** | nobody waits for it |' },
      { 'scripts/dev:1': '# Makes it anew.' },
      { 'docs/start.md:1': 'He says so.' },
      { 'docs/ja/start.md:1': 'bindery open  # somebody waits' },
    ],
    clean: {
      'server/src/people/me/me.ts': "// The caller is informed.\nconst accounts = ['postgres', 'nobody']",
      'server/migrations/0099-next.sql': '-- Told to nobody.',
      'tools/online-migrations.test.ts': '// Whoever reads it.',
      'docs/self-hosting.md': 'PostgreSQL runs as the account `nobody`.',
    },
  },
  'no-test-left-out': {
    broken: [
      { 'server/src/people/me/me.test.ts:1': "it.only('works', () => {})" },
      { 'proof/proof.test.ts:1': "test.concurrent.skip('works', () => {})" },
      { 'tools/tool.test.ts:1': "describe.todo('works')" },
    ],
    clean: { 'server/src/people/me/me.test.ts': "test.skipIf(isWindows)('works', () => {})\nrows.skip(1)" },
  },
  'no-machine-path': {
    broken: [{ 'docs/start.md:1': `Data lies in ${machinePath}.` }, { 'scripts/start.sh:2': `\ncd "${machinePath}"` }],
    clean: { 'docs/start.md': `See https://example.com${machinePath} and ./docs${machinePath}` },
  },
}

test.each(RULES)('$name is reported at every line that breaks it', ({ name }) => {
  const broken = EXAMPLES[name]?.broken ?? []

  expect(broken.length, 'a rule needs an example that breaks it').toBeGreaterThan(0)
  for (const sources of broken) expect(placesOf(name, withoutLines(sources))).toEqual(placesIn(sources))
})

test.each(RULES)('$name leaves alone what is allowed', ({ name }) => {
  const clean = EXAMPLES[name]?.clean ?? {}

  expect(placesOf(name, clean)).toEqual([])
})

test('only a file that grows long is a warning', () => {
  const sources = Object.values(EXAMPLES).flatMap(({ broken }) => broken)

  const warned = sources.flatMap((source) => findViolations(toFiles(withoutLines(source)))).filter((v) => v.isWarning)

  expect(new Set(warned.map((violation) => violation.rule))).toEqual(new Set(['file-grows-long']))
})

test('a table with two writers is reported at both, each naming the other', () => {
  const a = 'server/src/core/audit/audit.store.ts'
  const b = 'server/src/people/me/me.store.ts'

  const found = findViolations(toFiles({ [a]: "tx.insertInto('account')", [b]: "tx.insertInto('account')" }))

  expect(found).toMatchObject([
    { file: a, about: `account is also written by ${b}` },
    { file: b, about: `account is also written by ${a}` },
  ])
})

function toFiles(sources: Sources): Map<string, string> {
  return new Map(Object.entries(sources))
}

function withoutLines(sources: Sources): Sources {
  return Object.fromEntries(Object.entries(sources).map(([place, text]) => [place.replace(/:\d+$/, ''), text]))
}

function placesIn(sources: Sources): string[] {
  return Object.keys(sources)
    .filter((place) => /:\d+$/.test(place))
    .toSorted()
}

function placesOf(rule: string, sources: Sources): string[] {
  const found = findViolations(toFiles(sources)).filter((violation) => violation.rule === rule)
  return found.map(({ file, line }) => `${file}:${line}`).toSorted()
}
