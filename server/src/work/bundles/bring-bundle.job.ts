import { actorOf } from '../../core/audit/actor.ts'
import { appendAuditEntry } from '../../core/audit/append-audit-entry.ts'
import { partsOf } from '../../core/audit/audit-entry.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { describeError, type JobContext, type JobHandler, MAX_ATTEMPTS } from '../../core/jobs/job.ts'
import { storedLanguage } from '../../core/workbooks/workbook.ts'
import { updateTrashed, updateWorkbook } from '../../core/workbooks/workbooks.store.ts'
import { writerOf } from '../../platform/caller.ts'
import { isOutage } from '../../platform/database/outage.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, sqlState, type Tx } from '../../platform/postgres.ts'
import { updateSourceObjectKept } from '../sources/sources.store.ts'
import type { Arrival } from './arrival.ts'
import { arrivingRow } from './arriving-row.ts'
import { refuseIfRulesBroken } from './arriving-rules.ts'
import { createArrivingSchemas } from './arriving-schemas.ts'
import type { BringRequest } from './bring-bundle.ts'
import { bringFiles, bringSegments } from './bring-objects.ts'
import type { CatalogRow } from './bundle.ts'
import { BUNDLED_TABLES, type BundledTable } from './bundled-tables.ts'
import { alreadyEdited, bundleRefused } from './bundles.errors.ts'
import { bringRows, endArrival } from './bundles.store.ts'
import { createNewIds } from './new-ids.ts'
import { catalogRows, type OpenedBundle, unpackCatalog, withBundle } from './opened-bundle.ts'

/** So much is sent to PostgreSQL at once. */
const BATCH = { rows: 1_000, characters: 4_000_000 }

/**
 * Fills a new workbook from a bundle. Objects come first and belong to no workbook; then one transaction brings all rows, so that the
 * workbook is there whole or, whatever dies on the way, as empty as before.
 */
export const bringBundleInBackground: JobHandler = async (ctx, request) => {
  // Safe: bringBundle alone starts these jobs.
  const asked = request as BringRequest
  try {
    const object = { workbookId: ctx.job.workbookId, objectId: asked.object_id }
    return await withBundle(ctx, object, (bundle) => bring(ctx, bundle, asked))
  } catch (error) {
    const refusal = toRefusal(error)
    // After an outage it may be begun again, however often it was before.
    const isLast = describeError(refusal).isFinal || (ctx.job.attempt >= MAX_ATTEMPTS && !isOutage(refusal))
    if (isLast && !ctx.signal.aborted) await discard(ctx)
    throw refusal
  }
}

async function bring(ctx: JobContext, bundle: OpenedBundle, asked: BringRequest) {
  const { workbookId } = ctx.job
  const { workbook } = bundle.manifest
  const ids = createNewIds(workbook.workbook_id, workbookId)
  const catalog = await unpackCatalog(bundle)
  const schemas = createArrivingSchemas()
  for await (const row of catalogRows(catalog, 'table_schema')) schemas.add(row)
  const known = schemas.finish()
  const segments = await bringSegments(ctx, bundle, known, ids)
  const files = await bringFiles(ctx, bundle, catalog)
  const writer = writerOf(ctx.caller)
  const arrival = { workbookId, userId: ctx.caller.userId, writer, ids, types: known.types, segments, files }
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    if ((await lockWorkbookHead(tx, workbookId)).opId > 0) throw alreadyEdited()
    const counted: Record<string, number> = {}
    for (const table of BUNDLED_TABLES) counted[table.name] = await bringTable(tx, catalog, table, arrival)
    await settle(tx, ctx, bundle, arrival, asked)
    // Its segments are live by now: what is pending no one reads.
    await refuseIfRulesBroken(tx, ctx, workbookId)
    const result = {
      workbook_id: toWireId('wb', workbookId),
      title: asked.title ?? workbook.title,
      tables: counted.table_head ?? 0,
      sources: counted.source ?? 0,
      ops: counted.op ?? 0,
    }
    await ctx.complete(tx, result)
    return result
  })
}

/** All rows of one table. How many it were. */
async function bringTable(
  tx: Tx,
  catalog: ReadonlyMap<string, string>,
  table: BundledTable,
  arrival: Arrival,
): Promise<number> {
  let columns: string[] | undefined
  let batch: CatalogRow[] = []
  let characters = 0
  let count = 0
  const flush = async () => {
    if (batch.length > 0 && columns) await bringRows(tx, arrival.workbookId, table.name, columns, batch)
    count += batch.length
    batch = []
    characters = 0
  }
  for await (const row of catalogRows(catalog, table.name)) {
    columns ??= Object.keys(row).filter((column) => !table.left?.includes(column))
    const arrived = arrivingRow(table, row, arrival)
    batch.push(arrived)
    for (const cell of Object.values(arrived)) characters += cell?.length ?? 0
    if (batch.length >= BATCH.rows || characters >= BATCH.characters) await flush()
  }
  await flush()
  return count
}

async function settle(tx: Tx, ctx: JobContext, { manifest }: OpenedBundle, arrival: Arrival, asked: BringRequest) {
  const { workbookId, files } = arrival
  const { workbook } = manifest
  for (const { objectId } of files.values()) {
    if (!(await updateSourceObjectKept(tx, { workbookId, objectId }, null)))
      throw new Error('a file of the bundle was swept while the rest came')
  }
  // The bundle itself is no longer needed.
  await updateSourceObjectKept(tx, { workbookId, objectId: asked.object_id }, 0)
  const { description, language } = workbook
  await updateWorkbook(tx, workbookId, {
    title: asked.title ?? workbook.title,
    description,
    ...storedLanguage(language),
  })
  const summary = `Brought back from a bundle of ${manifest.created_at}`
  const entry = {
    workbookId,
    action: 'workbook.import',
    target: { workbook: workbook.title },
    detail: {
      from_workbook_id: toWireId('wb', workbook.workbook_id),
      made_at: manifest.created_at,
      sha256: asked.sha256,
    },
  }
  await endArrival(tx, {
    workbookId,
    editSeq: workbook.edit_seq,
    opId: workbook.op_id,
    actor: actorOf(ctx),
    detail: { expected_version: null, unconditional: false, rows: 0, summary },
    audit: partsOf(ctx, entry, 'ok'),
  })
}

/** PostgreSQL refuses what contradicts itself; then the bundle was forged. */
function toRefusal(error: unknown): unknown {
  const state = sqlState(error) ?? ''
  const isTheirs = state === 'BN001' || state.startsWith('22') || state.startsWith('23') || state.startsWith('54')
  if (!isTheirs) return error
  const why = state === 'BN001' && error instanceof Error ? `: ${error.message}` : ''
  return bundleRefused(`What the bundle says of its tables does not fit together${why}.`)
}

/** Nothing came, and an empty workbook of that name would only look like a loss. What a user has put into it meanwhile stays. */
async function discard(ctx: JobContext) {
  const { workbookId } = ctx.job
  await inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    if ((await lockWorkbookHead(tx, workbookId)).opId > 0) return
    await updateTrashed(tx, workbookId)
    await appendAuditEntry(tx, ctx, { workbookId, action: 'workbook.delete', target: {}, detail: { cause: 'bundle' } })
  })
}
