import type { OpenedFile } from '../opened-file.ts'
import { MOST_COLUMNS, spellCell } from '../xlsx/cell-reference.ts'
import { type CellState, isSameState, NO_CELL, scanStates } from './cell-states.ts'
import type { EditedCell } from './edit-file.ts'

const MOST_READ = 300_000
const MOST_LISTED = 2_000

export type ComparedCells = { cells: readonly EditedCell[]; cellCount: number; isWhole: boolean }

/** Cells that are others in another edition of a file, place by place. `isWhole` is false where a sheet was not read to its end. */
export async function compareCells(before: OpenedFile, after: OpenedFile): Promise<ComparedCells> {
  const names = new Set([...before.sheets, ...after.sheets].map(({ name }) => name))
  const cells: EditedCell[] = []
  let cellCount = 0
  let isWhole = true
  for (const sheet of names) {
    const [was, is] = [await statesOf(before, sheet), await statesOf(after, sheet)]
    if (was.size >= MOST_READ || is.size >= MOST_READ) isWhole = false
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const [old, next] = [was.get(key) ?? NO_CELL, is.get(key) ?? NO_CELL]
      if (isSameState(old, next)) continue
      cellCount++
      if (cells.length >= MOST_LISTED) continue
      const cell = spellCell(Math.floor(key / MOST_COLUMNS), key % MOST_COLUMNS)
      const isComputed = old.formula !== null && old.formula === next.formula && old.value !== next.value
      cells.push({ sheet, cell, isComputed, before: old, after: next, from: [], step: isComputed ? null : 0 })
    }
  }
  return { cells, cellCount, isWhole }
}

async function statesOf(file: OpenedFile, name: string): Promise<Map<number, CellState>> {
  const states = new Map<number, CellState>()
  const sheet = file.sheets.findIndex((each) => each.name === name)
  if (sheet < 0) return states
  await scanStates(
    file,
    sheet,
    ({ row, column }, state) => {
      if (states.size < MOST_READ) states.set(row * MOST_COLUMNS + column, state())
    },
    () => states.size >= MOST_READ,
  )
  return states
}
