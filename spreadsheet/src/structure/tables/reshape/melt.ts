import type { Reshape } from '../../../parse-spec/parse-spec.ts'
import type { SheetCell } from '../../sheet.ts'
import type { MadeCell } from '../made-table.ts'
import {
  NO_HEADINGS,
  NOTHING,
  placesKept,
  placesOf,
  plainColumn,
  type Relation,
  type RelationColumn,
} from '../relation.ts'
import { spellLabel } from '../spell-value.ts'

type Melt = Extract<Reshape, { kind: 'unpivot' | 'stack' }>

/**
 * One row for each value: what the headers say becomes data. `stack` keeps a row for every field; `unpivot` keeps those that
 * hold something, for an empty cell of a sheet says nothing.
 */
export function melt(relation: Relation, step: Melt): Relation {
  const { columns, rows } = relation
  const ids = placesKept(columns, step.id_columns)
  const values = placesOf(columns, step.value_columns)
  const names = step.names_to?.some((name) => name !== null) ? step.names_to : [step.name_to]
  const labels = values.map((place) => labelsOf(columns[place], step))
  const molten = rows.flatMap((row) => {
    const known = ids.map((place) => row[place] ?? NOTHING)
    return values.flatMap((place, n) => {
      const value = row[place] ?? NOTHING
      if (step.kind === 'unpivot' && value.text === null) return []
      return [[...known, ...(labels[n] ?? []), value]]
    })
  })
  return {
    columns: [
      ...ids.flatMap((place) => columns[place] ?? []),
      ...names.filter((name) => name !== null).map(plainColumn),
      { ...plainColumn(step.value_to), type: typeOfAll(values.flatMap((place) => columns[place] ?? [])) },
    ],
    rows: molten,
    headings: NO_HEADINGS,
  }
}

/** What the header of a column says, one cell for each name that is wanted. */
export function labelsOf(column: RelationColumn | undefined, { names_to }: Melt): MadeCell[] {
  if (!column) return []
  if (!names_to?.some((name) => name !== null)) return [wholeLabel(column)]
  return names_to.flatMap((name, level) => (name === null ? [] : [labelAt(column.path[level] ?? column.path.at(-1))]))
}

/** A header of one cell as it stands: the name of the column may have been changed to be unlike all others. */
const wholeLabel = ({ path, name }: RelationColumn): MadeCell => ({
  text: path.length === 1 && path[0] ? spellLabel(path[0]) : name,
  from: path.at(-1) ?? null,
})

const labelAt = (cell: SheetCell | undefined): MadeCell => (cell ? { text: spellLabel(cell), from: cell } : NOTHING)

/** The type of a column that takes the values of all of these. */
export function typeOfAll(columns: readonly RelationColumn[]): string {
  const types = new Set(columns.map(({ type }) => type))
  const [only] = types
  if (types.size <= 1) return only ?? 'VARCHAR'
  if (types.size === 2 && types.has('BIGINT') && types.has('DOUBLE')) return 'DOUBLE'
  return 'VARCHAR'
}
