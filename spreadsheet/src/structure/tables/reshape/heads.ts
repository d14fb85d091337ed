import type { Region, Reshape } from '../../../parse-spec/parse-spec.ts'
import { columnIndex, parseCell } from '../../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import { NOTHING, plainColumn, type Relation, type RelationRow } from '../relation.ts'
import { operandRows } from '../report/operand-rows.ts'

type Heads = Extract<Reshape, { kind: 'heads' }>

/**
 * Rows are called by the rows above that sum them up too: `事業費` over the events it pays for. The names stand in their
 * own columns, or in new ones before all others, the outermost first.
 */
export function withHeads(sheet: Sheet, region: Region, whole: Relation, { name_to, heads }: Heads): Relation {
  const pathOf = pathsByRow(sheet, heads)
  // A head that sums up nothing is no record beside those it names.
  const named = new Set(heads.flatMap(({ cell }) => parseCell(cell)?.row ?? []))
  const relation = { ...whole, rows: whole.rows.filter((row) => !named.has(numberOf(row))) }
  const paths = relation.rows.map((row) => pathOf(numberOf(row)))
  if (name_to === null) {
    const places = placesByColumn(region)
    return { ...relation, rows: relation.rows.map((row, n) => filled(row, paths[n] ?? [], places)) }
  }
  const depth = paths.reduce((most, { length }) => Math.max(most, length), 0)
  const added = Array.from({ length: depth }, (_, level) =>
    plainColumn(level === 0 ? name_to : `${name_to}${level + 1}`),
  )
  return {
    ...relation,
    columns: [...added, ...relation.columns],
    rows: relation.rows.map((row, n) => [...added.map((_, level) => madeOf(paths[n]?.[level])), ...row]),
  }
}

/** The names above a row that counts from 0, the outermost first. */
function pathsByRow(sheet: Sheet, heads: Heads['heads']): (row: number) => SheetCell[] {
  const spans = heads.flatMap(({ cell, rows }) => {
    const at = parseCell(cell)
    const label = at ? sheet.cellAt(at.row, at.column) : undefined
    return label ? [{ label, rows: new Set(operandRows({ operands: rows })) }] : []
  })
  // Of two with the same rows the upper one is the outer one.
  spans.sort((one, other) => other.rows.size - one.rows.size || one.label.row - other.label.row)
  const paths = new Map<number, SheetCell[]>()
  for (const { label, rows } of spans) for (const row of rows) paths.set(row, [...(paths.get(row) ?? []), label])
  return (row) => paths.get(row) ?? []
}

/** Where a record stands: what a merged area shows may come from a row above it. */
const numberOf = (row: RelationRow) => Math.max(-1, ...row.map(({ from }) => from?.row ?? -1))

/** The places of columns in the table, by their places on the sheet. */
function placesByColumn({ columns }: Region): ReadonlyMap<number, number> {
  const included = columns.filter(({ include }) => include)
  return new Map(included.map(({ source_column }, place) => [columnIndex(source_column), place]))
}

/** What is written beside a row stays. */
function filled(row: RelationRow, path: readonly SheetCell[], places: ReadonlyMap<number, number>): RelationRow {
  const names = new Map(path.map((label) => [places.get(label.column), label]))
  return row.map((cell, place) => (cell.text === null && names.has(place) ? madeOf(names.get(place)) : cell))
}

const madeOf = (label: SheetCell | undefined) => (label ? { text: label.text, from: label } : NOTHING)
