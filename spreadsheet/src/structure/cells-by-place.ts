import type { Box } from '../grid.ts'

/** Things by their place in a box. */
export type CellsByPlace<T> = {
  at(row: number, column: number): T | undefined
  set(row: number, column: number, value: T): void
}

/** A box of so many places for each thing in it is still worth a plain array: it is asked ten times as fast as a map. */
const PLACES_PER_THING = 16
/** Small boxes always are. */
const SMALL_BOX = 65_536

export function createCellsByPlace<T>(box: Box, things: number): CellsByPlace<T> {
  const { top, left, bottom, right } = box
  const width = right - left + 1
  const places = (bottom - top + 1) * width
  const isInside = (row: number, column: number) => row >= top && row <= bottom && column >= left && column <= right
  const placeOf = (row: number, column: number) => (row - top) * width + column - left

  if (places <= Math.max(SMALL_BOX, things * PLACES_PER_THING)) {
    const held: (T | undefined)[] = new Array(places).fill(undefined)
    return {
      at: (row, column) => (isInside(row, column) ? held[placeOf(row, column)] : undefined),
      set: (row, column, value) => {
        if (isInside(row, column)) held[placeOf(row, column)] = value
      },
    }
  }
  const held = new Map<number, T>()
  return {
    at: (row, column) => (isInside(row, column) ? held.get(placeOf(row, column)) : undefined),
    set: (row, column, value) => {
      if (isInside(row, column)) held.set(placeOf(row, column), value)
    },
  }
}
