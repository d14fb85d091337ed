import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { recordColumnLineage } from '../../policies/tags/record-column-lineage.ts'
import { findRuleSet, relaxRuleSet } from '../../rules/rules.store.ts'
import type { RowAside, SetAside } from '../../rules/set-aside.ts'
import { commitTableEdit } from '../commit-table-edit.ts'
import { ensureQuarantine, type OpenQuarantine } from './quarantine-table.ts'

/** What an ingest is, for history: where its rows came from, and by which op. */
export type KeptFrom = {
  from: string
  opKind: string
  actor: string | null
  /** Where a row stood: file, sheet and cell. */
  originOf: (row: RowAside) => string | null
}

/** Rows that were set aside, and the ids they have in the quarantine, in the same order. */
export type KeptRows = { quarantine: OpenQuarantine; rowIds: readonly number[] }

/** Puts rows that an ingest has set aside into the table beside theirs. The caller holds the head lock. */
export async function keepRows(
  tx: Tx,
  ctx: Context,
  workbookId: string,
  { tableId, columns, rows }: SetAside,
  { from, opKind, actor, originOf }: KeptFrom,
): Promise<KeptRows> {
  const quarantine = await ensureQuarantine(tx, ctx, { workbookId, tableId }, columns)
  const { quarantineId, name, table, columnOf, reasonColumn, originColumn } = quarantine
  const cellsOf = (row: RowAside) => {
    const values = columns.map(({ id, origin }) => [columnOf.get(origin)?.id, row.cells[id]] as const)
    const all = [...values, [reasonColumn.id, row.reason] as const, [originColumn.id, originOf(row)] as const]
    return Object.fromEntries(all.filter(([id, text]) => id !== undefined && text !== null && text !== undefined))
  }
  const summary = `Set aside ${rows.length} rows of ${from} that break rules of ${table}`
  const { committed } = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table: name,
      writes: [
        {
          tableId: quarantineId,
          expected: null,
          kind: 'rows',
          rows: rows.map((row) => ({ op: 'I' as const, rowId: null, cells: cellsOf(row), before: null })),
        },
      ],
      op: {
        kind: opKind,
        actor,
        detail: { expected_version: null, unconditional: true, rows: rows.length, summary },
      },
      auditDetail: { source: from, quarantine_of: table },
      // Whatever rules the quarantine itself may have been given: rows that have no other place are not lost.
      ingest: { onViolation: 'warn' },
    },
  }))
  const rowIds = committed?.tables[0]?.rowIds
  assertState(rowIds?.length === rows.length, 'every row that is set aside is kept')
  await recordColumnLineage(tx, workbookId, await lineageOf(tx, quarantine))
  return { quarantine, rowIds }
}

/**
 * What is hidden in the table is hidden in its quarantine. Why a row is there says something of all columns that rules may be
 * about, and of those of other tables that they refer to; so does where it stood, which names the cell that broke a rule.
 */
async function lineageOf(tx: Tx, { workbookId, tableId, quarantineId, columns, ...telling }: OpenQuarantine) {
  const rules = (await findRuleSet(tx, { workbookId, tableId }))?.rules ?? []
  const kept = [...columns].map(([fromOrigin, origin]) => ({ origin, fromTableId: tableId, fromOrigin }))
  const judged = [...columns.keys()].map((fromOrigin) => ({ fromTableId: tableId, fromOrigin }))
  const referred = rules.flatMap((rule) =>
    rule.kind === 'reference' ? [{ fromTableId: rule.tableId, fromOrigin: rule.target }] : [],
  )
  const derived = [telling.reason, telling.origin].flatMap((origin) =>
    [...judged, ...referred].map((from) => ({ origin, ...from })),
  )
  return [...kept, ...derived].map((made) => ({ tableId: quarantineId, ...made }))
}

/** Rows that break the rules of these tables were let in. */
export async function admitBroken(tx: Tx, workbookId: string, tableIds: readonly string[]) {
  for (const tableId of tableIds) await relaxRuleSet(tx, { workbookId, tableId })
}
