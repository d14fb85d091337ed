import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { refuseIfAnythingHidden } from '../../core/reading/refuse-if-hidden.ts'
import { type OpenedWorkbook, openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { type BundlePart, catalogPartName } from './bundle.ts'
import { BUNDLED_TABLES, type BundledTable } from './bundled-tables.ts'
import {
  beginCut,
  type CutFile,
  type CutSegment,
  type CutTable,
  findCounters,
  listCatalogLines,
  listCutTables,
  listNamedSegments,
  listSourceFiles,
} from './bundles.store.ts'

/** A workbook of one moment: its rows in files of a folder, and the objects they speak of, which do not change. */
export type Cut = {
  workbook: OpenedWorkbook
  counters: { editSeq: number; opId: number }
  /** Each with the file that holds it. */
  catalog: readonly { part: BundlePart; path: string }[]
  segments: readonly CutSegment[]
  files: readonly CutFile[]
  tables: readonly CutTable[]
}

/**
 * Only an owner from whom nothing is hidden may have all of it: what stands in a file no policy can hide. Asked in the
 * same moment that is cut, so that no policy comes in between.
 */
export function takeCut(ctx: Context, workbookId: string, folder: string): Promise<Cut> {
  return inTransaction(ctx.bulk.db, async (tx) => {
    await beginCut(tx)
    const inCut = { ...ctx, db: tx }
    const workbook = await openWorkbook(inCut, workbookId, 'owner')
    await refuseIfAnythingHidden(inCut, workbook)

    const catalog = []
    for (const table of BUNDLED_TABLES) catalog.push(await spoolTable(tx, workbookId, table, folder))
    return {
      workbook,
      counters: await findCounters(tx, workbookId),
      catalog,
      segments: await listNamedSegments(tx, workbookId),
      files: await listSourceFiles(tx, workbookId),
      tables: await listCutTables(tx, workbookId),
    }
  })
}

/** To the disk: the client that takes the bundle may be slow, and a transaction must not wait for it. */
async function spoolTable(tx: Tx, workbookId: string, table: BundledTable, folder: string) {
  const path = join(folder, `${table.name}.ndjson`)
  const output = createWriteStream(path, { mode: 0o600 })
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const lines of listCatalogLines(tx, workbookId, table)) {
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    hash.update(bytes)
    sizeBytes += bytes.length
    if (!output.write(bytes)) await once(output, 'drain')
  }
  output.end()
  await finished(output)
  const part: BundlePart = {
    name: catalogPartName(table.name),
    kind: 'catalog',
    of: table.name,
    id: null,
    size_bytes: sizeBytes,
    sha256: hash.digest('hex'),
  }
  return { part, path }
}
