import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import type { Loader, StagedTable } from '../../../tabular/loader/load-request.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { readTables } from '../../governance/artifacts/read-artifacts.ts'
import { insertEdges } from '../../lineage/lineage.store.ts'
import type { OnViolation } from '../../tables/rules/writes-to-check.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { languageOf } from '../../workbooks/workbook.ts'
import type { Materialized } from '../materialize/materialized.ts'
import { openRawSource, openSource, type SourcePlace } from '../open-source.ts'
import { originsOfTables } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import { analysisOf } from '../parse-spec/analyze-source.ts'
import { applyRules, findPreprocessing } from '../parse-spec/apply-rules.ts'
import { pinnedDialect } from '../parse-spec/dialect-hints.ts'
import { operationsForNext, reapplied, repinned } from '../parse-spec/reapply-spec.ts'
import { withChecks, withStaleChecks } from '../parse-spec/spec-checks.ts'
import { countAside, joinSettled } from '../quarantine/settle-ingest.ts'
import { seeSource } from '../read-sources.ts'
import type { Source, StoredFile, Structuring } from '../source.ts'
import { editionConflict } from '../sources.errors.ts'
import { insertRevision, insertSourceTables, listMadeTables, type MadeTable, updateSource } from '../sources.store.ts'
import { type BuiltByTemplate, buildByTemplate } from '../templates/build-by-template.ts'
import { landedByTemplate } from '../templates/land-by-template.ts'
import { templateNotFitting } from '../templates/templates.errors.ts'
import { tryTemplates } from '../templates/try-templates.ts'
import { withFilesOf } from '../unite/with-files-of.ts'
import { claimObject } from '../upload/land-file.ts'
import { withLoader } from '../with-loader.ts'
import { type BuiltTable, buildTables, replaceTables } from './build-tables.ts'
import { commitTables, tellMaterialized } from './commit-tables.ts'
import { sheetOf } from './land-source.ts'
import { madeOf } from './made-of.ts'
import { stageSheets } from './name-tables.ts'
import { archiveSheets, edgesBetween, outputOf } from './promote-tables.ts'

/** The next edition of a file, read as the last one was. */
export type PreparedRevision = {
  spec: ParseSpec | null
  sheets: BuiltTable[]
  outputs: BuiltTable[]
  byTemplate?: BuiltByTemplate
}

/** Reads the new bytes as the old ones were: by the stored spec, and sheet by sheet where sheets have landed. */
export async function prepareRevision(ctx: Context, place: SourcePlace, file: StoredFile): Promise<PreparedRevision> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const source = await openRawSource(ctx, place, 'editor')
  const { workbookId } = source
  return withLoader(ctx, workbookId, file, source.spec && pinnedDialect(source.spec), async (loader) => {
    if (source.spec?.template) return reviseByTemplate(ctx, workbook, loader, source, file)
    const made = await listMadeTables(ctx.db, workbookId, [source.sourceId])
    const build = async (staged: readonly StagedTable[], read: ParseSpec | null) => {
      const known = await replaceTables(ctx, workbookId, staged, made)
      const mark = read ? { markOf: (table: StagedTable) => madeOf(file.sha256, read, table) } : {}
      return buildTables(ctx, workbookId, loader, staged, { known, ...mark })
    }
    const hasSheets = !source.spec || made.some(({ kind }) => kind === 'sheet')
    const sheets = hasSheets ? await build(await stageSheets(loader, source.filename), null) : []
    if (!source.spec) return { spec: null, sheets, outputs: [] }
    const rules = await findPreprocessing(ctx, workbook)
    const { sha256 } = file
    const analysis = await loader.ask(analysisOf(workbook, { name: source.name, sha256 }))
    const proposed = await applyRules(analysis, rules, loader)
    const spec = await readAsBefore(loader, source.spec, proposed, languageOf(workbook))
    const together = withFilesOf(source.spec, spec)
    if (together) {
      const byTemplate = await buildByTemplate(ctx, workbookId, loader, together)
      return { spec: byTemplate.spec, sheets, outputs: [], byTemplate }
    }
    const isWanted = isReadBy(source.structuring, made)
    const wanted = { ...spec, regions: spec.regions.filter(isWanted) }
    const staged = await loader.ask({ kind: 'stage-spec', spec: wanted, rows: null })
    return { spec: withChecks(spec, staged), sheets, outputs: await build(staged, wanted) }
  })
}

