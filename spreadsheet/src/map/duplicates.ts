import type { RegionRows } from './region-rows.ts'
import type { CellTable, MappedCell } from './sheet-cells.ts'

/** Records that hold the same in every cell, by their rows counting from 0. */
export function equalRecords(cells: CellTable, { records, columns }: RegionRows): number[][] {
  const byText = new Map<string, number[]>()
  for (const row of records) {
    const texts = columns.map((column) => cells.at(row, column)?.value ?? null)
    if (texts.every((text) => text === null)) continue
    const key = JSON.stringify(texts)
    byText.set(key, [...(byText.get(key) ?? []), row])
  }
  return [...byText.values()].filter(({ length }) => length > 1)
}

const FEWEST = 8
const DISTINCT = 0.9

/** Cells of a column whose values are nearly all different, and which hold the same: two records with one number. */
export function repeatedKeys(cells: CellTable, { records, columns }: RegionRows): MappedCell[][] {
  return columns.slice(0, 2).flatMap((column) => {
    const found = records.flatMap((row) => cells.at(row, column) ?? []).filter(({ r1c1 }) => r1c1 === null)
    const byValue = new Map<string | number, MappedCell[]>()
    for (const cell of found) byValue.set(cell.value, [...(byValue.get(cell.value) ?? []), cell])
    const isKey = found.length >= FEWEST && byValue.size >= DISTINCT * found.length && isCode(found)
    return isKey ? [...byValue.values()].filter(({ length }) => length > 1) : []
  })
}

/** Codes and numbers tell records apart; names of people and amounts may well stand twice. */
const isCode = (cells: readonly MappedCell[]) =>
  cells.every(({ kind, value }) => (kind === 'text' && /\d/.test(String(value))) || Number.isInteger(value))
