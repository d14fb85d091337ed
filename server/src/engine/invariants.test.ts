import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderBlobs } from '../platform/blobs/blobs-folder.ts'
import { createS3Blobs } from '../platform/blobs/blobs-s3.ts'

/**
 * What must hold for every table, whatever happens, and the tests that would notice if it did not. A dash: it speaks of
 * something that is not built yet.
 */
const MODEL = 'engine/storage/storage-model.test.ts: every version keeps its content, after each step'
const ORDER = 'core/tables/commit-order.test.ts: versions, ops, audit entries and events have no gaps and one order'

const INVARIANTS: Readonly<Record<string, readonly string[]>> = {
  'I1 edit versions, op ids, audit seq and event sequence have no gaps and follow the order of commits': [
    ORDER,
    'core/audit/audit-chain.test.ts: writers at once leave one chain without gaps',
    'core/events/events.test.ts: events of writers at once are numbered without gaps',
  ],
  'I2 the content of a version never changes': [MODEL],
  'I3 `before` is what the version before held': [MODEL],
  'I4 the row count of a version is the number of its rows': [MODEL],
  'I5 a row id is in one segment of a manifest; ranges are disjoint and ascend': [MODEL],
  'I6 no row id and no column id is given twice': [MODEL],
  'I7 a column id has one type': [MODEL],
  'I8 locks are taken in the order idempotency row, head, rest': [
    'core/tables/commit-order.test.ts: locks are taken in one order',
    ORDER,
  ],
  'I9 a checkpoint changes no answer and fails no writer': [
    MODEL,
    'engine/storage/checkpoint-table.test.ts: a checkpoint rewrites the touched segments, keeps the others, and reads as before',
  ],
  'I10 every named segment is live and in the store; every other one is gone after lease and grace': [
    MODEL,
    'engine/storage/retention.test.ts: the sweep deletes what nothing names after a day of grace, and nothing else',
    'engine/storage/retention.test.ts: a segment whose writer died is swept after its lease',
    'core/workbooks/purge-workbook.test.ts: a workbook is gone after its days in the trash',
    'core/tables/trash/purge-table.test.ts: a table is gone after its days in the trash',
  ],
  'I11 a read that starts after an acknowledged write sees it, on every node': [
    'engine/duckdb/engine.test.ts: a write that was acknowledged is seen by the next read on every node',
  ],
  'I12 one query sees one moment of the workbook': [
    'engine/duckdb/engine.test.ts: two tables that every commit changes together are never seen apart',
  ],
  'I13 parsed, cast and encoded, a value is what it was: from an edit, a segment and a native file': [
    'engine/values/values-engine.test.ts: a value comes back from memory, from Parquet and from a native file',
    'engine/duckdb/engine.test.ts: a value of every type comes back as it was written',
  ],
  'I14 no text is cast that its grammar does not allow': [
    'engine/values/values-engine.test.ts: SQL takes exactly the texts that a write takes',
  ],
  'I15 an engine’s folders hold no byte of a hidden column': [
    'engine/storage/hidden-history.test.ts: no byte of a hidden column is in an engine’s folders after a retype, a drop and a restore',
    'engine/duckdb/held/hidden-columns.test.ts: of a hidden or dropped column no file reaches the engine',
  ],
  'I16 no answer made under an older policy follows an acknowledged change of it': [
    'core/policies/policies.test.ts: holds for the next request, takes older results back',
    'platform/http/idempotency/idempotency-replay.test.ts: no caller once the policies of its workbook have changed',
    'core/jobs/jobs.test.ts: the result of a job is not shown again',
  ],
  'I17 a table is fresh exactly if a re-run would change nothing': [],
  'I18 a restored snapshot is what was committed, in all tables or none': [
    'work/snapshots/restore.test.ts: with names, columns, rows and row ids, in one commit',
  ],
  'I19 every retained version is readable after its garbage is gone, every expired one is reported as expired': [
    MODEL,
    'engine/storage/retention.test.ts: versions past their time are forgotten, pinned ones and younger ones stay readable',
    'core/tables/history/history.test.ts: history_expired',
  ],
  'I20 the same write sent many times under one key has one effect': [
    'platform/http/idempotency/idempotency.test.ts: twenty times at once is done once',
    'core/tables/rows/write-rows.test.ts: sent twice under one key is done once',
    'core/tables/columns/retype-column.test.ts: under an Idempotency-Key too no transaction waits',
  ],
  'I21 the number of statements of an edit depends on nothing': [
    'core/tables/edit-statements.test.ts: an edit sends PostgreSQL as many statements for a thousand rows as for one',
  ],
  'I22 no path lists the object store': ['engine/invariants.test.ts: the object store cannot be listed'],
}

/** Its test compares with a run of everything: `proof recompute` does. */
const WAITING = ['I17']

test('every invariant has a test that is there, or waits for its feature', () => {
  const lacking = Object.entries(INVARIANTS).filter(([, tests]) => tests.length === 0)
  const missing = Object.values(INVARIANTS)
    .flat()
    .filter((named) => !isThere(named))

  expect(Object.keys(INVARIANTS)).toHaveLength(22)
  expect(lacking.map(([invariant]) => invariant.split(' ')[0])).toEqual(WAITING)
  expect(missing).toEqual([])
})

test('the object store cannot be listed: it has no way to be asked, whichever it is', async () => {
  const ways = ['addressToPut', 'check', 'close', 'copyTo', 'delete', 'get', 'put', 'reading', 'size']

  const folder = createFolderBlobs(mkdtempSync(join(tmpdir(), 'bindery-invariants-')))
  const s3 = await createS3Blobs({ endpoint: 'http://127.0.0.1:1', region: 'test', bucket: 'test', lentRole: null })

  expect(Object.keys(folder).sort()).toEqual(ways)
  expect(Object.keys(s3).sort()).toEqual(ways)
  expect(readFileSync(new URL('../platform/blobs/blobs-s3.ts', import.meta.url), 'utf8')).not.toMatch(/List[A-Z]/)
})

function isThere(named: string): boolean {
  const [file = '', title = ''] = named.split(/: (.*)/)
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').includes(title)
}
