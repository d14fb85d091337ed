import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { lockWorkbookHead, raisePolicyEpoch } from '../../core/audit/workbook-head.store.ts'
import { resultObjectName } from '../../core/queries/result.ts'
import { commitTableEdit } from '../../core/tables/commit-table-edit.ts'
import { tooBusy } from '../../core/tables/tables.errors.ts'
import type { ErasedCells } from '../../engine/builder/build-request.ts'
import { planRestore } from '../../engine/storage/bulk/build-content.ts'
import { type Rewritten, rewriteSegments } from '../../engine/storage/bulk/rewrite-segments.ts'
import { eraseCells, insertErasure, listEveryColumn, swapSegments } from '../../engine/storage/erasures.store.ts'
import { segmentObjectName } from '../../engine/storage/segment.ts'
import type { TableWrite } from '../../engine/table/commit.ts'
import { findTableHead } from '../../engine/table/tables.store.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { withoutConditions } from '../looks/questions/question.ts'
import { listQuestionsOf, updateQuestion } from '../looks/questions/questions.store.ts'
import { withoutConditionsOn } from '../looks/saved-views/saved-view.ts'
import { listViewDocuments, updateSavedView } from '../looks/saved-views/saved-views.store.ts'
import { deleteUndosOf } from '../sources/parse-spec/operations/spec-undo.store.ts'
import { sourceObjectName } from '../sources/source.ts'
import { findSource, updateSource } from '../sources/sources.store.ts'
import type { Erasable, TableCells } from './erasure.ts'
import { eraseAnswers, eraseFiles } from './erasures.store.ts'
import { type Copies, findCopies, findDescent, isSameDescent } from './find-copies.ts'

type Erasure = {
  workbookId: string
  /** An erasure is done once, however often its job begins. */
  erasureId: string
  /** For history: the table that was named. */
  table: string
  actor: string | null
  /** The cells that were named, and where copies of them were found. */
  cells: TableCells
  copies: Copies
}

/** What held erased cells in the object store, and goes next. */
type Doomed = { objects: readonly string[] }

type TableToErase = { tableId: string; isDerived: boolean; erased: readonly ErasedCells[] }

const NOTHING: Rewritten = { swaps: new Map(), known: [] }
const MOST_ATTEMPTS = 5

/**
 * Takes the cells out of every version at once: segments are rewritten first, and then one commit puts them in the place
 * of the old ones, erases edits, overrides, conflicts, answers and files, and makes a version that readers move on to.
 */
export async function eraseValues(ctx: Context, erasure: Erasure, guard: (tx: Tx) => Promise<void>): Promise<Doomed> {
  const { workbookId, cells } = erasure
  const rewritten = new Map<string, Rewritten>()
  let { copies } = erasure
  for (let n = 1; n <= MOST_ATTEMPTS; n++) {
    const tables = await tablesIn(ctx, workbookId, copies.erasable)
    for (const { tableId, erased } of tables) {
      const done = rewritten.get(tableId) ?? NOTHING
      rewritten.set(tableId, await rewriteSegments(ctx.bulk, { workbookId, tableId }, erased, done))
    }
    const doomed = await inTransaction(ctx.bulk.db, async (tx) => {
      await lockWorkbookHead(tx, workbookId)
      await guard(tx)
      // A transform or a file may have put the values elsewhere meanwhile.
      if (!isSameDescent(await findDescent(tx, workbookId, cells), copies.descent)) throw new Missed()
      return commitErasure(tx, ctx, { ...erasure, copies }, tables, rewritten)
    }).catch(swallowMissed)
    if (doomed) return doomed
    copies = await findCopies(ctx.bulk.db, workbookId, cells)
  }
  throw tooBusy(erasure.table)
}

/** Something came meanwhile that was not searched. The whole commit is undone and tried again. */
class Missed extends Error {}

function swallowMissed(error: unknown): undefined {
  if (!(error instanceof Missed)) throw error
}

async function tablesIn({ db }: Context, workbookId: string, erasable: Erasable): Promise<TableToErase[]> {
  const tables: TableToErase[] = []
  for (const [tableId, cells] of Map.groupBy(erasable.cells, (its) => its.tableId)) {
    const columns = [...(await listEveryColumn(db, workbookId, tableId)).values()]
    const idsOf = ({ origins }: TableCells) =>
      columns.filter(({ origin }) => origins.includes(origin)).map(({ id }) => id)
    const erased = cells.map((its) => ({ columnIds: idsOf(its), rowIds: its.rowIds }))
    tables.push({ tableId, isDerived: erasable.derivedIds.includes(tableId), erased })
  }
  return tables
}

