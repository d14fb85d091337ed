import type { Rectangle } from '../../core/tables/ranges/a1-range.ts'
import type { CellPosition } from '../../engine/loader/cell-origins.ts'
import type { NotCited, ResultColumn } from '../../engine/reading/sql-question.ts'

/** An edition of a file, as citations name it. */
export type CitedFile = { source: string; revision: number }

/**
 * How far the cell can be relied on: `same` it holds the value, `edited` the value was changed since and the cell holds another,
 * `unknown` its first edits are no longer kept.
 */
export type CitationState = 'same' | 'edited' | 'unknown'

/** The cell a value was read from. */
export type CitedCell = CitedFile & {
  sheet: string
  at: CellPosition
  standing: CitationState
  /** It holds a formula that was saved without a value. */
  isComputed: boolean
  /** It stands for other rows too: it is merged, repeated by a mark, or heads them. */
  isShared: boolean
  /** It does not hold the value as it is: the value is a part of its text, or was put together of several cells. */
  isReworded: boolean
}

/** Null: no single cell of a file holds it, or the caller may not see its values. */
export type CitedValue = { column: string; cell: CitedCell | null }

export type CitedRow = { rowId: number; values: readonly CitedValue[] }

export type CitedRange = CitedFile & { sheet: string; range: Rectangle }

/** What the values of a column were read from, over several rows. */
export type CitedRanges = {
  column: string
  ranges: readonly CitedRange[]
  /** Cells in all of them, those that did not fit into the list too. */
  cells: number
  isCut: boolean
  /** Values that were edited since; their cells are not among the ranges. */
  edited: number
  /** Values of which it is no longer known; their cells are among the ranges. */
  unknown: number
  /** Values that their cells do not hold as they are; their cells are among the ranges. */
  reworded: number
  /** Values that no cell of a file holds. */
  elsewhere: number
}

/** `rows`: that the set has; `citedRows`: that were looked at. */
export type CitedSet = { rows: number; citedRows: number; columns: readonly CitedRanges[] }

/** A part of a sheet that a table was read from, by itself or by way of the tables that it was made from. */
export type MadeFrom = CitedFile & { table: string; sheet: string; boxes: readonly Rectangle[] }

export type CitedTable = {
  table: string
  editVersion: number
  /** Its rows were computed from other tables: no cell holds them. */
  isDerived: boolean
  rows: readonly CitedRow[]
  sets: readonly CitedSet[]
  madeFrom: readonly MadeFrom[]
  isMadeFromCut: boolean
}

/** A column of an answer: the cells that hold it, or those that it was made from. */
export type CitedOutput = { name: string; isValue: boolean; from: readonly CitedRanges[] }

export type CitedAnswer = {
  columns: readonly ResultColumn[]
  /** Null: the rows cannot be cited one by one, for this reason. */
  not: NotCited | 'derived' | 'changing' | null
  rows: readonly { values: readonly unknown[]; rows: number; citedRows: number; columns: readonly CitedOutput[] }[]
  madeFrom: readonly MadeFrom[]
  isMadeFromCut: boolean
}
