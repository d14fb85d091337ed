import { isProblem, type Wire, type Workbook } from '@bindery-data/sdk'
import { plainText } from '../../../parts/grid/cells/typed-text.ts'
import type { LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import { type CellChange, rowOf, type SentChange, type Theirs } from './cell-change.ts'
import { findTheirs } from './find-theirs.ts'
import { type IsOwn, rememberOwn } from './own-values.ts'

export type CellState =
  | { state: 'saving'; change: SentChange }
  /** `text` is what was typed, where that was no value of the column. A write that only failed can be repeated. */
  | { state: 'refused'; change: SentChange; why: string; text?: string; isRepeatable?: boolean }
  /** Another user has written this cell since it was read. */
  | { state: 'conflict'; change: SentChange; theirs: Theirs }

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
  describeProblem: (error: unknown) => void,
) {
  const cells = new Map<string, CellState>()
  const done: Written[] = []
  let undone: Written[] = []
  const listeners = new Set<() => void>()
  let stamp = 0
  let turn = 0
  const own = rememberOwn()
  /** Rows that were made of lines behind the end, until the table is read again: more cells of such a line are cells of its row. */
  const made = new Map<number, { row: LoadedRow; pages: RowPages }>()
  /** One write after another: each reads the versions that the one before has left. */
  let last: Promise<void> = Promise.resolve()

  const report = () => {
    stamp++
    for (const heard of listeners) heard()
  }
  let waiting = 0
  const inTurn = (work: () => Promise<void>) => {
    waiting++
    report()
    last = last
      .then(work)
      .catch(describeProblem)
      .finally(() => {
        waiting--
        report()
      })
    return last
  }
  /** What becomes of a change never hides that a later one in the same cell still waits. */
  const show = (changes: readonly SentChange[], stateOf: (change: SentChange) => CellState | null) => {
    for (const change of changes) {
      const key = keyOf(change)
      const newer = cells.get(key)
      if (newer && newer.change.turn > change.turn) continue
      const state = stateOf(change)
      if (state) cells.set(key, state)
      else cells.delete(key)
    }
    report()
  }

  const keepMade = (line: number, row: LoadedRow, pages: RowPages) => {
    made.set(line, { row, pages })
    let isShown = false
    // An edit may have begun before the row was shown on its line. Once the line shows no longer this row, its number means another.
    const stop = pages.listen(() => {
      const isIt = pages.rowAt(line)?.rowId === row.rowId
      if (isShown && !isIt) {
        stop()
        made.delete(line)
      }
      isShown ||= isIt
    })
  }

  /** Of a line whose row was made meanwhile, its cells are written into that row. */
  const intoMadeRows = (changes: readonly SentChange[]): readonly SentChange[] => {
    const moved = changes.map((change) => {
      const known = change.at.state === 'absent' ? made.get(change.line) : undefined
      const row = known?.pages === pagesNow() ? known.row : undefined
      if (!row) return change
      return { ...change, at: { state: 'loaded' as const, row }, base: row.cells[change.column] ?? null }
    })
    if (moved.every((change, n) => change === changes[n])) return changes
    show(changes, () => null)
    show(moved, (change) => ({ state: 'saving', change }))
    return moved
  }

  const send = async (changes: readonly SentChange[]): Promise<void> => {
    const pages = pagesNow()
    const sent = rowsToSend(changes, pages, own.isOwn)
    own.remember(changes)
    const rows = sent.map(({ row }) => row)
    try {
      const wish = { expected_version: null, lock: 'row', on_error: 'skip', return: 'rows' } as const
      const answer = await workbook.table(table).write({ rows, ...wish })
      // What changed nothing made no version.
      if (answer.op_id === null) pages.replace(writtenRows(answer))
      else pages.commit(writtenRows(answer), answer.edit_version)
      show(changes, () => null)
      for (const { index, column, message } of answer.rejected) refuse(sent[index]?.changes ?? [], column, message)
      if (answer.op_id !== null) done.push({ opId: answer.op_id, again: () => write(Promise.resolve(changes)) })
      if (answer.inserted > 0) {
        for (const [line, row] of madeRows(sent, writtenRows(answer))) keepMade(line, row, pages)
        pages.refresh()
      }
    } catch (error) {
      if (isProblem(error, 'version_conflict')) return await sortOut(changes, error.fields.changed_rows)
      throw error
    }
  }

  /** All cells of a row stay unwritten when one of them is no value; the reason is shown at that one. */
  const refuse = (changes: readonly SentChange[], column: string | null, why: string) =>
    show(changes, (change) => ({
      state: 'refused',
      change,
      why: column === null || column === change.column ? why : '',
    }))

  /** Of rows that others have changed meanwhile: a cell they left alone is written, one they wrote is a conflict. */
  const sortOut = async (changes: readonly SentChange[], changedRows: number[] | null) => {
    const found = await findTheirs(workbook, table, changes, changedRows, own.isOwn)
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

  /** Takes its turn at once, also while lines are still read for it: what is done later is written later. */
  const write = (reading: Promise<readonly CellChange[]>) => {
    undone = []
    const own = ++turn
    const sent = reading.then((changes) => changes.map((change) => ({ ...change, turn: own })))
    // When it is rejected, the failure is reported where its turn comes.
    sent.then((changes) => show(changes, (change) => ({ state: 'saving', change }))).catch(() => undefined)
    return inTurn(async () => {
      const changes = intoMadeRows(await sent)
      if (changes.length > 0) await send(changes).catch((error) => giveUp(changes, messageOf(error)))
    })
  }

  /** Something done to whole rows: one step to undo, like cells that were written. */
  const perform = (work: () => Promise<{ op_id: number | null }>): Promise<void> => {
    undone = []
    made.clear()
    return inTurn(async () => {
      try {
        const { op_id: opId } = await work()
        if (opId !== null) done.push({ opId, again: () => perform(work) })
      } finally {
        // Without an answer it may be done all the same: the rows tell.
        pagesNow().refresh()
      }
    })
  }

  /** Whatever broke the write off: a cell without an answer is shown as not saved, never as being saved for ever. */
  const giveUp = (changes: readonly SentChange[], why: string) => {
    const unanswered = changes.filter((change) => cells.get(keyOf(change))?.state !== 'conflict')
    // A row that exists is locked by its version. A new one may be written already, and would be there twice.
    show(unanswered, (change) => ({ state: 'refused', change, why, isRepeatable: change.at.state === 'loaded' }))
    // Without an answer it may be written all the same: the rows tell.
    pagesNow().refresh()
  }

  return {
    listen: (heard: () => void) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    stamp: () => stamp,
    at: (rowId: number | null, column: string) => (rowId === null ? undefined : cells.get(cellKey(rowId, column))),
    all: () => [...cells.values()],
    /** Something is on its way: a write, an undo, work on whole rows. */
    isBusy: () => waiting > 0,
    /** Shows a text in its cell that is no value of the column. */
    reject: (change: CellChange, text: string, why: string) =>
      show([{ ...change, turn: ++turn }], (sent) => ({ state: 'refused', change: sent, why, text })),
    write,
    perform,
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,

    /** A conflict ends with one of its sides; what was refused is let go, or written again where that may help. */
    settle: (open: CellState, side: 'mine' | 'theirs') => {
      const { change } = open
      cells.delete(keyOf(change))
      report()
      if (side === 'theirs') return last
      const base = open.state === 'conflict' ? open.theirs.value : change.base
      return write(Promise.resolve([{ ...change, base }]))
    },

    undo: (isForced = false) =>
      inTurn(async () => {
        const newest = done.pop()
        if (!newest) return
        made.clear()
        try {
          await workbook.undo(newest.opId, { force: isForced })
        } catch (error) {
          // An undo whose answer was lost is done: to refuse it for ever would bar the way to all before it.
          if (!isProblem(error, 'already_undone')) {
            done.push(newest)
            throw error
          }
        } finally {
          pagesNow().refresh()
        }
        undone.push(newest)
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

/** Known only where every row that was sent was written. */
function madeRows(sent: readonly { changes: readonly SentChange[] }[], written: readonly LoadedRow[]) {
  if (sent.length !== written.length) return []
  return sent.flatMap(({ changes: [first] }, n): [number, LoadedRow][] => {
    const row = written[n]
    return first && row && first.at.state === 'absent' ? [[first.line, row]] : []
  })
}

function writtenRows({ rows, edit_version: version }: Wire.WrittenRows): LoadedRow[] {
  // Safe: the cells of a row are what JSON has.
  return (rows ?? []).map((row) => ({ rowId: Number(row.__svc_row_id), cells: row as LoadedRow['cells'], version }))
}

/** All cells of a row go in one. */
function rowsToSend(changes: readonly SentChange[], pages: RowPages, isOwn: IsOwn) {
  const byRow = Map.groupBy(changes, (change) => {
    const row = rowOf(change)
    return row ? `row ${row.rowId}` : `new ${change.line}`
  })
  return [...byRow.values()].map((own) => {
    const cells = Object.fromEntries(own.map(({ column, mine }) => [column, mine]))
    const row = own[0] && rowOf(own[0])
    const lock = row ? { __svc_row_id: row.rowId, __svc_row_version: versionOf(row, own, pages, isOwn) } : {}
    return { changes: own, row: { ...lock, ...cells } }
  })
}

/** That of a newer reading only where it shows the cells as they were, or as this page wrote them: else another user's work would be overwritten unseen. */
function versionOf(row: LoadedRow, changes: readonly SentChange[], pages: RowPages, isOwn: IsOwn): number {
  const held = row.rowId === null ? undefined : pages.rowById(row.rowId)
  const isAsItWas = changes.every((change) => {
    const value = held?.cells[change.column] ?? null
    return plainText(value) === plainText(change.base) || isOwn(change, value)
  })
  return held && isAsItWas ? held.version : row.version
}
