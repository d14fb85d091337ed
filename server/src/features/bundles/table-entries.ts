import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from '@bindery/spreadsheet/write/write-xlsx.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { planContent } from '../../tabular/content.ts'
import { exportParquet } from '../../tabular/export-parquet.ts'
import { annotatedStyles } from '../exports/annotated-styles.ts'
import { MOST_SHEET_ROWS, memberNames } from '../exports/export.ts'
import { sheetOfTable } from '../exports/sheet-of-table.ts'
import { tableAtVersion } from '../governance/frozen-table.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { openReadableTables } from '../governance/open-readable-tables.ts'
import { listStyles } from '../tables/annotations.store.ts'
import type { CutTable } from './bundles.store.ts'
import type { Cut } from './cut.ts'
import { measured, type PartEntry } from './part-entry.ts'
import { measureFile, storedEntry } from './stored-entry.ts'

/** Each table as people and other programs read it: Parquet, and xlsx where a sheet has room for it. */
export async function* tableEntries(
  ctx: Context,
  { workbook, tables }: Cut,
  folder: string,
): AsyncGenerator<PartEntry> {
  const { workbookId } = workbook
  const stems = memberNames(
    tables.map(({ name }) => name),
    '',
  )
  const opened = await openReadableTables(ctx, workbookId, undefined)
  for (const [n, table] of tables.entries()) {
    const stem = `tables/${stems[n]}`
    yield* parquetEntry(ctx, workbookId, table, `${stem}.parquet`, folder)
    const found = opened.tables.find(({ artifactId }) => artifactId === table.tableId)
    if (found && table.rowCount <= MOST_SHEET_ROWS) yield await xlsxEntry(ctx, workbookId, table, found, `${stem}.xlsx`)
  }
}

async function* parquetEntry(
  { bulk }: Context,
  workbookId: string,
  { tableId, version }: CutTable,
  name: string,
  folder: string,
): AsyncGenerator<PartEntry> {
  const plan = await planContent(bulk.db, workbookId, tableId, version)
  assertState(plan, `version ${version} of table ${tableId} was forgotten while it was bundled`)
  const path = join(folder, `${tableId}.parquet`)
  await exportParquet(bulk.storage, plan, path)
  const file = await measureFile(path)
  yield {
    entry: storedEntry(name, path, file),
    part: () => ({ name, kind: 'table', of: tableId, id: null, size_bytes: file.sizeBytes, sha256: file.sha256 }),
  }
  await rm(path)
}

async function xlsxEntry(
  ctx: Context,
  workbookId: string,
  { tableId, version }: CutTable,
  opened: OpenedTable,
  name: string,
): Promise<PartEntry> {
  const table = await tableAtVersion(ctx.db, opened.table, version)
  const styles = annotatedStyles(table.columns, await listStyles(ctx.db, { workbookId, tableId }))
  const sheet = await sheetOfTable(ctx.reader, { opened, table, columns: table.columns }, { hasRowIds: false, styles })
  const createdAt = ctx.now()
  const properties = { title: table.name, createdAt, modifiedAt: createdAt, custom: {} }
  const { chunks, told } = measured(writeXlsx({ sheets: [sheet], definedNames: [], properties }))
  return { entry: { name, chunks }, part: () => ({ name, kind: 'table', of: tableId, id: null, ...told() }) }
}
