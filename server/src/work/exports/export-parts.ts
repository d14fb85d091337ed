import { CSV_DEFAULTS, writeCsv } from '@bindery-data/spreadsheet/write/write-csv.ts'
import { type ZipEntry, zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import { findPolicyEpoch } from '../../core/reading/readable-tables.store.ts'
import type { OpenedWorkbook } from '../../core/workbooks/open-workbook.ts'
import { mayGovern } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { type PlannedBranch, planBranches } from '../branches/record-branch.ts'
import { begun } from './begun.ts'
import {
  type Export,
  type ExportedTable,
  filenameOf,
  type OpenedExport,
  type RequestedExport,
  type SplitRequest,
} from './export.ts'
import { nothingToExport } from './exports.errors.ts'
import { partNames } from './part-names.ts'
import { type FilePart, splitTables } from './split-tables.ts'
import { lookOf, type SheetLook, type TableSheet, xlsxOfTables } from './xlsx-of-tables.ts'

const ZIP_LEVEL = 1
/** Which file is for whom. */
const LIST = 'parts.csv'

/** One workbook for each value of a column, each a branch that knows its part. Undefined when policies have changed meanwhile. */
export async function exportParts(
  ctx: Context,
  workbook: OpenedWorkbook,
  asked: RequestedExport,
  { split, tables, policyEpoch, skipped }: OpenedExport & { split: SplitRequest },
  keep: (planned: readonly PlannedBranch[]) => Promise<void>,
): Promise<Export | undefined> {
  const { workbookId } = workbook
  const { parts, others } = await splitTables(ctx, split, tables)
  if (parts.length === 0) throw nothingToExport()
  const filename = filenameOf({ ...asked, format: 'xlsx' }, namesOf(tables), workbook.title)
  const stem = filename.replace(/\.xlsx$/, '')
  const names = partNames(
    stem,
    parts.map(({ value }) => value),
  )
  const looks = new Map<string, SheetLook>()
  for (const exported of tables) looks.set(exported.table.tableId, await lookOf(ctx, exported))
  if ((await findPolicyEpoch(ctx.db, workbookId)) !== policyEpoch) return undefined
  // The name of a file tells its value; a branch is listed to more people than may see that.
  const requests = parts.map(({ tables: its }) => {
    const branched = its.map(({ exported, part }) => ({ table: exported.table, part }))
    return { workbookId, tables: branched, format: 'xlsx' as const, filename, actor: asked.actor }
  })
  const planned = planBranches(requests)
  await keep(planned)
  const branchIds = planned.map(({ branchId }) => branchId)
  const included = split.includesOthers ? others : []
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: LIST, chunks: listOf(parts, names, branchIds) }
    for (const [n, part] of parts.entries()) {
      const makeXlsx = await xlsxOfTables(ctx, workbook, sheetsOf(part, included, looks))
      yield { name: names[n] ?? '', chunks: makeXlsx(branchIds[n] ?? null) }
    }
  }
  return {
    filename: `${stem}.zip`,
    contentType: 'application/zip',
    bytes: await begun(zipStream(entries(), { level: ZIP_LEVEL })),
    tables,
    skipped: [...skipped, ...(split.includesOthers ? [] : namesOf(others))],
    branchId: null,
    parts: parts.length,
    formulas: { written: 0, dropped: 0 },
    namesDenied: mayGovern(ctx, workbook),
  }
}

const namesOf = (tables: readonly ExportedTable[]) => tables.map(({ table }) => table.name)

const NO_LOOK: SheetLook = { styles: { columns: [], ofRow: () => undefined }, rules: [] }

/** Tables that are not split are there to be read: without row ids they do not come back. */
function sheetsOf(
  { tables }: FilePart,
  others: readonly ExportedTable[],
  looks: ReadonlyMap<string, SheetLook>,
): TableSheet[] {
  const lookAt = ({ table }: ExportedTable) => looks.get(table.tableId) ?? NO_LOOK
  return [
    ...tables.map(({ exported, part }) => ({ exported, hasRowIds: true, look: lookAt(exported), part })),
    ...others.map((exported) => ({ exported, hasRowIds: false, look: { ...lookAt(exported), rules: [] } })),
  ]
}

function listOf(parts: readonly FilePart[], names: readonly string[], branchIds: readonly string[]) {
  const columns = ['file', 'value', 'rows', 'branch_id'].map((name) => ({ name, isText: name !== 'rows' }))
  const rows = parts.map(({ value, tables }, n) => {
    const count = tables.reduce((sum, { part }) => sum + part.rowCount, 0)
    return [names[n] ?? '', value, count, toWireId('br', branchIds[n] ?? '')]
  })
  return writeCsv({ columns, rows: [rows] }, CSV_DEFAULTS)
}
