import { startJob } from '../../../core/jobs/start-job.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { originsOfTables } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import type { Source } from '../source.ts'
import { insertSourceTables, type SourceTable, updateSource } from '../sources.store.ts'
import { landByTemplate } from '../templates/land-by-template.ts'
import type { BuiltSource } from './build-source.ts'
import type { BuiltTable } from './build-tables.ts'
import { commitTables, emitMaterialized, inLayer } from './commit-tables.ts'
import type { IngestRequest } from './ingest-request.ts'
import { promoteTables } from './promote-tables.ts'
import { giveBackStructuring } from './structuring/claim-structuring.ts'
import { fallBack, type Structured } from './structuring/structuring.ts'

/** `jobId`: of the structuring that goes on behind the answer. */
export type Landed = { creditsSpent: number; jobId: string | null }

/** The tables of a source appear together: its sheets as they are, and in their place what was made of them. */
export async function landSource(
  tx: Tx,
  ctx: Context,
  source: Source,
  { sheets, structured, byTemplate }: BuiltSource,
): Promise<Landed> {
  if (byTemplate) {
    await landByTemplate(tx, ctx, source, byTemplate)
    return { creditsSpent: 0, jobId: null }
  }
  const { workbookId, name } = source
  const made = { workbookId, source: name, actor: null, opKind: 'source.materialize' } as const
  const { names: rawNames } = await commitTables(tx, ctx, made, inLayer('raw', sheets))
  await insertSourceTables(tx, source, sheets.map(sheetOf))
  await recordOrigins(tx, workbookId, originsOfTables(source, sheets))

  const promoted = structured.isStructured ? await promoteTables(tx, ctx, { source, sheets, structured }) : null
  const outcome = promoted || !structured.isStructured ? outcomeOf(structured) : await unpaid(tx, structured)
  await updateSource(tx, source, { status: 'materialized', error: null, ...outcome })
  const tables = promoted && structured.isStructured ? structured.tables : sheets
  const names = promoted?.names ?? rawNames
  const appeared = tables.map(({ rowCount }, n) => ({ name: names[n] ?? '', rowCount }))
  await emitMaterialized(tx, ctx, { source, made: appeared, structuring: outcome.structuring, actor: null })
  const jobId = outcome.structuring === 'deferred' ? await structureLater(tx, ctx, source) : null
  return { creditsSpent: promoted?.creditsSpent ?? 0, jobId }
}

export const sheetOf = ({ tableId, part, regionId }: BuiltTable): SourceTable => ({
  tableId,
  part,
  regionId,
  kind: 'sheet',
})

/** What a source keeps of it. */
export const outcomeOf = (structured: Structured) =>
  structured.isStructured
    ? { structuring: 'structured' as const, structuringReason: null, spec: structured.spec }
    : { structuring: structured.structuring, structuringReason: structured.reason }

/** Another request has spent the credits meanwhile. */
async function unpaid(tx: Tx, { bill }: Structured & { isStructured: true }) {
  if (bill) await giveBackStructuring(tx, bill)
  return outcomeOf(fallBack('no_credits'))
}

function structureLater(tx: Tx, ctx: Context, { workbookId, sourceId }: Source): Promise<string> {
  const request: IngestRequest = { structure: sourceId }
  return startJob(tx, ctx, { kind: 'source.ingest', workbookId, request })
}
