import type { Cell } from '../src/cell.ts'
import { type Box, EMPTY_GRID, type Grid, type GridCell } from '../src/grid.ts'
import { readSheet } from '../src/structure/read-sheet.ts'
import type { Sheet } from '../src/structure/sheet.ts'
import { type CellStyle, PLAIN_STYLE } from '../src/styles.ts'
import { parseBox } from '../src/xlsx/cell-reference.ts'

type Value = string | number | boolean | null

export type SheetFacts = {
  name?: string
  fileName?: string
  isUntyped?: boolean
  /** `A1:C1`. */
  merges?: readonly string[]
  /** Styles of ranges; where two of them hold, the later one adds to the earlier one. */
  styles?: Readonly<Record<string, Partial<CellStyle>>>
  /** Formulas of single cells in R1C1 notation. */
  formulas?: Readonly<Record<string, string>>
  grid?: Partial<Grid>
}

/** A sheet for tests, row by row; null is a cell that holds nothing. */
export function sheetOf(rows: readonly (readonly Value[])[], facts: SheetFacts = {}): Sheet {
  const styles: CellStyle[] = [PLAIN_STYLE]
  const styled = Object.entries(facts.styles ?? {}).map(([range, style]) => ({ box: boxOf(range), style }))
  const formulas = Object.entries(facts.formulas ?? {}).map(([range, r1c1]) => ({ box: boxOf(range), r1c1 }))
  const styleAt = (row: number, column: number) => {
    const found = styled.filter(({ box }) => isInside(box, row, column))
    if (found.length === 0) return 0
    return styles.push(Object.assign({}, PLAIN_STYLE, ...found.map(({ style }) => style))) - 1
  }
  const cells = rows.flatMap((values, row) =>
    values.map((value, column): GridCell => {
      const r1c1 = formulas.find(({ box }) => isInside(box, row, column))?.r1c1
      const formula = r1c1 === undefined ? null : { r1c1, kind: 'normal' as const, range: null }
      return { row, column, cell: cellOf(value), style: styleAt(row, column), formula, comment: null }
    }),
  )
  const sheet = readSheet({
    name: facts.name ?? 'Sheet1',
    fileName: facts.fileName ?? 'book',
    grid: { ...EMPTY_GRID, cells, merges: (facts.merges ?? []).map(boxOf), ...facts.grid },
    styles,
    isUntyped: facts.isUntyped ?? false,
    isDate1904: false,
  })
  if (!sheet) throw new Error('a sheet for a test must hold something')
  return sheet
}

function cellOf(value: Value): Cell | null {
  if (value === null) return null
  if (typeof value === 'number') return { kind: 'number', value }
  return typeof value === 'boolean' ? { kind: 'boolean', value } : { kind: 'text', value }
}

function boxOf(range: string): Box {
  const box = parseBox(range)
  if (!box) throw new Error(`${range} is no range`)
  return box
}

const isInside = ({ top, left, bottom, right }: Box, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right
