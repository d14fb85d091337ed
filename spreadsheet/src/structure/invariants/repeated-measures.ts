import type { Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import { rowsWithValues } from '../readings/sample.ts'
import type { Sheet } from '../sheet.ts'

export const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

/** Digits under such a name tell one thing from another. */
const NAMES_THINGS =
  /(?:^|[\s_(])(?:id|i\.d\.|no|nos|nr|number|code|rank|zip|year|month|day|week|line|row|seq|#|№)\.?(?:$|[\s_)])|番号|コード|№|^(?:年|月|日|年度|期|週|行|項番|通番|連番|順位|級|号)$/iu

/** Columns that a reshape would repeat beside each value although they measure something: their sum would grow with it. */
export function repeatedMeasures(sheet: Sheet, region: Region, ids: readonly string[]): string[] {
  const kept = new Set(ids)
  return region.columns
    .filter((column) => kept.has(column.name) && column.include)
    .filter((column) => isMeasure(sheet, region, column) || holdsFigures(sheet, region, column))
    .map(({ name }) => name)
}

/** Whether the digits of a column tell one thing from another: their sum means nothing. */
export const namesThings = ({ header, name }: Pick<RegionColumn, 'header' | 'name'>) =>
  NAMES_THINGS.test(header ?? name)

/** A column of figures that can be added up. */
export function isMeasure(sheet: Sheet, region: Region, column: RegionColumn): boolean {
  if (!NUMBERS.test(column.type) || namesThings(column)) return false
  const place = columnIndex(column.source_column)
  const numbers: number[] = []
  for (const row of rowsWithValues(region)) {
    const value = sheet.cellAt(row, place)?.value
    if (value?.kind !== 'number') continue
    if (value.unit !== null || value.isPercent) return true
    numbers.push(value.number)
  }
  return !areYears(numbers) && !(region.label_columns.includes(column.source_column) && isSeries(numbers))
}

/** Of the cells of a column of texts so many are figures. */
const FIGURES_SHARE = 1 / 3

/** A column of figures with words among them (`<0.5`, `n/a`), which make it a text. */
function holdsFigures(sheet: Sheet, region: Region, column: RegionColumn): boolean {
  if (column.type !== 'VARCHAR' || region.label_columns.includes(column.source_column) || namesThings(column))
    return false
  const place = columnIndex(column.source_column)
  const cells = rowsWithValues(region).flatMap((row) => sheet.cellAt(row, place) ?? [])
  const figures = cells.filter(({ value }) => value.kind === 'number')
  return figures.length >= FEWEST && figures.length >= cells.length * FIGURES_SHARE
}

const areYears = (numbers: readonly number[]) =>
  numbers.length > 0 && numbers.every((number) => Number.isInteger(number) && number >= 1900 && number <= 2100)

/** Whole numbers that rise from row to row, or start over: they count rows. Few numbers rise by chance. */
const FEWEST = 3

function isSeries(numbers: readonly number[]): boolean {
  if (numbers.length < FEWEST || !numbers.every(Number.isInteger)) return false
  let rises = 0
  for (const [n, number] of numbers.entries()) if (n > 0 && number > (numbers[n - 1] ?? 0)) rises++
  return rises >= (numbers.length - 1) * 0.8
}
