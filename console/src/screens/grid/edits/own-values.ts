import type { Cell } from '@bindery-data/sdk'
import { plainText } from '../../../parts/grid/cells/typed-text.ts'
import { type CellChange, rowOf } from './cell-change.ts'

/** True where a value is in a cell because this page sent it there, answered or not. */
export type IsOwn = (change: CellChange, value: Cell) => boolean

/** Cells, not values: enough for any session, and what is forgotten is only taken for another user's work. */
const MOST_REMEMBERED = 50_000

/** A write without an answer may stand, and so may the one before it. */
const MOST_EACH = 4

/** The last values that this page sent into each cell: who types twice in a cell is in no conflict with themselves. */
export function rememberOwn() {
  const sent = new Map<string, readonly string[]>()
  const keyOf = (change: CellChange) => {
    const rowId = rowOf(change)?.rowId ?? null
    return rowId === null ? null : `${rowId} ${change.column}`
  }
  const isOwn: IsOwn = (change, value) => {
    const key = keyOf(change)
    return key !== null && (sent.get(key) ?? []).includes(plainText(value))
  }
  return {
    isOwn,
    remember: (changes: readonly CellChange[]) => {
      for (const change of changes) {
        const key = keyOf(change)
        if (key !== null) sent.set(key, [plainText(change.mine), ...(sent.get(key) ?? [])].slice(0, MOST_EACH))
      }
      for (const oldest of sent.keys()) {
        if (sent.size <= MOST_REMEMBERED) break
        sent.delete(oldest)
      }
    },
  }
}
