import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Sheet, SheetCell } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { type Account, accountTree } from '@bindery-data/spreadsheet/structure/tables/report/account-tree.ts'
import { meltedColumns } from '@bindery-data/spreadsheet/structure/tables/report/melted-columns.ts'
import { rolesByRow } from '@bindery-data/spreadsheet/structure/tables/roles-by-row.ts'
import { rowsOfRange } from '@bindery-data/spreadsheet/structure/tables/rows-of-range.ts'
import { spellValue } from '@bindery-data/spreadsheet/structure/tables/spell-value.ts'
import { columnIndex } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'

/** A value that nothing else on the sheet is computed into, with what its row and its column are called. */
export type LeafFact = { rowPath: readonly string[]; columnPath: readonly string[]; value: string; from: SheetCell }

/** The facts of a region whose values become rows; none for a list, whose rows are its facts. */
export function leafFacts(sheet: Sheet, region: Region): LeafFact[] {
  const melted = meltedColumns(sheet, region)
  if (!melted) return []
  const isReport = region.outputs.some(({ kind }) => kind === 'level')
  const rows = isReport ? leavesOf(sheet, region) : plainRows(sheet, region)
  return rows.flatMap(({ row, path }) =>
    melted.columns.flatMap(({ place, column, labels }): LeafFact[] => {
      const from = sheet.cellAt(row, place)
      const value = from && spellValue(from, column.type, 'canonical')
      if (!from || value == null) return []
      return [{ rowPath: path, columnPath: labels.map(({ text }) => text ?? ''), value, from }]
    }),
  )
}

type NamedRow = { row: number; path: readonly string[] }

function leavesOf(sheet: Sheet, region: Region): NamedRow[] {
  const { accounts } = accountTree(sheet, region)
  return accounts
    .filter(({ hasChildren }) => !hasChildren)
    .map((account) => ({ row: account.valueRow, path: pathOf(account) }))
}

const pathOf = ({ label, parent }: Account): string[] => [...(parent ? pathOf(parent) : []), label]

function plainRows(sheet: Sheet, region: Region): NamedRow[] {
  const roles = rolesByRow(region)
  const columns = region.label_columns.map(columnIndex)
  const { top, bottom } = rowsOfRange(region.data_range)
  const rows: NamedRow[] = []
  for (let row = top; row <= bottom; row++)
    if ((roles.get(row) ?? 'data') === 'data')
      rows.push({ row, path: columns.flatMap((column) => sheet.cellAt(row, column)?.text ?? []) })
  return rows
}
