import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../../core/events/events.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { languageOf, type StoredLanguage } from '../../../core/workbooks/workbook.ts'
import type { Loader } from '../../../engine/loader/load-request.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openReadSource, openSource, type SourcePlace } from '../open-source.ts'
import type { Source } from '../source.ts'
import { updateSource } from '../sources.store.ts'
import { tryTemplates, withMisses } from '../templates/try-templates.ts'
import { withLoader } from '../with-loader.ts'
import { applyRules, findPreprocessing } from './apply-rules.ts'
import { pinnedDialect } from './dialect-hints.ts'
import type { ParsedRules } from './preprocess-rules.ts'
import { recordFailure } from './record-failure.ts'
import { withStaleChecks } from './spec-checks.ts'
import { withOverrides } from './spec-overrides.ts'

/** Whether what people have changed outlives the new analysis. */
type Kept = { keepsOverrides: boolean }

/** Looks at the file and proposes how to read it. */
export async function proposeSpec(ctx: Context, place: SourcePlace, { keepsOverrides }: Kept): Promise<ParseSpec> {
  const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
  const source = await openReadSource(ctx, place, 'editor')
  const hints = keepsOverrides && source.spec ? pinnedDialect(source.spec) : null
  const rules = await findPreprocessing(ctx, workbook)
  try {
    return await withLoader(ctx, workbook.workbookId, source, hints, async (loader) =>
      readAgainFromFile(ctx, workbook, source, {
        loader,
        rules,
        refused: keepsOverrides ? (source.spec?.templates_refused ?? []) : [],
      }),
    )
  } catch (error) {
    await recordFailure(ctx, source, error)
    throw error
  }
}

type Reading = { loader: Loader; rules: ParsedRules; refused: readonly string[] }

/** By the template that fits, or else by itself. */
async function readAgainFromFile(
  ctx: Context,
  workbook: StoredLanguage & { workspaceId: string },
  source: Pick<Source, 'name' | 'sha256'>,
  { loader, rules, refused }: Reading,
): Promise<ParseSpec> {
  const { name: sourceName, sha256 } = source
  const { spec, misses } = await tryTemplates(ctx, workbook, loader, { sourceName, sha256, refused })
  const read =
    spec ?? withMisses(await applyRules(await loader.ask(analysisOf(workbook, source)), rules, loader), misses)
  return refused.length > 0 ? { ...read, templates_refused: refused } : read
}

export const analysisOf = (workbook: StoredLanguage, { name: sourceName, sha256 }: Pick<Source, 'name' | 'sha256'>) =>
  ({ kind: 'analyze', sourceName, sha256, language: languageOf(workbook) }) as const

/** Keeps the proposal. What people had changed is discarded, unless it is to be kept. */
export async function analyzeSource(
  ctx: Context,
  place: SourcePlace,
  proposed: ParseSpec,
  { keepsOverrides }: Kept,
): Promise<Source> {
  await openSource(ctx, place, 'editor')
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const source = await openReadSource(inTx, place, 'editor')
    const { workbookId, name, sourceId, spec: before } = source
    const pinned = keepsOverrides ? withOverrides(proposed, before?.overrides ?? []) : { ...proposed, overrides: [] }
    const checked = withStaleChecks(proposed, pinned)
    const spec = { ...checked, spec_version: (before?.spec_version ?? 0) + 1, revision: 1 }
    await updateSource(tx, source, { spec, status: 'analyzed', error: null })
    await appendAuditEntry(tx, ctx, {
      workbookId,
      action: 'source.analyze',
      target: { source: name },
      detail: { spec_version: spec.spec_version, regions: spec.regions.length },
    })
    await emitEvent(tx, ctx, {
      workbookId,
      kind: 'source.analyzed',
      data: {
        source: { name, id: toWireId('src', sourceId) },
        spec_version: spec.spec_version,
        regions: spec.regions.length,
        warnings: spec.warnings.length,
      },
    })
    return openSource(inTx, place, 'editor')
  })
}
