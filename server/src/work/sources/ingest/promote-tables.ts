import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { suffixedName } from '../../../core/artifacts/artifact.ts'
import { findArtifact, isNameUsed, updateArtifact } from '../../../core/artifacts/artifacts.store.ts'
import { insertEdges } from '../../../core/lineage/lineage.store.ts'
import type { Edge } from '../../../core/lineage/lineage.ts'
import { partsOf } from '../../../engine/loader/load-request.ts'
import { charge, creditsOf, releaseHold, settleHold } from '../../../people/billing/credits/credits.ts'
import { lockHold } from '../../../people/billing/credits/ledger.store.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { originsOfTables } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import type { Source } from '../source.ts'
import { insertSourceTables, type SourceTable } from '../sources.store.ts'
import type { BuiltTable } from './build-tables.ts'
import { commitTables, inLayer } from './commit-tables.ts'
import type { Bill, Structured } from './structuring/structuring.ts'
import { lockStructuringLease, updateStructuringBuilt } from './structuring/structurings.store.ts'

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
  const due = await dueFor(tx, structured.bill)
  if (due && !(await isCovered(tx, due))) return null
  await archiveSheets(tx, workbookId, sheets)
  const made = { workbookId, source: name, actor: null, opKind: 'source.structure' } as const
  const { names, opId } = await commitTables(tx, ctx, made, inLayer('base', structured.tables))
  await insertSourceTables(tx, source, structured.tables.map(outputOf))
  await recordOrigins(tx, workbookId, originsOfTables(source, structured.tables))
  await insertEdges(tx, workbookId, edgesBetween(sheets, structured.tables, opId))
  if (due) await pay(tx, due, structured.spec, opId)
  return { names, creditsSpent: due?.credits ?? 0 }
}

type SheetTable = Pick<SourceTable, 'tableId' | 'part'>

/** Registry and lineage remain. A sheet leaves its name to the table that is made of it, and is found under one of its own. */
export async function archiveSheets(tx: Tx, workbookId: string, sheets: readonly SheetTable[]) {
  for (const { tableId: artifactId } of sheets) {
    const sheet = await findArtifact(tx, workbookId, '', artifactId)
    assertState(sheet, 'a sheet that has landed is there')
    const name = await rawName(tx, workbookId, sheet.name)
    await updateArtifact(tx, { workbookId, artifactId }, { state: 'archived', name })
  }
}

/** `<name>__raw`, or the first of `<name>__raw_2`… that nothing in the workbook has. */
export async function rawName(tx: Tx, workbookId: string, name: string): Promise<string> {
  for (let n = 1, free = suffixedName(name, '__raw'); ; free = suffixedName(name, `__raw_${++n}`))
    if (!(await isNameUsed(tx, workbookId, free))) return free
}

/** Each table was made from the sheet it stands on, or from those that are united in it. */
export function edgesBetween(
  sheets: readonly SheetTable[],
  tables: readonly BuiltTable[],
  opId: number | null,
): Edge[] {
  return tables.flatMap(({ tableId: toId, staged }) =>
    sheets
      .filter(({ part }) => partsOf(staged).some(({ sheet }) => sheet === part))
      .map(({ tableId: fromId }) => ({ fromId, toId, kind: 'structuring', transformId: null, opId })),
  )
}

export const outputOf = ({ tableId, part, regionId }: BuiltTable): SourceTable => ({
  tableId,
  part,
  regionId,
  kind: 'output',
})

/** Once for each content: an upload that finds it known, or lost the race for it, pays nothing. */
async function dueFor(tx: Tx, bill: Bill | null): Promise<Bill | null> {
  if (!bill || (await lockStructuringLease(tx, bill.key))) return bill
  if (bill.held) await releaseHold(tx, bill.held)
  return null
}

/** What was held for it is there still, or was given back meanwhile and can be paid all the same. */
async function isCovered(tx: Tx, { key: { accountId }, held, credits }: Bill): Promise<boolean> {
  if (credits === 0 || !held || (await lockHold(tx, accountId, held.holdId))) return true
  return (await creditsOf(tx, accountId)).remaining >= credits
}

async function pay(tx: Tx, { key, credits, held }: Bill, spec: ParseSpec, opId: number | null) {
  const { accountId, workbookId } = key
  const paid = { accountId, workbookId, credits, note: 'structuring', cause: `op:${workbookId}:${opId}`, opId }
  await (held ? settleHold(tx, held, paid) : charge(tx, paid))
  await updateStructuringBuilt(tx, key, spec)
}
