import type { RegionRows } from './region-rows.ts'
import type { CellTable, MappedCell } from './sheet-cells.ts'

/** Records that hold the same in every cell, by their rows counting from 0. */
export function equalRecords(cells: CellTable, { records, columns }: RegionRows): number[][] {
  const textsOf = (row: number) => columns.map((column) => cells.at(row, column)?.value ?? null)
  const filled = records.filter((row) => textsOf(row).some((text) => text !== null))
  return repeatedOf(Map.groupBy(filled, (row) => JSON.stringify(textsOf(row))))
}

const FEWEST = 8
const DISTINCT = 0.9

/** Cells of a column whose values are nearly all different, and which hold the same: two records with one number. */
export function repeatedKeys(cells: CellTable, { records, columns }: RegionRows): MappedCell[][] {
  return columns.slice(0, 2).flatMap((column) => {
    const found = records.flatMap((row) => cells.at(row, column) ?? []).filter(({ r1c1 }) => r1c1 === null)
    const byValue = Map.groupBy(found, ({ value }) => value)
    const isKey = found.length >= FEWEST && byValue.size >= DISTINCT * found.length && isCode(found)
    return isKey ? repeatedOf(byValue) : []
  })
}

const repeatedOf = <T>(groups: ReadonlyMap<unknown, T[]>) => [...groups.values()].filter(({ length }) => length > 1)

/** Codes and numbers tell records apart; names of people and amounts may well stand twice. */
const isCode = (cells: readonly MappedCell[]) =>
  cells.every(({ kind, value }) => (kind === 'text' && /\d/.test(String(value))) || Number.isInteger(value))
