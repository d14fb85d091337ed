import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { TableCheck } from '@bindery-data/spreadsheet/parse-spec/table-check.ts'
import type { Overridden } from '@bindery-data/spreadsheet/structure/correct/read-again.ts'
import { appendAuditEntry } from '../../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../../core/audit/workbook-head.store.ts'
import { openWorkbook } from '../../../../core/workbooks/open-workbook.ts'
import { languageOf, type StoredLanguage } from '../../../../core/workbooks/workbook.ts'
import type { Loader } from '../../../../engine/loader/load-request.ts'
import type { Context } from '../../../../platform/context.ts'
import { toWireId } from '../../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../../platform/postgres.ts'
import { proposeReading } from '../../ingest/structuring/structure-source.ts'
import { openReadSource, openSource, type SourcePlace } from '../../open-source.ts'
import type { Source } from '../../source.ts'
import { impossibleOperation, nothingToUndo, revisionConflict } from '../../sources.errors.ts'
import { updateSource } from '../../sources.store.ts'
import { noTemplateTaken } from '../../templates/templates.errors.ts'
import { followFiles } from '../../unite/follow-files.ts'
import { type OtherFile, tryUniteFiles } from '../../unite/try-unite-files.ts'
import { withLoader } from '../../with-loader.ts'
import { refuseIfImpossible } from '../check-spec.ts'
import { refuseIfOutdated } from '../correct-spec.ts'
import { dialectIn } from '../dialect-hints.ts'
import { type PreviewedTable, previewSpec } from '../read-spec.ts'
import { withChecks, withStaleChecks, withTableChecks } from '../spec-checks.ts'
import { pin, regionChanges } from '../spec-overrides.ts'
import { answerChanges, withAnswers } from './answer-question.ts'
import { withLinks } from './keep-links.ts'
import { operationsIn, refusesTemplate, type SentOperation } from './operations.schema.ts'
import { planOperations } from './plan-operations.ts'
import { deleteUndo, findUndo, insertUndo } from './spec-undo.store.ts'

/** `revision`: the one that the caller has read, where it names one. */
export type OperationsQuery = {
  specVersion: number
  revision: number | null
  operations: readonly SentOperation[]
  isPreviewed: boolean
}

/** A spec after operations, tried on its file. `before` is the one they were made of. */
export type OperationsTried = {
  before: Pick<ParseSpec, 'spec_version' | 'revision'>
  spec: ParseSpec
  checks: readonly TableCheck[]
  overridden: readonly Overridden[]
  preview: readonly PreviewedTable[] | null
  operations: readonly Pick<SentOperation, 'op'>[]
  /** Regions whose questions were answered. */
  answered: readonly string[]
  /** The spec as it is kept for undoing, where that is what is done. */
  undone: ParseSpec | null
  /** Other files that go into the same table from now on. */
  others: readonly OtherFile[]
  /** Whether there is something to take back if nothing of this is kept. */
  canUndo: boolean
}

/** Makes operations on how a source is read, in the process that reads the file, and keeps nothing. */
export async function tryOperations(
  ctx: Context,
  place: SourcePlace,
  { specVersion, revision, operations: sent, isPreviewed }: OperationsQuery,
): Promise<OperationsTried> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const source = await openReadSource(ctx, place, 'editor')
  const before = refuseIfOutdated(source, { spec_version: specVersion })
  if (revision !== null && revision !== before.revision) throw revisionConflict(source.name, revision, before.revision)
  const asked = operationsIn(sent)
  if (refusesTemplate(sent) && !before.template) throw noTemplateTaken(source.name)
  const [alone] = asked
  if (alone?.op === 'undo') return tryUndo(ctx, source, before, isPreviewed)
  if (alone?.op === 'unite_files') {
    const { spec, others } = await tryUniteFiles(ctx, { ...source, spec: before }, alone)
    return tryWhole(ctx, source, { before, spec, others, operations: sent, undone: null }, isPreviewed)
  }
  return withLoader(ctx, source.workbookId, source, dialectIn(before), async (loader, { sheets }) => {
    const from = refusesTemplate(sent) ? await withoutTemplate(ctx, workbook, { loader, source, before }) : before
    const { start, steps, answers, links } = planOperations(from, asked)
    const operations = steps.map(({ operation }) => operation)
    const made = await loader.ask({ kind: 'correct', spec: start, operations, language: languageOf(workbook) })
    if ('refusal' in made) throw impossibleOperation(steps[made.operation]?.place ?? 0, made.refusal)
    const { checks, overridden } = made
    const spec = withAnswers(withLinks(from, made.spec, links), answers)
    refuseIfImpossible(
      spec,
      sheets.map(({ name }) => name),
    )
    const preview = isPreviewed ? await previewSpec(loader, spec, source.sizeBytes) : null
    const tried = withTried(from, spec, checks, preview)
    const answered = answers.map(({ region }) => region)
    const canUndo = (await findUndo(ctx.db, source, before)) !== undefined
    return {
      before,
      spec: tried,
      checks,
      overridden,
      preview,
      operations: sent,
      answered,
      undone: null,
      others: [],
      canUndo,
    }
  })
}

