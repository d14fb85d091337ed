import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { updateArtifact } from '../../../core/artifacts/artifacts.store.ts'
import { readTables } from '../../../core/artifacts/read-artifacts.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { insertEdges } from '../../../core/lineage/lineage.store.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { languageOf } from '../../../core/workbooks/workbook.ts'
import type { Loader, StagedTable } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { clearLanding, type TableMade } from '../landing/clear-landing.ts'
import { clearShared } from '../landing/clear-shared.ts'
import { type LandingOptions, type LandingVersions, NO_VERSIONS } from '../landing/landing-versions.ts'
import { openKnown } from '../landing/match-table.ts'
import type { Materialized } from '../materialize/materialized.ts'
import { listEveryTableMade } from '../materialize/tables-made-before.ts'
import { openSource, type SourceDoor, type SourcePlace } from '../open-source.ts'
import { originsOfTables } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import { analysisOf } from '../parse-spec/analyze-source.ts'
import { applyRules, findPreprocessing } from '../parse-spec/apply-rules.ts'
import { pinnedDialect } from '../parse-spec/dialect-hints.ts'
import { operationsForNext, reapplied, repinned } from '../parse-spec/reapply-spec.ts'
import { withChecks, withStaleChecks } from '../parse-spec/spec-checks.ts'
import { seeSource } from '../read-sources.ts'
import type { Source, StoredFile, Structuring } from '../source.ts'
import { editionConflict } from '../sources.errors.ts'
import { insertRevision, insertSourceTables, type MadeTable, updateSource } from '../sources.store.ts'
import { type BuiltByTemplate, buildByTemplate } from '../templates/build-by-template.ts'
import { landedByTemplate } from '../templates/land-by-template.ts'
import { templateNotFitting } from '../templates/templates.errors.ts'
import { tryTemplates } from '../templates/try-templates.ts'
import { withFilesOf } from '../unite/with-files-of.ts'
import { claimObject } from '../upload/land-file.ts'
import { withLoader } from '../with-loader.ts'
import { type BuiltTable, buildTables, sameParts } from './build-tables.ts'
import { commitTables, emitMaterialized, inLayer, reportOf } from './commit-tables.ts'
import { sheetOf } from './land-source.ts'
import { madeOf } from './made-of.ts'
import { stageSheets } from './name-tables.ts'
import { edgesBetween, outputOf, rawName } from './promote-tables.ts'

/** The next edition of a file, read as the last one was. */
export type PreparedRevision = {
  spec: ParseSpec | null
  sheets: BuiltTable[]
  outputs: BuiltTable[]
  byTemplate?: BuiltByTemplate
}

/** Reads the new bytes as the old ones were: by the stored spec, and sheet by sheet where sheets have landed. */
export async function prepareRevision(
  ctx: Context,
  open: SourceDoor,
  place: SourcePlace,
  file: StoredFile,
  { versions = NO_VERSIONS, onViolation = null }: LandingOptions = {},
): Promise<PreparedRevision> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const source = await open(ctx, place, 'editor')
  const { workbookId } = source
  return withLoader(ctx, workbookId, file, source.spec && pinnedDialect(source.spec), async (loader) => {
    if (source.spec?.template) {
      await clearShared(ctx.db, source, versions)
      return reviseByTemplate(ctx, workbook, loader, source, file)
    }
    const made = await listEveryTableMade(ctx.db, source)
    const build = async (staged: readonly StagedTable[], read: ParseSpec | null) => {
      const known = await openReplaced(ctx, workbookId, { staged, made, versions })
      const mark = read ? { markOf: (table: StagedTable) => madeOf(file.sha256, read, table) } : {}
      return buildTables(ctx, workbookId, loader, staged, { known, onViolation, ...mark })
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
      await clearShared(ctx.db, source, versions)
      const byTemplate = await buildByTemplate(ctx, workbookId, loader, together)
      return { spec: byTemplate.spec, sheets, outputs: [], byTemplate }
    }
    const isWanted = isReadBy(source.structuring, made)
    const wanted = { ...spec, regions: spec.regions.filter(isWanted) }
    const staged = await loader.ask({ kind: 'stage-spec', spec: wanted, rows: null })
    return { spec: withChecks(spec, staged), sheets, outputs: await build(staged, wanted) }
  })
}