/** A form that comes again: it must fit a template, as the last edition did. */
async function reviseByTemplate(
  ctx: Context,
  workbook: { workbookId: string; workspaceId: string },
  loader: Loader,
  { name: sourceName }: Source,
  { sha256 }: StoredFile,
): Promise<PreparedRevision> {
  const { spec, misses } = await tryTemplates(ctx, workbook, loader, { sourceName, sha256 })
  if (!spec) throw templateNotFitting(sourceName, misses)
  const byTemplate = await buildByTemplate(ctx, workbook.workbookId, loader, spec)
  return { spec: byTemplate.spec, sheets: [], outputs: [], byTemplate }
}

/** The next edition by the spec of the last: what was decided there, and the operations that were made of it. */
async function readAsBefore(
  loader: Loader,
  stored: ParseSpec,
  proposed: ParseSpec,
  language: 'ja' | 'en' | null,
): Promise<ParseSpec> {
  const known = reapplied(stored, proposed)
  const operations = operationsForNext(stored, known)
  if (operations.length === 0) return withStaleChecks(proposed, known)
  const made = await loader.ask({ kind: 'correct', spec: known, operations, language, isLenient: true })
  const spec = 'spec' in made ? made.spec : known
  return withStaleChecks(proposed, { ...spec, overrides: repinned(proposed, spec) })
}

/** What an ingest has structured is all of the file; what a person materialized is what they chose. */
function isReadBy(structuring: Structuring, made: readonly MadeTable[]) {
  const ids = new Set(made.flatMap(({ regionId }) => regionId ?? []))
  return ({ kind, region_id }: Region) => structuring === 'structured' || kind === 'data' || ids.has(region_id)
}

export type RevisionWish = {
  /** Which edition it was made from, where it was. */
  madeFrom?: number | null
  /** What becomes of rows that break a rule; null: as the rules of the table say. */
  onViolation?: OnViolation | null
}

/** Keeps the bytes as the next revision, and puts its rows in the place of those of the last one. */
export async function reviseSource(
  ctx: Context,
  place: SourcePlace,
  file: StoredFile,
  { spec, sheets, outputs, byTemplate }: PreparedRevision,
  { madeFrom = null, onViolation = null }: RevisionWish = {},
): Promise<Materialized> {
  await openRawSource(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const source = await openRawSource(inTx, place, 'editor')
    if (madeFrom !== null && source.revision !== madeFrom) throw editionConflict(source.name, madeFrom, source.revision)
    const { workbookId, name } = source
    const revision = await keepRevision(tx, ctx, source, file, spec)
    const ingest = { from: { ...source, revision }, onViolation }
    const made = { workbookId, source: name, actor: null, opKind: 'source.materialize', ingest } as const
    const raw = await commitTables(tx, ctx, { ...made, layer: 'raw' }, sheets)
    const isStructured = source.structuring === 'structured'
    if (isStructured)
      await archiveSheets(
        tx,
        workbookId,
        sheets.filter(({ known }) => !known),
      )
    if (byTemplate) {
      await insertSourceTables(tx, source, sheets.map(sheetOf))
      await recordOrigins(tx, workbookId, originsOfTables({ ...source, revision }, sheets))
      return landedByTemplate(tx, ctx, { ...source, revision }, byTemplate, onViolation)
    }
    const base = await commitTables(tx, ctx, { ...made, layer: 'base' }, outputs)
    await insertSourceTables(tx, source, [...sheets.map(sheetOf), ...outputs.map(outputOf)])
    await recordOrigins(tx, workbookId, originsOfTables({ ...source, revision }, [...sheets, ...outputs]))
    if (isStructured) await insertEdges(tx, workbookId, edgesBetween(sheets, outputs, base.opId))
    const tables = spec ? outputs : sheets
    const { names } = spec ? base : raw
    const settled = joinSettled(raw.settled, base.settled)
    const reports = tables.map(({ staged, rowCount, tableId }, n) => ({
      staged,
      table: names[n] ?? staged.name,
      inserted: rowCount - countAside(settled, tableId),
      updated: 0,
      unchanged: 0,
    }))
    const materialized = reports.map(({ table, inserted }) => ({ name: table, rowCount: inserted }))
    await tellMaterialized(tx, ctx, { source, made: materialized, structuring: source.structuring, actor: null })
    const { seen } = await seeSource(inTx, await openSource(inTx, place, 'editor'))
    const ids = tables.map(({ tableId }) => tableId)
    const artifacts = await readTables(inTx, workbookId, ids)
    const leftOver = { archived: [], kept: [] }
    return { seen, artifacts, reports, editVersion: null, isUnchanged: false, leftOver, settled }
  })
}

/** The bytes the source has already make no revision. */
async function keepRevision(
  tx: Tx,
  ctx: Context,
  source: Source,
  file: StoredFile,
  spec: ParseSpec | null,
): Promise<number> {
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
    detail: { revision },
  })
  return revision
}
