import type { SheetCell } from '../sheet.ts'
import type { MadeCell, MadeColumn } from './made-table.ts'

/** Rows and columns on their way from a sheet to a table. */
export type Relation = {
  columns: readonly RelationColumn[]
  rows: readonly RelationRow[]
  /** Those of the rows that only head the ones below them. */
  headings: ReadonlySet<RelationRow>
}

export type RelationRow = readonly MadeCell[]

/** A column, and the cells above it that name it, from the top down; `isHeading`: it was made of headings between the rows. */
export type RelationColumn = MadeColumn & { path: readonly SheetCell[]; isHeading?: boolean }

export const NOTHING: MadeCell = { text: null, from: null }

export const NO_HEADINGS: ReadonlySet<RelationRow> = new Set()

/** The places of columns by their names; names that are not there are passed over. */
export function placesOf(columns: readonly RelationColumn[], names: readonly string[]): number[] {
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  return names.flatMap((name) => places.get(name) ?? [])
}

/** The places of the columns that a step keeps beside each value: those it names, and those of headings. */
export function placesKept(columns: readonly RelationColumn[], names: readonly string[]): number[] {
  const headings = columns.flatMap(({ isHeading, name }) => (isHeading && !names.includes(name) ? [name] : []))
  return placesOf(columns, [...headings, ...names])
}

/** A column that no header names. */
export const plainColumn = (name: string): RelationColumn => ({ name, type: 'VARCHAR', format: null, path: [] })
