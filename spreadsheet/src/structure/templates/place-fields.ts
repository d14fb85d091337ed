import { spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { FoundTable } from './find-tables.ts'
import { inlinePair, LONGEST_LABEL, labelKey } from './label-key.ts'
import type { TemplateField, TemplateSheet } from './layout.ts'
import { type Misfit, missing } from './misfit.ts'

type Placed = Map<TemplateField, SheetCell>

/** Finds the label of each field. Which of several places is meant its neighbours decide, or nothing does. */
export function placeFields(sheet: Sheet, { fields }: TemplateSheet, tables: readonly FoundTable[]) {
  const candidates = candidatesOf(sheet, fields, tables)
  const placed: Placed = new Map()
  const unsure = fields.filter((field) => {
    const alike = fields.filter((one) => keyOf(one) === keyOf(field))
    const found = candidates.get(keyOf(field)) ?? []
    const cell = alike.length === found.length ? found[alike.indexOf(field)] : undefined
    if (cell) placed.set(field, cell)
    return !cell
  })
  const misfits: Misfit[] = []
  for (const field of unsure) {
    const found = candidates.get(keyOf(field)) ?? []
    const [cell, ...others] = found.filter((one) => isBesideItsNeighbours(field, one, placed, fields))
    if (cell && others.length === 0) placed.set(field, cell)
    else misfits.push(found.length < 2 ? missing('label_missing', field.label) : ambiguous(field, found))
  }
  return { placed, misfits }
}

const keyOf = ({ label, value }: TemplateField) => `${value === 'inside' ? 'in ' : ''}${labelKey(label)}`

/** Cells that say what a label says; those within a list are its values. */
function candidatesOf(sheet: Sheet, fields: readonly TemplateField[], tables: readonly FoundTable[]) {
  const wanted = new Set(fields.map(keyOf))
  const inList = (row: number, column: number) =>
    tables.some(
      ({ header, body, columns }) =>
        (header.includes(row) || body.has(row)) &&
        columns.some(({ at }) => at <= column) &&
        columns.some(({ at }) => at >= column),
    )
  const found = new Map<string, SheetCell[]>()
  for (const cell of sheet.cells) {
    if (cell.cell.kind !== 'text' || inList(cell.row, cell.column)) continue
    const pair = inlinePair(cell.text)
    const key = pair ? `in ${labelKey(pair.label)}` : labelKey(cell.text)
    const bare = `in ${labelKey(cell.text)}`
    // A label with its value behind the colon, and nothing was filled in.
    const meant = wanted.has(key) ? key : !pair && wanted.has(bare) ? bare : null
    if (meant === null || (!pair && cell.text.length > LONGEST_LABEL)) continue
    found.set(meant, [...(found.get(meant) ?? []), cell])
  }
  return found
}

/** In the same column as on the sample, and moved as far down as the field before or behind it. */
function isBesideItsNeighbours(
  field: TemplateField,
  { row, column }: SheetCell,
  placed: Placed,
  fields: readonly TemplateField[],
): boolean {
  if (column !== field.column) return false
  const at = fields.indexOf(field)
  const before = fields.slice(0, at).findLast((one) => placed.has(one))
  const behind = fields.slice(at + 1).find((one) => placed.has(one))
  return [before, behind].some((one) => {
    const cell = one && placed.get(one)
    return cell !== undefined && one !== undefined && cell.row - one.row === row - field.row
  })
}

const ambiguous = ({ label }: TemplateField, cells: readonly SheetCell[]): Misfit => ({
  code: 'label_ambiguous',
  label,
  cell: cells[0] ? spellCell(cells[0].row, cells[0].column) : null,
  message: `the label "${label}" stands in ${cells.length} places, and which is meant is not clear`,
})
