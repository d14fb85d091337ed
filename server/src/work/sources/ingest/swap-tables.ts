import { readTables } from '../../../core/artifacts/read-artifacts.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { listEdges } from '../../../core/lineage/lineage.store.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Watch } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { openSource, type SourcePlace } from '../open-source.ts'
import type { Uploaded } from '../present-source.ts'
import type { Source } from '../source.ts'
import { listMadeTables, type MadeTable, updateSource } from '../sources.store.ts'
import { uploadedFrom } from '../upload/upload-source.ts'
import { withLoader } from '../with-loader.ts'
import { emitMaterialized } from './commit-tables.ts'
import { outcomeOf } from './land-source.ts'
import { stageSheets } from './name-tables.ts'
import { promoteTables } from './promote-tables.ts'
import { giveBackStructuring } from './structuring/claim-structuring.ts'
import { structureSource } from './structuring/structure-source.ts'
import { fallBack, notStructured, type Structured } from './structuring/structuring.ts'

/** Structures a file whose sheets have landed already. Null: that was done before. */
export async function prepareSwap(ctx: Context, place: SourcePlace, watch?: Watch): Promise<Structured | null> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const source = await openSource(ctx, place, 'editor')
  if (source.structuring !== 'deferred') return null
  return withLoader(ctx, workbook.workbookId, source, null, async (loader) => {
    const sheets = await stageSheets(loader, source.filename, watch)
    return structureSource(ctx, { workbook, loader, file: source, sourceName: source.name, sheets, watch })
  })
}

/** Puts structured tables in the place of the raw ones, unless these are in use already. */
export async function swapTables(ctx: Context, place: SourcePlace, structured: Structured | null): Promise<Uploaded> {
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const source = await openSource(inTx, place, 'editor')
    if (!structured || source.structuring !== 'deferred') return uploadedFrom(inTx, source, {})
    const creditsSpent = await swap(tx, ctx, source, structured)
    return uploadedFrom(inTx, await openSource(inTx, place, 'editor'), { creditsSpent })
  })
}

async function swap(tx: Tx, ctx: Context, source: Source, structured: Structured): Promise<number> {
  const { workbookId, sourceId } = source
  const sheets = (await listMadeTables(tx, workbookId, [sourceId])).filter(({ kind }) => kind === 'sheet')
  const isTaken = await areInUse({ ...ctx, db: tx }, workbookId, sheets)
  const isWanted = structured.isStructured && !isTaken
  const promoted = isWanted ? await promoteTables(tx, ctx, { source, sheets, structured }) : null
  if (structured.isStructured && structured.bill && !promoted) await giveBackStructuring(tx, structured.bill)
  const outcome = promoted || !structured.isStructured ? structured : isTaken ? IN_USE : fallBack('no_credits')
  const result = outcomeOf(outcome)
  await updateSource(tx, source, result)
  if (!promoted || !structured.isStructured) return 0
  const made = structured.tables.map(({ rowCount }, n) => ({ name: promoted.names[n] ?? '', rowCount }))
  await emitMaterialized(tx, ctx, { source, made, structuring: result.structuring, actor: null })
  return promoted.creditsSpent
}

/** Nothing failed: the raw tables are what people work with. */
const IN_USE = notStructured('skipped', 'raw_table_in_use')

/** Something was derived from them, or they were edited: those edits would no longer be found under the file's name. */
async function areInUse(ctx: Context, workbookId: string, sheets: readonly MadeTable[]): Promise<boolean> {
  const ids = sheets.map(({ tableId }) => tableId)
  if (sheets.some(({ state }) => state !== 'active')) return true
  if ((await listEdges(ctx.db, workbookId)).some(({ fromId }) => ids.includes(fromId))) return true
  const seen = await readTables(ctx, workbookId, ids)
  return seen.some(({ artifact }) => artifact.editVersion !== 1)
}
