import type { PatchedRow, PatchRun } from '../../../engine/reading/sql-run.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import type { RowEdit } from '../../../engine/table/commit.ts'
import { type ContentPlan, foldEdits, planContent } from '../../../engine/table/content.ts'
import { type Cells, type Column, wholeRow } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { carryOverrides } from '../overrides/carry-overrides.ts'
import type { Override } from '../overrides/overrides.store.ts'
import { builtFrom } from './built-from.ts'
import { outputColumns } from './output-columns.ts'
import type { Computed, RunContext, Runnable } from './run.ts'
import type { TableState } from './runs.store.ts'

/** What a run stands on that changes some rows only: what the output holds, and what people wrote over it. */
export type Patching = { before: TableState; overrides: readonly Override[]; ground: RunContext }

/** Makes of the rows that a run found changed an edit of the output. Nothing is committed yet. */
export async function patchOutput(
  { bulk: { db } }: Context,
  transform: Runnable,
  run: PatchRun,
  { before, overrides, ground }: Patching,
): Promise<Omit<Computed, 'logs' | 'elapsedMs' | 'read'>> {
  const { workbookId, tableId, name } = transform
  const { columns, isSame } = outputColumns(name, run.columns, before)
  assertState(isSame, 'an output whose rows are patched keeps its columns')
  const added = run.rows.filter(({ op }) => op === 'I').length
  const reserve = () => inTransaction(db, (tx) => reserveRowIds(tx, workbookId, tableId, added))
  const rows = rowEdits(run.rows, columns, overrides, added > 0 ? await reserve() : 0)
  const { kept, conflicts, gone } = carryOverrides(overrides, columns, madeNow(run.rows, columns, overrides))
  const rowCount = before.rowCount + added - run.rows.filter(({ op }) => op === 'D').length
  const version = before.version + 1
  return {
    transform,
    write: {
      tableId,
      expected: null,
      read: before.version,
      isMatched: true,
      kind: 'rows',
      ...(rows.length > 0 ? { rows } : {}),
      builtFrom: builtFrom(transform, ground),
      overrides: kept,
      isFresh: true,
    },
    standing: { ...before, version, rowCount, staleSince: null },
    content: laidOver(await planContent(db, workbookId, tableId, before.version), rows, { version, rowCount }),
    conflicts,
    closed: gone,
    dependencies: run.dependencies,
    mode: 'incremental',
    rowCount,
  }
}

/** New rows get the ids from `nextId` on. What people wrote over a cell goes on showing. */
function rowEdits(
  rows: readonly PatchedRow[],
  columns: readonly Column[],
  overrides: readonly Override[],
  nextId: number,
): RowEdit[] {
  const written = new Map(overrides.map((override) => [`${override.rowId} ${override.columnId}`, override]))
  let next = nextId
  return rows.flatMap(({ op, rowId, now, before }): RowEdit[] => {
    const over = (id: number) => written.get(`${rowId} ${id}`)
    if (op === 'I') return [{ op, rowId: next++, cells: wholeRow(columns, cellsOf(columns, now)), before: null }]
    if (op === 'D') {
      const shown = columns.map(({ id }, n) => (over(id) ? (over(id)?.value ?? null) : (before[n] ?? null)))
      return [{ op, rowId, cells: null, before: wholeRow(columns, cellsOf(columns, shown)) }]
    }
    const changed = columns.filter(({ id }, n) => now[n] !== before[n] && !over(id))
    if (changed.length === 0) return []
    const of = (cells: readonly (string | null)[]) => pick(cellsOf(columns, cells), changed)
    return [{ op, rowId, cells: of(now), before: of(before) }]
  })
}

const cellsOf = (columns: readonly Column[], cells: readonly (string | null)[]): Cells =>
  Object.fromEntries(columns.map(({ id }, n) => [id, cells[n] ?? null]))

const pick = (cells: Cells, columns: readonly Column[]): Cells =>
  Object.fromEntries(columns.map(({ id }) => [id, cells[id] ?? null]))

/** By row, what the transform makes now of the cells that people wrote over; rows that are gone are not there. */
function madeNow(
  rows: readonly PatchedRow[],
  columns: readonly Column[],
  overrides: readonly Override[],
): Map<number, Cells> {
  const patched = new Map(rows.map((row) => [row.rowId, row]))
  const made = new Map<number, Cells>()
  for (const { rowId, columnId, madeValue } of overrides) {
    const row = patched.get(rowId)
    if (row?.op === 'D') continue
    const cells = row ? cellsOf(columns, row.now) : { ...made.get(rowId), [columnId]: madeValue }
    made.set(rowId, cells)
  }
  return made
}

function laidOver(
  plan: ContentPlan | undefined,
  rows: readonly RowEdit[],
  now: Pick<ContentPlan, 'version' | 'rowCount'>,
): ContentPlan {
  assertState(plan, 'what is patched is there')
  const laid = [...plan.laid].map(([rowId, { op, cells }]) => ({ rowId, op, cells }))
  const edits = rows.map(({ rowId, op, cells }) => ({ rowId: rowId ?? 0, op, cells: cells ?? {} }))
  return { ...plan, ...now, laid: foldEdits([...laid, ...edits]) }
}
