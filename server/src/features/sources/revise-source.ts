import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import type { StagedTable } from '../../tabular/loader/load-request.ts'
import type { Loader } from '../../tabular/loader/loader.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { readTables } from '../governance/read-artifacts.ts'
import { type BuiltTable, buildTables } from './build-tables.ts'
import { claimObject } from './claim-object.ts'
import { commitTables } from './commit-tables.ts'
import { pinnedDialect } from './dialect-hints.ts'
import type { Materialized } from './materialize-source.ts'
import { openRawSource, openSource, type SourcePlace } from './open-source.ts'
import { seeSource } from './read-sources.ts'
import { replaceTables } from './replace-tables.ts'
import type { Source, StoredFile } from './source.ts'
import { insertRevision, insertSourceTables, listMadeTables, updateSource } from './sources.store.ts'
import { reapplied } from './spec-overrides.ts'
import { stageSheets } from './stage-sheets.ts'
import { tellMaterialized } from './tell-materialized.ts'
import { withLoader } from './with-loader.ts'

/** The next edition of a file, read as the last one was. */
export type PreparedRevision = { spec: ParseSpec | null; tables: BuiltTable[] }

/** Reads the new bytes by the stored spec; without one, sheet by sheet. */
export async function prepareRevision(ctx: Context, place: SourcePlace, file: StoredFile): Promise<PreparedRevision> {
  const source = await openRawSource(ctx, place, 'editor')
  const { workbookId } = source
  return withLoader(ctx, workbookId, file, source.spec && pinnedDialect(source.spec), async (loader) => {
    const { spec, staged } = await stageAgain(loader, source, file)
    const made = await listMadeTables(ctx.db, workbookId, [source.sourceId])
    const known = await replaceTables(ctx, workbookId, staged, made)
    return { spec, tables: await buildTables(ctx, workbookId, loader, staged, { known }) }
  })
}

async function stageAgain(
  loader: Loader,
  { spec: stored, name: sourceName, filename }: Source,
  { sha256 }: StoredFile,
): Promise<{ spec: ParseSpec | null; staged: readonly StagedTable[] }> {
  if (!stored) return { spec: null, staged: await stageSheets(loader, filename) }
  const spec = reapplied(stored, await loader.ask({ kind: 'analyze', sourceName, sha256 }))
  return { spec, staged: await loader.ask({ kind: 'stage-spec', spec, regions: null, rows: null }) }
}

/** Keeps the bytes as the next revision, and puts its rows in the place of those of the last one. */
export async function reviseSource(
  ctx: Context,
  place: SourcePlace,
  file: StoredFile,
  { spec, tables }: PreparedRevision,
): Promise<Materialized> {
  await openRawSource(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const source = await openRawSource(inTx, place, 'editor')
    const { workbookId, name } = source
    await keepRevision(tx, ctx, source, file, spec)
    const layer = spec ? 'base' : 'raw'
    const names = await commitTables(tx, ctx, { workbookId, source: name, layer, actor: null }, tables)
    await insertSourceTables(
      tx,
      source,
      tables.map(({ tableId, part, regionId }) => ({ tableId, part, regionId })),
    )
    const reports = tables.map(({ staged, rowCount }, n) => ({
      staged,
      table: names[n] ?? staged.name,
      inserted: rowCount,
      updated: 0,
      unchanged: 0,
    }))
    const made = reports.map(({ table, inserted }) => ({ name: table, rowCount: inserted }))
    await tellMaterialized(tx, ctx, { source, made, structuring: source.structuring, actor: null })
    const { seen } = await seeSource(inTx, await openSource(inTx, place, 'editor'))
    const ids = tables.map(({ tableId }) => tableId)
    return { seen, artifacts: await readTables(inTx, workbookId, ids), reports, editVersion: null }
  })
}

/** The bytes the source has already make no revision. */
async function keepRevision(tx: Tx, ctx: Context, source: Source, file: StoredFile, spec: ParseSpec | null) {
  const { workbookId, sourceId, name } = source
  const isSame = source.sha256 === file.sha256
  const revision = source.revision + (isSame ? 0 : 1)
  if (!isSame) {
    await claimObject(tx, { workbookId, objectId: file.objectId })
    await insertRevision(tx, { workbookId, sourceId, revision, createdBy: ctx.caller.userId, ...file })
  }
  await updateSource(tx, source, { revision, status: 'materialized', error: null, ...(spec ? { spec } : {}) })
  await appendAuditEntry(tx, ctx, {
    workbookId,
    action: 'source.revise',
    target: { source: name },
    detail: { revision, size_bytes: file.sizeBytes, sha256: file.sha256 },
  })
}