async function commitErasure(
  tx: Tx,
  ctx: Context,
  { workbookId, erasureId, table, actor, copies: { erasable } }: Erasure,
  tables: readonly TableToErase[],
  rewritten: ReadonlyMap<string, Rewritten>,
): Promise<Doomed> {
  const objects: string[] = []
  const writes: TableWrite[] = []
  for (const { tableId, isDerived, erased } of tables) {
    const { swaps, known } = rewritten.get(tableId) ?? NOTHING
    if (!(await swapSegments(tx, workbookId, tableId, swaps, known))) throw new Missed()
    for (const cells of erased) await eraseCells(tx, workbookId, tableId, cells)
    await forgetComparedValues(tx, workbookId, tableId, erased)
    objects.push(...[...swaps.keys()].map((id) => segmentObjectName(workbookId, id)))
    writes.push(await writeOf(tx, workbookId, tableId, isDerived))
  }
  const tableIds = tables.map(({ tableId }) => tableId)
  const results = await eraseAnswers(tx, workbookId, tableIds)
  const files = await eraseFiles(tx, workbookId, erasable.sourceIds)
  await forgetSamples(tx, workbookId, erasable.sourceIds)
  objects.push(...results.map((id) => resultObjectName(workbookId, id)))
  objects.push(...files.map((id) => sourceObjectName(workbookId, id)))
  const rows = erasable.cells[0]?.rowIds?.length ?? 0
  const summary =
    rows > 0 ? `Erased ${rows} rows of ${table} in every version` : `Erased a column of ${table} in every version`
  const detail = { expected_version: null, unconditional: true, rows, summary }
  const counts = { tables: tables.length, sources: erasable.sourceIds.length }
  await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table,
      writes,
      op: { kind: 'purge', actor, detail },
      auditDetail: counts,
      isErasure: true,
    },
  }))
  // What was answered before is not answered again.
  await raisePolicyEpoch(tx, workbookId)
  await insertErasure(tx, { workbookId, erasureId, tables: tableIds, objects })
  return { objects }
}

/** The same content, now without the cells, as a version of its own: engines and derived tables move on to it. */
async function writeOf(tx: Tx, workbookId: string, tableId: string, isDerived: boolean): Promise<TableWrite> {
  const head = await findTableHead(tx, workbookId, tableId)
  assertState(head, `table ${tableId} is there`)
  const plan = await planRestore(tx, workbookId, tableId, head.editVersion)
  assertState(plan, `version ${head.editVersion} of table ${tableId} is there`)
  const { contentVersion: _, builtFrom: __, ...write } = plan
  return { ...write, ...(isDerived ? { isFresh: false } : {}) }
}

/** Filters that compare a column with its erased values go with them, from saved views and questions. */
async function forgetComparedValues(tx: Tx, workbookId: string, tableId: string, erased: readonly ErasedCells[]) {
  const columns = await listEveryColumn(tx, workbookId, tableId)
  const origins = erased.flatMap(({ columnIds }) => columnIds.flatMap((id) => columns.get(id)?.origin ?? []))
  for (const { document, ...view } of await listViewDocuments(tx, workbookId, tableId)) {
    const left = withoutConditionsOn(document, origins)
    if (left.filter.length < document.filter.length) await updateSavedView(tx, view, { document: left }, null)
  }
  for (const question of await listQuestionsOf(tx, workbookId, tableId))
    await updateQuestion(tx, question, { document: withoutConditions(question.document, origins) }, null)
}

/** A parse spec quotes some values of each column as evidence. It stays without them: next month's file is read by it. */
async function forgetSamples(tx: Tx, workbookId: string, sourceIds: readonly string[]) {
  for (const sourceId of sourceIds) {
    const source = await findSource(tx, workbookId, '', sourceId)
    await deleteUndosOf(tx, { workbookId, sourceId })
    if (source?.spec) await updateSource(tx, { workbookId, sourceId }, { spec: withoutSamples(source.spec) })
  }
}

function withoutSamples(spec: ParseSpec): ParseSpec {
  const emptied = JSON.stringify(spec, (name, value: unknown) => (name === 'samples' ? [] : value))
  // Safe: the same document with lists that are empty.
  return JSON.parse(emptied) as ParseSpec
}
