import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { correctionsBetween, withCorrection } from '@bindery-data/spreadsheet/structure/correct/corrections.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openReadSource, openSource, type SourcePlace } from '../open-source.ts'
import type { Source } from '../source.ts'
import { notAnalyzed, specConflict } from '../sources.errors.ts'
import { updateSource } from '../sources.store.ts'
import { withLoader } from '../with-loader.ts'
import { refuseIfImpossible } from './check-spec.ts'
import { dialectIn } from './dialect-hints.ts'
import { insertUndo } from './operations/spec-undo.store.ts'
import { type PreviewedTable, previewSpec } from './read-spec.ts'
import { withChecks, withStaleChecks } from './spec-checks.ts'
import { changesBetween, followNames, pin } from './spec-overrides.ts'

export type Correction = { spec: ParseSpec; isPreviewed: boolean }

/** A spec that was corrected, and the tables that were read by it, if they were. */
export type Tried = { spec: ParseSpec; preview: readonly PreviewedTable[] | null }

/** Checks a corrected spec against its file and, if they are asked for, reads the first rows by it. */
export async function tryCorrection(
  ctx: Context,
  place: SourcePlace,
  { spec: sent, isPreviewed }: Correction,
): Promise<PreviewedTable[] | null> {
  const source = await openReadSource(ctx, place, 'editor')
  const spec = followNames(refuseIfOutdated(source, sent), sent)
  return withLoader(ctx, source.workbookId, source, dialectIn(spec), async (loader, { sheets }) => {
    refuseIfImpossible(
      spec,
      sheets.map(({ name }) => name),
    )
    return isPreviewed ? previewSpec(loader, spec, source.sizeBytes) : null
  })
}

/** Takes a corrected spec. What differs from the one before is pinned, and its checks are those of the tables it was tried with. */
export async function correctSpec(
  ctx: Context,
  place: SourcePlace,
  { spec: corrected, preview }: Tried,
): Promise<ParseSpec> {
  await openSource(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const source = await openReadSource({ ...ctx, db: tx }, place, 'editor')
    const before = refuseIfOutdated(source, corrected)
    const sent = followNames(before, corrected)
    const changes = changesBetween(before, sent).filter(({ path }) => !/^\/regions\/\d+\/corrections/.test(path))
    // What is about the source and its analysis is not for callers to change.
    const { spec_version, source_name, sha256, warnings, check = [] } = before
    const overrides = pin(before.overrides, changes, toWireId('usr', ctx.caller.userId), ctx.now())
    const taken = { spec_version, source_name, sha256, warnings, check, overrides, revision: before.revision + 1 }
    const read = (preview ?? []).map(({ staged }) => staged)
    const spec = withChecks(withStaleChecks(before, { ...withCorrections(before, sent), ...taken }), read)
    await insertUndo(tx, source, before)
    await updateSource(tx, source, { spec })
    await appendAuditEntry(tx, ctx, {
      workbookId: source.workbookId,
      action: 'source.correct',
      target: { source: source.name },
      detail: { revision: spec.revision, changed: changes.slice(0, 100).map(({ path }) => path) },
    })
    return spec
  })
}

/** What a spec that was sent whole decides otherwise is kept as operations too, so that a later one knows of it. */
function withCorrections(before: ParseSpec, sent: ParseSpec): ParseSpec {
  const regions = sent.regions.map((region): Region => {
    const known = before.regions.find(({ region_id }) => region_id === region.region_id)
    if (!known) return region
    const { corrections: _, ...rest } = region
    const made = correctionsBetween(known, region)
    if (made.length === 0) return known.corrections ? { ...rest, corrections: known.corrections } : rest
    return { ...rest, corrections: made.reduce(withCorrection, [...(known.corrections ?? [])]) }
  })
  return { ...sent, regions }
}

export function refuseIfOutdated({ name, spec }: Source, sent: Pick<ParseSpec, 'spec_version'>): ParseSpec {
  if (!spec) throw notAnalyzed(name)
  if (spec.spec_version !== sent.spec_version) throw specConflict(name, sent.spec_version, spec.spec_version)
  return spec
}
