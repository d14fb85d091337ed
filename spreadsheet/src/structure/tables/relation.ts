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

/** A column, and the cells above it that name it, from the top down. */
export type RelationColumn = MadeColumn & { path: readonly SheetCell[] }

export const NOTHING: MadeCell = { text: null, from: null }

export const NO_HEADINGS: ReadonlySet<RelationRow> = new Set()

/** The places of columns by their names; names that are not there are passed over. */
export function placesOf(columns: readonly RelationColumn[], names: readonly string[]): number[] {
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  return names.flatMap((name) => places.get(name) ?? [])
}

/** A column that no header names. */
export const plainColumn = (name: string): RelationColumn => ({ name, type: 'VARCHAR', format: null, path: [] })
