import { copyFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Stage } from '../../console/test/stage.ts'
import { median, rounded, timed } from '../../proof/lib/figures.ts'
import type { Figures } from '../../proof/proof.ts'
import { newId } from '../../server/src/platform/ids.ts'

const TURNS = 7
const LISTED = 100
/** Shown by some thousand rows of one column, and by none of the others that are searched. */
const SOUGHT = 'note 7771'

/** The same questions in DuckDB's own words. Columns are called by their number in native files. */
const BARE = {
  values: `SELECT c6, count(*) AS n FROM bare.main.rows GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${LISTED}`,
  find: `SELECT count(*), min(__svc_row_id) FROM bare.main.rows
    WHERE ${['c4', 'c5', 'c6'].map((column) => `contains(lower(${column}), '${SOUGHT}')`).join(' OR ')}`,
} as const

/**
 * What the console asks about whole columns, over HTTP, in turns with DuckDB reading the same native file: the values of a column with
 * 100,003 different texts, and a text in three columns.
 */
export async function compareWholeColumns({ client }: Stage, workbookId: string, nativeFile: string): Promise<Figures> {
  const table = { workbook_id: workbookId, name: 'ledger' }
  const ours = {
    values: () => client.api.listTableValues({ ...table, column: 'note', limit: LISTED }),
    find: () => client.api.findInTable({ ...table, text: SOUGHT, columns: 'name,region,note' }),
  }
  const copy = join(tmpdir(), `bindery-bare-${newId()}.duckdb`)
  await copyFile(nativeFile, copy)
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  const bare = await instance.connect()
  const spent = { values: [] as number[], find: [] as number[] }
  const needed = { values: [] as number[], find: [] as number[] }
  try {
    await bare.run(`ATTACH '${copy}' AS bare (READ_ONLY)`)
    for (let turn = -1; turn < TURNS; turn++)
      for (const kind of ['values', 'find'] as const) {
        const service = await timed(ours[kind])
        const alone = await timed(async () => (await bare.run(BARE[kind])).getRows())
        // The first turn reads the file into memory.
        if (turn < 0) continue
        spent[kind].push(service)
        needed[kind].push(alone)
      }
  } finally {
    bare.closeSync()
    instance.closeSync()
    await rm(copy, { force: true })
  }
  return {
    values_ratio: rounded(median(spent.values) / median(needed.values)),
    find_ratio: rounded(median(spent.find) / median(needed.find)),
    whole_column_ms: {
      values: Math.round(median(spent.values)),
      values_bare: Math.round(median(needed.values)),
      find: Math.round(median(spent.find)),
      find_bare: Math.round(median(needed.find)),
    },
  }
}

/** From a press on “Filter…” in the menu of a column until its first value can be ticked. */
export async function firstValueMs({ page }: Stage): Promise<number> {
  await page.getByRole('button', { name: 'Menu of note', exact: true }).click()
  const entry = page.getByRole('menuitem', { name: 'Filter…', exact: true })
  await entry.waitFor()
  const began = performance.now()
  await entry.click()
  await page
    .getByRole('checkbox', { name: /^note \d/ })
    .first()
    .waitFor()
  return performance.now() - began
}
