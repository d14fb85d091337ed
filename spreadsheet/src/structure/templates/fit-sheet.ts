import { spellCell } from '../../xlsx/cell-reference.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { accountFor } from './account-for.ts'
import { type FoundTable, findTables } from './find-tables.ts'
import { inlinePair, titleKey } from './label-key.ts'
import { labelsOf, type TemplateField, type TemplateSheet } from './layout.ts'
import { type FilledField, type Misfit, missing } from './misfit.ts'
import { placeFields } from './place-fields.ts'
import { fitsType } from './value-kind.ts'

/** How a sheet is laid out by a template, and everything in which it is not. */
export type SheetFit = {
  fields: readonly FilledField[]
  tables: readonly FoundTable[]
  misfits: readonly Misfit[]
  /** The share of the template's labels that the sheet has. */
  share: number
  /** Cells that hold something and that the template does not speak of. */
  leftOver: readonly SheetCell[]
}

/** Lays a template over a sheet by its labels, wherever they have moved to. */
export function fitSheet(sheet: Sheet, template: TemplateSheet, salt: string): SheetFit {
  const { tables, misfits: ofTables, matched: headers } = findTables(sheet, template.tables)
  const { placed, misfits: ofLabels } = placeFields(sheet, template, tables)
  const labels = new Set([...placed.values()])
  const filled = [...placed].map(([field, label]) => ({ field, label, value: findValue(sheet, field, label, labels) }))
  const title = template.title === null ? null : findTitle(sheet, template.title)
  const { misfits: unknown, leftOver } = accountFor(sheet, template, { salt, title, filled, tables })
  const misfits: Misfit[] = [
    ...(template.title !== null && !title ? [missing('anchor_not_found', template.title)] : []),
    ...ofTables,
    ...ofLabels,
    ...filled.flatMap(wrongType),
    ...tables.flatMap(wrongTypes),
    ...unknown,
  ]
  const share = (headers + placed.size) / Math.max(1, labelsOf(template))
  return { fields: filled, tables, misfits, share, leftOver }
}

const findTitle = (sheet: Sheet, title: string) =>
  sheet.cells.find(({ text, cell }) => cell.kind === 'text' && titleKey(text) === titleKey(title)) ?? null

/** Columns beyond the place of the sample where a value may stand: forms are widened. */
const SLACK = 3

function findValue(
  sheet: Sheet,
  { value, distance }: TemplateField,
  label: SheetCell,
  labels: ReadonlySet<SheetCell>,
): SheetCell | null {
  if (value === 'inside') return inlinePair(label.text) ? label : null
  const { row, column } = label
  const area = sheet.mergeAt(row, column)
  if (value === 'below') return sheet.cellAt((area?.bottom ?? row) + 1, column) ?? null
  const first = (area?.right ?? column) + 1
  for (let at = first; at <= Math.max(first, column + distance) + SLACK; at++) {
    const cell = sheet.cellAt(row, at)
    if (cell) return labels.has(cell) ? null : cell
  }
  return null
}

function wrongType({ field: { label, type, value: place }, value }: FilledField): Misfit[] {
  if (!value || place === 'inside' || fitsType(value, type)) return []
  return [typeMisfit(label, type, value)]
}

const wrongTypes = ({ columns, body }: FoundTable): Misfit[] =>
  columns.flatMap(({ column: { include, type, name }, cells }) => {
    const wrong = include ? cells.find((cell) => body.has(cell.row) && !fitsType(cell, type)) : undefined
    return wrong ? [typeMisfit(name, type, wrong)] : []
  })

/** Says where, and not what: the message goes to everyone who may see that the file was sent. */
const typeMisfit = (label: string, type: string, { row, column }: SheetCell): Misfit => ({
  code: 'value_type',
  label,
  cell: spellCell(row, column),
  message: `what is filled in for "${label}" in ${spellCell(row, column)} is no ${type}`,
})
