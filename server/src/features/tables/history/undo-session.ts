import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { RowEdit } from '../../../tabular/commit.ts'
import type { Cells } from '../../../tabular/table.ts'
import { whilePoliciesHold } from '../../governance/policies/while-policies-hold.ts'
import type { OpenedTable } from '../../governance/reading/open-readable-table.ts'
import { isUndoable, type Op } from '../../ops/op.ts'
import { listOpsOfSession } from '../../ops/ops.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { diffOfRows, type EditDiff } from '../dry-run.ts'
import { openTableForCells } from '../open-editable-table.ts'
import { undoConflict } from '../tables.errors.ts'
import type { CurrentRow } from './plan-undo.ts'
import { deltasOf, planOf, rowsOf, undoOp } from './undo-op.ts'

/** Ops that are undone at once. */
const MOST_OPS = 1_000

export type UndoneSession = {
  undone: { opId: number; undid: number; table: string | null; rows: number }[]
  stale: string[]
}

/**
 * Takes back all that was done to rows under a label, the newest first, each as an op of its own. Before the first of them all are
 * compared with how things stand: where another has changed the same cells since, nothing is undone.
 */
export async function undoSession(ctx: Context, workbookId: string, session: string): Promise<UndoneSession> {
  await planSession(ctx, workbookId, session)
  const undone: UndoneSession['undone'] = []
  const stale = new Set<string>()
  for (const op of await opsOf(ctx, workbookId, session)) {
    const done = await undoOp(ctx, workbookId, op.opId, false)
    undone.push({ opId: done.opId, undid: op.opId, table: op.tableName, rows: done.rows })
    for (const name of done.stale) stale.add(name)
  }
  return { undone, stale: [...stale] }
}

/** What undoing would change, by table; refuses what undoing would refuse. */
export async function planSession(
  ctx: Context,
  workbookId: string,
  session: string,
): Promise<{ ops: readonly Op[]; tables: { table: string; diff: EditDiff }[] }> {
  const { ops, tables } = await whilePoliciesHold(ctx, workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, workbookId, 'editor')
    const found = await opsOf(ctx, workbookId, session)
    const byTable = Map.groupBy(found, ({ tableId }) => tableId ?? '')
    const planned = await Promise.all([...byTable].map(([tableId, some]) => planTable(ctx, workbookId, tableId, some)))
    return { ops: found, tables: planned, policyEpoch }
  })
  return { ops, tables }
}

async function opsOf(ctx: Context, workbookId: string, session: string): Promise<Op[]> {
  const ops = (await listOpsOfSession(ctx.db, workbookId, session, MOST_OPS)).filter(isUndoable)
  if (ops.length === 0) throw notFound('op of the session that can be undone', session)
  return ops
}

/** Undoes op after op on rows that are held, and compares where that ends with where it began. */
async function planTable(ctx: Context, workbookId: string, tableId: string, ops: readonly Op[]) {
  const opened = await openTableForCells(ctx, { workbookId, name: toWireId('art', tableId) }, null)
  const steps = await Promise.all(
    ops.map(async (op) => ({ op, deltas: await deltasOf(ctx, opened, op.editVersion ?? 0) })),
  )
  const begin = await rowsOf(ctx, opened, [...new Set(steps.flatMap(({ deltas }) => deltas.map(({ rowId }) => rowId)))])
  const now = new Map(begin)
  for (const { op, deltas } of steps) {
    const { plan } = planOf(opened, deltas, now)
    if (plan.changed.length > 0) throw undoConflict(op.opId, opened.table, plan.changed)
    for (const edit of plan.edits) layOver(now, edit)
  }
  return { table: opened.name, diff: diffOfRows(opened, differences(opened, begin, now)) }
}

type Rows = Map<number, CurrentRow>

function layOver(rows: Rows, { op, rowId, cells }: RowEdit) {
  if (rowId === null) return
  const was = rows.get(rowId)
  if (op === 'D') rows.delete(rowId)
  // Only what the caller sees is compared; the whole row is what it was.
  else rows.set(rowId, { seen: { ...(op === 'U' ? was?.seen : {}), ...cells }, whole: was?.whole ?? null })
}

function differences(
  { table }: OpenedTable,
  begin: ReadonlyMap<number, CurrentRow>,
  end: ReadonlyMap<number, CurrentRow>,
) {
  const ids = [...new Set([...begin.keys(), ...end.keys()])].sort((one, other) => one - other)
  return ids.flatMap((rowId): RowEdit[] => {
    const [was, is] = [begin.get(rowId)?.seen, end.get(rowId)?.seen]
    if (!was) return is ? [{ op: 'I', rowId, cells: is, before: null }] : []
    if (!is) return [{ op: 'D', rowId, cells: null, before: was }]
    const changed = table.columns.filter(({ id }) => was[id] !== is[id])
    const cells: Cells = Object.fromEntries(changed.map(({ id }) => [id, is[id] ?? null]))
    const before: Cells = Object.fromEntries(changed.map(({ id }) => [id, was[id] ?? null]))
    return changed.length > 0 ? [{ op: 'U', rowId, cells, before }] : []
  })
}
