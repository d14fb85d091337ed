import { isProblem, type Wire, type Workbook } from '@bindery-data/sdk'
import type { LoadedRow, RowPages } from '../../parts/grid/row-pages.ts'
import { plainText } from '../../parts/grid/typed-text.ts'
import { type CellChange, rowOf, type Theirs } from './cell-change.ts'
import { findTheirs } from './find-theirs.ts'

export type CellState =
  | { state: 'saving'; change: CellChange }
  /** `text` is what was typed, where that was no value of the column. A write that only failed can be repeated. */
  | { state: 'refused'; change: CellChange; why: string; text?: string; isRepeatable?: boolean }
  /** Another user has written this cell since it was read. */
  | { state: 'conflict'; change: CellChange; theirs: Theirs }

/** `again` does it once more after it was undone. */
type Written = { opId: number; again: () => Promise<void> }

export type TableEdits = ReturnType<typeof openTableEdits>

const cellKey = (rowId: number | null, column: string) => `${rowId} ${column}`
function keyOf(change: CellChange): string {
  const row = rowOf(change)
  return row ? cellKey(row.rowId, change.column) : `new ${change.line} ${change.column}`
}

/** What is being written into a table, what was not taken, and the way back. */
export function openTableEdits(
  workbook: Workbook,
  table: string,
  pagesNow: () => RowPages,
  tellProblem: (error: unknown) => void,
) {
  const cells = new Map<string, CellState>()
  const done: Written[] = []
  let undone: Written[] = []
  const listeners = new Set<() => void>()
  let stamp = 0
  /** One write after another: each reads the versions that the one before has left. */
  let last: Promise<void> = Promise.resolve()

  const tell = () => {
    stamp++
    for (const heard of listeners) heard()
  }
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch(tellProblem).finally(tell)
    return last
  }
  const show = (changes: readonly CellChange[], stateOf: (change: CellChange) => CellState | null) => {
    for (const change of changes) {
      const state = stateOf(change)
      if (state) cells.set(keyOf(change), state)
      else cells.delete(keyOf(change))
    }
    tell()
  }

  const send = async (changes: readonly CellChange[]): Promise<void> => {
    const pages = pagesNow()
    const sent = rowsToSend(changes, pages)
    const rows = sent.map(({ row }) => row)
    try {
      const wish = { expected_version: null, lock: 'row', on_error: 'skip', return: 'rows' } as const
      const answer = await workbook.table(table).write({ rows, ...wish })
      pages.replace(writtenRows(answer))
      show(changes, () => null)
      for (const { index, column, message } of answer.rejected) refuse(sent[index]?.changes ?? [], column, message)
      if (answer.op_id !== null) done.push({ opId: answer.op_id, again: () => write(changes) })
      if (answer.inserted > 0) pages.refresh()
    } catch (error) {
      if (isProblem(error, 'version_conflict')) return await sortOut(changes, error.fields.changed_rows)
      throw error
    }
  }

  /** All cells of a row stay unwritten when one of them is no value; the reason is shown at that one. */
  const refuse = (changes: readonly CellChange[], column: string | null, why: string) =>
    show(changes, (change) => ({
      state: 'refused',
      change,
      why: column === null || column === change.column ? why : '',
    }))

  /** Of rows that others have changed meanwhile: a cell they left alone is written, one they wrote is a conflict. */
  const sortOut = async (changes: readonly CellChange[], changedRows: number[] | null) => {
    const found = await findTheirs(workbook, table, changes, changedRows)
    pagesNow().replace(found.rows)
    show(
      found.conflicts.map(({ change }) => change),
      (change) => {
        const theirs = found.conflicts.find((conflict) => conflict.change === change)?.theirs
        return theirs ? { state: 'conflict', change, theirs } : null
      },
    )
    if (found.free.length > 0) await send(found.free)
  }

  const write = (changes: readonly CellChange[]) => {
    if (changes.length === 0) return last
    undone = []
    show(changes, (change) => ({ state: 'saving', change }))
    return inTurn(() => send(changes).catch((error) => giveUp(changes, messageOf(error))))
  }

  /** Something done to whole rows: one step to undo, like cells that were written. */
  const perform = (work: () => Promise<{ op_id: number | null }>): Promise<void> => {
    undone = []
    return inTurn(async () => {
      const { op_id: opId } = await work()
      if (opId !== null) done.push({ opId, again: () => perform(work) })
      pagesNow().refresh()
    })
  }

  /** Whatever broke the write off: a cell without an answer is shown as not saved, never as being saved for ever. */
  const giveUp = (changes: readonly CellChange[], why: string) => {
    const unanswered = changes.filter((change) => {
      const cell = cells.get(keyOf(change))
      return cell?.state === 'saving' && cell.change === change
    })
    // A row that exists is locked by its version. A new one may be written already, and would be there twice.
    show(unanswered, (change) => ({ state: 'refused', change, why, isRepeatable: change.at.state === 'loaded' }))
  }

  return {
    listen: (heard: () => void) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    stamp: () => stamp,
    at: (rowId: number | null, column: string) => (rowId === null ? undefined : cells.get(cellKey(rowId, column))),
    all: () => [...cells.values()],
    /** Shows a text in its cell that is no value of the column. */
    reject: (change: CellChange, text: string, why: string) =>
      show([change], () => ({ state: 'refused', change, why, text })),
    write,
    perform,
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,

    /** A conflict ends with one of its sides; what was refused is let go, or written again where that may help. */
    settle: (open: CellState, side: 'mine' | 'theirs') => {
      const { change } = open
      cells.delete(keyOf(change))
      tell()
      if (side === 'theirs') return last
      const base = open.state === 'conflict' ? open.theirs.value : change.base
      return write([{ ...change, base }])
    },

    undo: (isForced = false) =>
      inTurn(async () => {
        const newest = done.pop()
        if (!newest) return
        try {
          await workbook.undo(newest.opId, { force: isForced })
        } catch (error) {
          done.push(newest)
          throw error
        }
        undone.push(newest)
        pagesNow().refresh()
      }),

    redo: () => {
      const newest = undone.pop()
      const rest = undone
      if (!newest) return last
      const again = newest.again()
      undone = rest
      return again
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function writtenRows({ rows, edit_version: version }: Wire.WrittenRows): LoadedRow[] {
  // Safe: the cells of a row are what JSON has.
  return (rows ?? []).map((row) => ({ rowId: Number(row.__svc_row_id), cells: row as LoadedRow['cells'], version }))
}

/** All cells of a row go in one. */
function rowsToSend(changes: readonly CellChange[], pages: RowPages) {
  const byRow = Map.groupBy(changes, (change) => {
    const row = rowOf(change)
    return row ? `row ${row.rowId}` : `new ${change.line}`
  })
  return [...byRow.values()].map((own) => {
    const cells = Object.fromEntries(own.map(({ column, mine }) => [column, mine]))
    const row = own[0] && rowOf(own[0])
    const lock = row ? { __svc_row_id: row.rowId, __svc_row_version: versionOf(row, own, pages) } : {}
    return { changes: own, row: { ...lock, ...cells } }
  })
}

/** That of a newer reading only where it shows the cells as they were: else another user's work would be overwritten unseen. */
function versionOf(row: LoadedRow, changes: readonly CellChange[], pages: RowPages): number {
  const held = row.rowId === null ? undefined : pages.rowById(row.rowId)
  const isAsItWas = changes.every(({ column, base }) => plainText(held?.cells[column]) === plainText(base))
  return held && isAsItWas ? held.version : row.version
}
