import type { Region, Unit } from '../parse-spec/parse-spec.ts'
import type { Sheet } from '../structure/sheet.ts'
import { columnIndex } from '../xlsx/cell-reference.ts'
import { createFormatCount, formatOfCell, isKeptFormat, shownDivisor } from './number-formats.ts'
import { unitOfColumn, unitsOfRegion } from './region-units.ts'

/** What the cells of a column say besides their values: what they count, and how most of them are shown. */
export type ColumnLook = { unit: Unit | null; numberFormat: string | null }

export const PLAIN_LOOK: ColumnLook = { unit: null, numberFormat: null }

type CellPosition = { row: number; column: number }

const NUMBERS = /^(?:INTEGER|BIGINT|HUGEINT|DOUBLE|DECIMAL)/

/** Gathers the looks of the columns of one table, cell by cell. */
export function createLooks(sheet: Sheet, region: Region | null) {
  const unitAt = region ? unitsOfRegion(region) : () => null
  const decided = new Map(
    (region?.columns ?? []).flatMap(({ source_column, number_format }) =>
      number_format === undefined ? [] : [[columnIndex(source_column), number_format] as const],
    ),
  )
  return () => createColumnLook(sheet, unitAt, decided)
}

function createColumnLook(
  sheet: Sheet,
  unitAt: (row: number, column: number) => Unit | null,
  decided: ReadonlyMap<number, string | null>,
) {
  const formats = createFormatCount()
  const units = new Map<string, Unit | null>()
  const columns = new Set<number>()
  return {
    /** The cell that a value was read from. */
    add(place: CellPosition | null) {
      const cell = place && sheet.cellAt(place.row, place.column)
      if (!cell) return
      columns.add(cell.column)
      if (cell.value.kind !== 'number' && cell.value.kind !== 'date' && cell.cell.kind !== 'number') return
      formats.add(formatOfCell(cell))
      // A share is written with its sign: it counts nothing.
      if (cell.value.kind !== 'number' || cell.value.isPercent) return
      const unit = unitAt(cell.row, cell.column)
      units.set(unit ? `${unit.scale} ${unit.text}` : '', unit)
    },
    /** Values of one column of the sheet are shown as the spec says; those of several as most of their cells are. */
    decide(type: string): ColumnLook {
      const [only] = columns
      const given = columns.size === 1 && only !== undefined ? decided.get(only) : undefined
      const fitting = given !== undefined && given !== null && isKeptFormat(given, type) ? given : null
      const numberFormat = given === undefined ? formats.decide(type) : fitting
      const [unit = null] = units.size === 1 && NUMBERS.test(type) ? units.values() : []
      return { numberFormat, unit: unit && asShown(unit, numberFormat) }
    },
  }
}

/** `1,235` under 千円 may be 1,234,567 that its format shows in thousands: the value itself is not to be multiplied. */
export function asShown(unit: Unit, numberFormat: string | null): Unit {
  const divisor = shownDivisor(numberFormat)
  return divisor === 1 ? unit : { ...unit, scale: unit.scale / divisor }
}

/** The look of a column that is read as it stands, by what the spec says. */
export function lookOfColumn(region: Region, column: Region['columns'][number], type: string): ColumnLook {
  const { number_format: given = null } = column
  const numberFormat = given !== null && isKeptFormat(given, type) ? given : null
  const unit = NUMBERS.test(type) ? unitOfColumn(column, region.unit) : null
  const hasOwnRows = (region.row_units ?? []).some(({ unit: own }) => own.text !== unit?.text)
  const isShare = unit !== null && SHARES.test(unit.text) && unit.scale === 1
  return { numberFormat, unit: unit === null || hasOwnRows || isShare ? null : asShown(unit, numberFormat) }
}

const SHARES = /^[%％‰]$/

/** One look for a column of several tables: what all of them agree on. */
export function unitedLook(looks: readonly ColumnLook[]): ColumnLook {
  const [first = PLAIN_LOOK] = looks
  const isSame = looks.every(({ unit }) => unit?.text === first.unit?.text && unit?.scale === first.unit?.scale)
  const areShown = looks.every(({ numberFormat }) => numberFormat === first.numberFormat)
  return { unit: isSame ? first.unit : null, numberFormat: areShown ? first.numberFormat : null }
}