type Replaced = { staged: readonly StagedTable[]; made: readonly TableMade[]; versions: LandingVersions }

/** For each staged table the one that the last edition made of the same part: none is replaced that the check did not let. */
async function openReplaced(ctx: Context, workbookId: string, { staged, made, versions }: Replaced) {
  const matches = sameParts(staged, made)
  const replaced = clearLanding(
    matches.filter((match) => match !== null),
    versions,
  )
  const known = []
  for (const match of matches) {
    const free = replaced.find(({ tableId }) => tableId === match?.tableId)
    known.push(free ? await openKnown(ctx, workbookId, free) : null)
  }
  return known
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

export type RevisionOptions = LandingOptions & {
  /** Which edition it was made from, where it was. */
  madeFrom?: number | null
}

/** Keeps the bytes as the next revision, and puts its rows in the place of those of the last one. */
export async function reviseSource(
  ctx: Context,
  open: SourceDoor,
  place: SourcePlace,
  file: StoredFile,
  prepared: PreparedRevision,
  { madeFrom = null, ...wish }: RevisionOptions = {},
): Promise<Materialized> {
  await open(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const source = await open(inTx, place, 'editor')
    if (madeFrom !== null && source.revision !== madeFrom) throw editionConflict(source.name, madeFrom, source.revision)
    const revision = await keepRevision(tx, ctx, source, file, prepared.spec)
    return landRevision(tx, ctx, { ...source, revision }, prepared, wish)
  })
}

async function landRevision(
  tx: Tx,
  ctx: Context,
  source: Source,
  { spec, sheets, outputs, byTemplate }: PreparedRevision,
  wish: LandingOptions,
): Promise<Materialized> {
  const { workbookId, name } = source
  const isStructured = source.structuring === 'structured'
  const ingest = { from: source, onViolation: wish.onViolation ?? null }
  const made = { workbookId, source: name, actor: null, opKind: 'source.materialize', ingest } as const
  // A new sheet is archived at once: its name is left to the table that is made of it.
  const isAside = isStructured || byTemplate !== undefined
  const raw: BuiltTable[] = []
  for (const sheet of sheets)
    raw.push(sheet.known || !isAside ? sheet : { ...sheet, name: await rawName(tx, workbookId, sheet.name) })
  const all = [...inLayer('raw', raw), ...(byTemplate ? [] : inLayer('base', outputs))]
  const committed = await commitTables(tx, ctx, made, all)
  const { opId, names, settled, overwritten } = committed
  if (isAside)
    for (const { known, tableId: artifactId } of sheets)
      if (!known) await updateArtifact(tx, { workbookId, artifactId }, { state: 'archived' })
  await insertSourceTables(tx, source, [...sheets.map(sheetOf), ...outputs.map(outputOf)])
  await recordOrigins(tx, workbookId, originsOfTables(source, [...sheets, ...outputs]), opId)
  if (byTemplate) return landedByTemplate(tx, ctx, source, byTemplate, wish)
  if (isStructured) await insertEdges(tx, workbookId, edgesBetween(sheets, outputs, opId))
  const [tables, first] = spec ? [outputs, sheets.length] : [sheets, 0]
  const reports = tables.map((table, n) => reportOf(table, names[first + n] ?? table.staged.name, settled))
  await emitMaterialized(tx, ctx, {
    source,
    made: tables.map(({ rowCount }, n) => ({ name: names[first + n] ?? '', rowCount })),
    structuring: source.structuring,
    actor: null,
  })
  const inTx = { ...ctx, db: tx }
  const { seen } = await seeSource(inTx, await openSource(inTx, placeOf(source), 'editor'))
  const artifacts = await readTables(
    inTx,
    workbookId,
    tables.map(({ tableId }) => tableId),
  )
  const leftOver = { archived: [], kept: [] }
  return { seen, artifacts, reports, editVersion: null, isUnchanged: false, leftOver, settled, overwritten, opId }
}

const placeOf = ({ workbookId, sourceId }: Source) => ({ workbookId, name: toWireId('src', sourceId) })

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
