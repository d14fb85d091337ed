import { createReadStream } from 'node:fs'
import { type ComputedCells, cellKey } from '@bindery-data/spreadsheet/calculation/computed-cells.ts'
import type { Cell } from '@bindery-data/spreadsheet/cell.ts'
import { linesOf } from '../builder/lines.ts'

/** The values that `calculate_workbook.py` wrote, by sheet. It ran beside a user's file: a line that is not as agreed is passed over. */
export async function readValues(path: string): Promise<Map<string, ComputedCells>> {
  const sheets: Map<number, Cell>[] = []
  const values = new Map<string, ComputedCells>()
  for await (const line of linesOf(createReadStream(path))) {
    const said = parse(line)
    if (Array.isArray(said)) takeValue(sheets, said)
    else
      for (const name of sheetNames(said)) {
        const cells = new Map<number, Cell>()
        sheets.push(cells)
        values.set(name, cells)
      }
  }
  return values
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function takeValue(sheets: readonly Map<number, Cell>[], [sheet, row, column, value]: readonly unknown[]) {
  const cell = cellOf(value)
  if (cell && isPlace(sheet) && isPlace(row) && isPlace(column)) sheets[sheet]?.set(cellKey(row, column), cell)
}

const isPlace = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

function cellOf(value: unknown): Cell | null {
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'string') return { kind: 'text', value }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value !== 'object' || value === null || !('error' in value)) return null
  return typeof value.error === 'string' ? { kind: 'error', value: value.error } : null
}

function sheetNames(said: unknown): string[] {
  if (typeof said !== 'object' || said === null || !('sheets' in said) || !Array.isArray(said.sheets)) return []
  return said.sheets.map(String)
}