/** The spec as it was before the last correction, with its checks and pins. */
async function tryUndo(
  ctx: Context,
  source: Source,
  before: ParseSpec,
  isPreviewed: boolean,
): Promise<OperationsTried> {
  const undone = await findUndo(ctx.db, source, before)
  if (!undone) throw nothingToUndo(source.name)
  const operations = [{ op: 'undo' as const }]
  return tryWhole(ctx, source, { before, spec: undone, others: [], operations, undone }, isPreviewed)
}

/** A spec that needs no reading of the sheet to be known. */
async function tryWhole(
  ctx: Context,
  source: Source,
  {
    before,
    spec,
    ...tried
  }: Pick<OperationsTried, 'spec' | 'others' | 'operations' | 'undone'> & { before: ParseSpec },
  isPreviewed: boolean,
): Promise<OperationsTried> {
  const preview = isPreviewed
    ? await withLoader(ctx, source.workbookId, source, dialectIn(spec), (loader) =>
        previewSpec(loader, spec, source.sizeBytes),
      )
    : null
  const canUndo = (await findUndo(ctx.db, source, before)) !== undefined
  return { before, spec, checks: [], overridden: [], preview, answered: [], canUndo, ...tried }
}

type ReadByTemplate = { loader: Loader; source: Source; before: ParseSpec }

/** The file read by itself; its template is not tried on it again. */
async function withoutTemplate(
  ctx: Context,
  workbook: StoredLanguage & { workspaceId: string },
  { loader, source, before }: ReadByTemplate,
): Promise<ParseSpec> {
  const proposed = await proposeReading(ctx, { workbook, loader, file: source, sourceName: source.name })
  const refused = [...(before.templates_refused ?? []), before.template?.template_id ?? '']
  const { spec_version, revision, overrides } = before
  return { ...proposed, spec_version, revision, overrides, templates_refused: refused }
}

/** The checks of tables that were not touched stay; those that were are counted again. */
function withTried(
  before: ParseSpec,
  spec: ParseSpec,
  checks: readonly TableCheck[],
  preview: readonly PreviewedTable[] | null,
): ParseSpec {
  const counted = withTableChecks(withStaleChecks(before, spec), checks)
  return withChecks(
    counted,
    (preview ?? []).map(({ staged }) => staged),
  )
}

/** Keeps the spec that operations have made, unless the one they were made of has changed since. */
export async function applyOperations(
  ctx: Context,
  place: SourcePlace,
  { before: tried, spec: made, operations, answered, undone, others }: OperationsTried,
): Promise<{ spec: ParseSpec; canUndo: boolean }> {
  await openSource(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const source = await openReadSource({ ...ctx, db: tx }, place, 'editor')
    const before = refuseIfChanged(source, tried)
    const changes = [...regionChanges(before, made), ...answerChanges(made, answered)]
    const pinned = pin(before.overrides, changes, toWireId('usr', ctx.caller.userId), ctx.now())
    const overrides = undone ? undone.overrides : pinned
    const spec = { ...made, overrides, revision: before.revision + 1 }
    if (undone) await deleteUndo(tx, source, undone)
    else await insertUndo(tx, source, before)
    await updateSource(tx, source, { spec })
    for (const other of others) await keepOther(tx, ctx, other)
    await followFiles(tx, ctx, source, before, spec)
    await appendAuditEntry(tx, ctx, {
      workbookId: source.workbookId,
      action: 'source.correct',
      target: { source: source.name },
      detail: {
        revision: spec.revision,
        operations: operations.map(({ op }) => op),
        changed: changes.slice(0, 100).map(({ path }) => path),
      },
    })
    return { spec, canUndo: (await findUndo(tx, source, spec)) !== undefined }
  })
}

/** A file that was corrected meanwhile is not overwritten. */
async function keepOther(tx: Tx, ctx: Context, { source, before, spec }: OtherFile) {
  const place = { workbookId: source.workbookId, name: toWireId('src', source.sourceId) }
  const now = refuseIfChanged(await openReadSource({ ...ctx, db: tx }, place, 'editor'), before)
  await insertUndo(tx, source, now)
  await updateSource(tx, source, { spec: { ...spec, revision: now.revision + 1 } })
}

function refuseIfChanged(source: Source, tried: OperationsTried['before']): ParseSpec {
  const before = refuseIfOutdated(source, tried)
  if (before.revision !== tried.revision) throw revisionConflict(source.name, tried.revision, before.revision)
  return before
}
