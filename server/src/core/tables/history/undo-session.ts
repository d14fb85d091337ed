import { markUndone } from '../../../engine/table/commit.store.ts'
import type { RowEdit } from '../../../engine/table/commit.ts'
import { type Cells, cellOf, wholeRow } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState, notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { isUndoableInSession, type Op } from '../../ops/op.ts'
import { listOpsOfSession, listVersionsOfOp } from '../../ops/ops.store.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { plainColumns } from '../../reading/whole-rows.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { commitTableEdit, type TableEdit } from '../commit-table-edit.ts'
import { diffOfRows, type EditDiff } from '../dry-run.ts'
import { openTableForCells } from '../open-editable-table.ts'
import { undoConflict } from '../tables.errors.ts'
import type { CurrentRow } from './plan-undo.ts'
import { deltasOf, planOf, rowsOf } from './undo-rows.ts'

/** Ops that are undone at once. */
const MOST_OPS = 1_000

export type UndoneSession = {
  opId: number | null
  ops: readonly Op[]
  tables: { table: string; diff: EditDiff }[]
  stale: string[]
}

type Planned = { ops: readonly Op[]; tables: PlannedTable[] }
type PlannedTable = { opened: OpenedTable; edits: RowEdit[] }

/**
 * Takes back all that was done to rows under a label, as one op. Its ops are undone one after the other, the newest first, on rows that
 * are held; where another has changed the same cells since, nothing is undone.
 */
export async function undoSession(ctx: Context, workbookId: string, session: string): Promise<UndoneSession> {
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { prepared, committed } = await commitTableEdit(within, workbookId, async () => {
      const plan = await planSession(within, workbookId, session)
      const isEmpty = plan.tables.every(({ edits }) => edits.length === 0)
      return { plan, edit: isEmpty ? null : editOf(workbookId, session, plan) }
    })
    const { ops, tables } = prepared.plan
    const opIds = ops.map(({ opId }) => opId)
    if (committed) await markUndone(tx, workbookId, opIds, committed.opId)
    return {
      opId: committed?.opId ?? null,
      ops,
      tables: tables.map(({ opened, edits }) => ({ table: opened.name, diff: diffOfRows(opened, edits) })),
      stale: committed?.stale ?? [],
    }
  })
}

async function planSession(ctx: Context, workbookId: string, session: string): Promise<Planned> {
  const { ops, tables } = await whilePoliciesHold(ctx, workbookId, async () => {
    const { policyEpoch } = await openWorkbook(ctx, workbookId, 'editor')
    const found = (await listOpsOfSession(ctx.db, workbookId, session, MOST_OPS)).filter(isUndoableInSession)
    if (found.length === 0) throw notFound('op to undo of the session', session)
    const planned: PlannedTable[] = []
    const steps = await stepsOf(ctx, workbookId, found)
    for (const [tableId, some] of Map.groupBy(steps, ({ tableId: id }) => id))
      planned.push(await planTable(ctx, workbookId, tableId, some))
    return { ops: found, tables: planned, policyEpoch }
  })
  return { ops, tables }
}

type Step = { op: Op; tableId: string; version: number }

/** What the ops did to each table, newest first. */
async function stepsOf({ db }: Context, workbookId: string, ops: readonly Op[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const op of ops) {
    const { tableId, editVersion } = op
    if (tableId !== null) steps.push({ op, tableId, version: editVersion ?? 0 })
    else for (const made of await listVersionsOfOp(db, workbookId, op.opId)) steps.push({ op, ...made })
  }
  return steps
}

/** What makes the rows of a table what they were before the first of these steps. */
async function planTable(
  ctx: Context,
  workbookId: string,
  tableId: string,
  taken: readonly Step[],
): Promise<PlannedTable> {
  const opened = await openTableForCells(ctx, { workbookId, name: toWireId('art', tableId) }, null)
  const steps = []
  for (const { op, version } of taken) steps.push({ op, deltas: await deltasOf(ctx, opened, version) })
  const rowIds = new Set(steps.flatMap(({ deltas }) => deltas.map(({ rowId }) => rowId)))
  const begin = await rowsOf(ctx, opened, [...rowIds])
  const now = new Map<number, CurrentRow>(begin)
  for (const { op, deltas } of steps) {
    const { plan } = planOf(opened, deltas, now)
    if (plan.changed.length > 0) throw undoConflict(op.opId, opened.table, plan.changed)
    for (const edit of plan.edits) applyEdit(now, edit)
  }
  return { opened, edits: differences(opened, begin, now) }
}

function applyEdit(rows: Map<number, CurrentRow>, { op, rowId, cells }: RowEdit) {
  assertState(rowId !== null, 'an undo names its rows')
  const was = rows.get(rowId)
  if (op === 'D') rows.delete(rowId)
  // What the caller does not see is in no op of the session, and stays what it was.
  else rows.set(rowId, { seen: { ...(op === 'U' ? was?.seen : {}), ...cells }, whole: was?.whole ?? null })
}

function differences(
  { table }: OpenedTable,
  begin: ReadonlyMap<number, CurrentRow>,
  end: ReadonlyMap<number, CurrentRow>,
): RowEdit[] {
  const columns = plainColumns(table)
  const ids = [...new Set([...begin.keys(), ...end.keys()])].sort((one, other) => one - other)
  return ids.flatMap((rowId): RowEdit[] => {
    const [was, is] = [begin.get(rowId), end.get(rowId)]
    if (!was) return is ? [{ op: 'I', rowId, cells: wholeRow(columns, is.seen), before: null }] : []
    if (!is) return [{ op: 'D', rowId, cells: null, before: was.whole }]
    const changed = columns.filter(({ id, initial }) => cellOf(was.seen, id, initial) !== cellOf(is.seen, id, initial))
    if (changed.length === 0) return []
    const cellsOf = (cells: Cells) =>
      Object.fromEntries(changed.map(({ id, initial }) => [id, cellOf(cells, id, initial)]))
    return [{ op: 'U', rowId, cells: cellsOf(is.seen), before: cellsOf(was.seen) }]
  })
}

function editOf(workbookId: string, session: string, { ops, tables }: Planned): TableEdit {
  const changed = tables.filter(({ edits }) => edits.length > 0)
  const rows = changed.reduce((sum, { edits }) => sum + edits.length, 0)
  const detail = {
    expected_version: null,
    unconditional: false,
    rows,
    summary: `Undid ${ops.length} ops of a session`,
    session,
  }
  return {
    workbookId,
    table: changed.map(({ opened }) => opened.name).join(', '),
    writes: changed.map(({ opened, edits }) => ({
      tableId: opened.artifactId,
      expected: null,
      read: opened.editVersion,
      kind: 'rows',
      rows: edits,
    })),
    op: { kind: 'rows.undo', actor: null, detail },
    auditDetail: { undid_session: session, undid: ops.length },
  }
}
