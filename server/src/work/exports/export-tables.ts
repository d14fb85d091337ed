import { type ZipEntry, zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import { artifactIdIn } from '../../core/artifacts/artifact.ts'
import { forgottenTable, hiddenRows, policiesKeepChanging } from '../../core/policies/governance.errors.ts'
import { countSeenRows } from '../../core/reading/count-seen-rows.ts'
import { frozenTable } from '../../core/reading/frozen-table.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { foldedName, type OpenedTables, openReadableTables } from '../../core/reading/open-readable-tables.ts'
import { findPolicyEpoch } from '../../core/reading/readable-tables.store.ts'
import { recordGovernedReads } from '../../core/reading/record-governed-reads.ts'
import { wholeRowCount } from '../../core/reading/refuse-if-hidden.ts'
import { readSentQuestion, type SentQuestion } from '../../core/tables/rows/row-question.ts'
import { type OpenedWorkbook, openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { mayGovern } from '../../core/workbooks/workbook.ts'
import { readUntil } from '../../engine/reading/read-again.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type PlannedBranch, planBranches, recordBranches, refuseIfNotBranchable } from '../branches/record-branch.ts'
import { begun } from './begun.ts'
import { csvOfTable } from './csv-of-table.ts'
import {
  contentTypeOf,
  type Export,
  type ExportedTable,
  filenameOf,
  MOST_SHEET_ROWS,
  memberNames,
  type OpenedExport,
  type RequestedExport,
} from './export.ts'
import { exportParts } from './export-parts.ts'
import { exportTooLarge, nothingToExport } from './exports.errors.ts'
import { parquetOfTable } from './parquet-of-table.ts'
import { type PreservedFormulas, preserveFormulas } from './preserve-formulas.ts'
import { lookOf, type TableSheet, xlsxOfTables } from './xlsx-of-tables.ts'

const ZIP_LEVEL = 1

/** Keeps the branches of a file before its first byte is sent: at once, or where they are recorded afterwards. */
export type KeepBranches = (planned: readonly PlannedBranch[]) => Promise<void>

/** Tables as a file, as their reader may see them: read no faster than the file is taken. */
export async function exportTables(
  ctx: Context,
  workbookId: string,
  asked: RequestedExport,
  keep: KeepBranches = (planned) => recordBranches(ctx, workbookId, planned),
): Promise<Export> {
  const workbook = await openWorkbook(ctx, workbookId, asked.recordsBranch ? 'editor' : 'viewer')
  // Nothing leaves that was read under policies which are no longer those.
  const read = async () => {
    const opened = await openExportedTables(ctx, workbookId, asked)
    await refuseIfUnfit(ctx, opened.tables, asked)
    return tryExport(ctx, workbook, asked, opened, keep)
  }
  const { answer } = await readUntil('policiesChanged', read, (made) => made !== undefined)
  if (!answer) throw policiesKeepChanging()
  return answer
}

async function refuseIfUnfit(ctx: Context, tables: readonly ExportedTable[], asked: RequestedExport) {
  const { format, recordsBranch, preservesFormulas } = asked
  for (const exported of tables) {
    const { opened, columns } = exported
    // A file that comes back says how many rows went out, and formulas are about cells of all rows.
    const isOfAllRows = recordsBranch || asked.split !== null || preservesFormulas
    if (isOfAllRows && opened.rowAccess !== 'all') throw hiddenRows(opened.workbookId)
    if (recordsBranch && asked.split === null) refuseIfNotBranchable(opened, wholeRowCount(opened.table))
    // A Parquet file has at least one column.
    if (format === 'parquet' && columns.length === 0 && !hasRowIds(asked)) throw nothingToExport()
    if (format !== 'xlsx' || (opened.rowCount !== null && opened.rowCount <= MOST_SHEET_ROWS)) continue
    const rows = await countRows(ctx, exported)
    if (rows > MOST_SHEET_ROWS) throw exportTooLarge(opened.name, rows, MOST_SHEET_ROWS)
  }
}

async function countRows(ctx: Context, { opened, table, filter }: ExportedTable): Promise<number> {
  if (filter === null) return countSeenRows(ctx, opened)
  const counting = { columnIds: [], orderBy: [], filter, isCounted: true, limit: 1, start: { offset: 0 } }
  return (await ctx.reader.page(table, counting)).count ?? 0
}

/** Undefined when policies have changed meanwhile. */
async function tryExport(
  ctx: Context,
  workbook: OpenedWorkbook,
  asked: RequestedExport,
  { tables, policyEpoch, skipped }: OpenedExport,
  keep: KeepBranches,
): Promise<Export | undefined> {
  const { workbookId } = workbook
  if (asked.split !== null)
    return exportParts(ctx, workbook, asked, { split: asked.split, tables, policyEpoch, skipped }, keep)
  const names = tables.map(({ table }) => table.name)
  const filename = filenameOf(asked, names, workbook.title)
  const formulas = asked.preservesFormulas ? await preserveFormulas(ctx, workbook, tables) : NO_FORMULAS
  const toFile =
    asked.format === 'xlsx'
      ? await xlsxOfTables(ctx, workbook, await sheetsOf(ctx, asked, tables, formulas))
      : fileMaker(asked, tables, contentMaker(ctx, asked, asked.format))
  if ((await findPolicyEpoch(ctx.db, workbookId)) !== policyEpoch) return undefined
  const { format, actor } = asked
  const whole = tables.map(({ table }) => ({ table, part: null }))
  const planned =
    asked.recordsBranch && format !== 'parquet'
      ? planBranches([{ workbookId, tables: whole, format, filename, actor }])
      : []
  if (planned.length > 0) await keep(planned)
  const branchId = planned[0]?.branchId ?? null
  const bytes = await begun(toFile(branchId))
  const namesDenied = mayGovern(ctx, workbook)
  const contentType = contentTypeOf(asked, tables.length)
  return { filename, contentType, bytes, tables, skipped, branchId, parts: null, formulas, namesDenied }
}

async function sheetsOf(
  ctx: Context,
  asked: RequestedExport,
  tables: readonly ExportedTable[],
  formulas: PreservedFormulas,
): Promise<TableSheet[]> {
  const sheets: TableSheet[] = []
  for (const [tab, exported] of tables.entries()) {
    const look = await lookOf(ctx, exported)
    sheets.push({ exported, look, hasRowIds: hasRowIds(asked), formulas: formulas.sheets[tab] })
  }
  return sheets
}

const NO_FORMULAS: PreservedFormulas = { sheets: [], written: 0, dropped: 0 }

type FileMaker = (branchId: string | null) => AsyncIterable<Buffer>

const hasRowIds = ({ includesRowIds, recordsBranch }: RequestedExport) => includesRowIds || recordsBranch

type ContentMaker = (exported: ExportedTable) => AsyncIterable<Buffer>

function contentMaker({ reader }: Context, asked: RequestedExport, format: 'csv' | 'parquet'): ContentMaker {
  if (format === 'parquet') return (exported) => parquetOfTable(reader, exported, hasRowIds(asked))
  const wishes = { options: asked.csv, hasRowIds: hasRowIds(asked) }
  return (exported) => csvOfTable(reader, exported, wishes)
}

/** One table as its file, several as a zip file of theirs. */
function fileMaker({ format }: RequestedExport, tables: readonly ExportedTable[], contentOf: ContentMaker): FileMaker {
  const [only, ...others] = tables
  if (only && others.length === 0) return () => contentOf(only)
  const names = memberNames(
    tables.map(({ table }) => table.name),
    `.${format}`,
  )
  const entries = tables.map((exported, n): ZipEntry => ({ name: names[n] ?? '', chunks: contentOf(exported) }))
  return () => zipStream(entries, { level: ZIP_LEVEL })
}

/** The tables of an export, all of one moment. */
async function openExportedTables(
  ctx: Context,
  workbookId: string,
  { tables: names, asOf, recordsBranch, rows }: RequestedExport,
): Promise<OpenedExport> {
  const all = await openReadableTables(ctx, workbookId, asOf, { rows: 'filtered' })
  const active = () => all.tables.filter(({ state }) => state === 'active').toSorted(byName)
  const meant = names === null ? active() : [...new Set(names.map((name) => tableNamed(all, name)))]
  // Derived tables have no branch: named they are refused, otherwise left out and reported.
  const isSkipped = ({ layer }: OpenedTable) => names === null && recordsBranch && layer === 'derived'
  const chosen = meant.filter((table) => !isSkipped(table))
  if (chosen.length === 0) throw nothingToExport()
  await recordGovernedReads(ctx, chosen)
  return {
    policyEpoch: all.policyEpoch,
    tables: chosen.map((opened) => exportedTable(opened, rows)),
    skipped: meant.filter(isSkipped).map(({ name }) => name),
  }
}

const byName = (one: OpenedTable, other: OpenedTable) => (one.name < other.name ? -1 : 1)

function tableNamed({ tables, leftOut }: OpenedTables, sent: string): OpenedTable {
  const name = sent.normalize('NFC')
  const id = artifactIdIn(sent)
  const found = tables.find((table) => table.name === name) ?? tables.find(({ artifactId }) => artifactId === id)
  if (found) return found
  throw leftOut.get(foldedName(name))?.reason === 'forgotten' ? forgottenTable(name) : notFound('table', sent)
}

function exportedTable(opened: OpenedTable, rows: SentQuestion | null): ExportedTable {
  const { shown, orderBy, filter } = readSentQuestion(opened.table.columns, rows ?? {})
  return { opened, table: frozenTable(opened.table), columns: shown, orderBy, filter }
}
