import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres.ts'
import { updateArtifact } from '../artifacts/artifacts.store.ts'
import { charge } from '../billing/charge.ts'
import { insertEdges } from '../lineage/lineage.store.ts'
import type { Edge } from '../lineage/lineage.ts'
import type { BuiltTable } from './build-tables.ts'
import { commitTables } from './commit-tables.ts'
import { originsOfTables } from './origins-of-tables.ts'
import { recordOrigins } from './record-origins.ts'
import type { Source } from './source.ts'
import { insertSourceTables, type SourceTable } from './sources.store.ts'
import type { Structured } from './structuring.ts'
import { lockStructuringLease, updateStructuringBuilt } from './structurings.store.ts'

export type Promotion = {
  source: Source
  /** The sheets as they are, and which table has each. */
  sheets: readonly SheetTable[]
  structured: Structured & { isStructured: true }
}

export type Promoted = { names: string[]; creditsSpent: number }

/** Structured tables take over the file's name; the raw ones are archived. Null: it cannot be paid, and nothing changed. */
export async function promoteTables(tx: Tx, ctx: Context, promotion: Promotion): Promise<Promoted | null> {
  const { source, sheets, structured } = promotion
  const { workbookId, name } = source
  const creditsSpent = await pay(tx, structured)
  if (creditsSpent === null) return null
  await archiveSheets(tx, workbookId, sheets)
  const made = { workbookId, source: name, layer: 'base', actor: null, opKind: 'source.structure' } as const
  const { names, opId } = await commitTables(tx, ctx, made, structured.tables)
  await insertSourceTables(tx, source, structured.tables.map(outputOf))
  await recordOrigins(tx, workbookId, originsOfTables(source, structured.tables))
  await insertEdges(tx, workbookId, edgesBetween(sheets, structured.tables, opId))
  return { names, creditsSpent }
}

type SheetTable = Pick<SourceTable, 'tableId' | 'part'>

/** Registry and lineage remain. */
export async function archiveSheets(tx: Tx, workbookId: string, sheets: readonly SheetTable[]) {
  for (const { tableId: artifactId } of sheets)
    await updateArtifact(tx, { workbookId, artifactId }, { state: 'archived' })
}

/** Each table was made from the sheet it stands on. */
export function edgesBetween(
  sheets: readonly SheetTable[],
  tables: readonly BuiltTable[],
  opId: number | null,
): Edge[] {
  return tables.flatMap(({ tableId: toId, staged }) =>
    sheets
      .filter(({ part }) => part === staged.sheet)
      .map(({ tableId: fromId }) => ({ fromId, toId, kind: 'structuring', transformId: null, opId })),
  )
}

export const outputOf = ({ tableId, part, regionId }: BuiltTable): SourceTable => ({
  tableId,
  part,
  regionId,
  kind: 'output',
})

/** Once for each content: whoever finds it known, or lost it to another, pays nothing. */
async function pay(tx: Tx, { bill, spec }: Promotion['structured']): Promise<number | null> {
  if (!bill || !(await lockStructuringLease(tx, bill.key))) return 0
  const { accountId, workbookId } = bill.key
  try {
    await charge(tx, { accountId, credits: bill.credits, note: 'structuring', workbookId })
    await updateStructuringBuilt(tx, bill.key, spec)
    return bill.credits
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'out_of_credits') return null
    throw error
  }
}
