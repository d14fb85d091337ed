import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { squash } from './labels.ts'

/** A cell of a table that was made, with all words that name it. */
export type OutputCell = {
  table: number
  row: number
  column: number
  text: string
  isNumber: boolean
  /** What stands beside it in its row, and what those things are part of. */
  beside: readonly string[]
  /** The name of its column, whole and in parts. */
  head: readonly string[]
  tableName: string
}

const APART: ReadonlySet<string> = new Set(['notes', 'computed', 'accounts', 'raw'])
const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

export const isData = ({ kind }: MadeTable) => !APART.has(kind)

export const isNumeric = (type = '') => NUMBERS.test(type)

/** All cells of the tables that hold data. */
export function outputCells(tables: readonly MadeTable[]): OutputCell[] {
  const parents = parentsIn(tables)
  return tables.flatMap((table, place) => (isData(table) ? cellsOf(table, place, parents) : []))
}

function cellsOf(
  { name, columns, rows }: MadeTable,
  table: number,
  parents: ReadonlyMap<string, string>,
): OutputCell[] {
  const heads = columns.map((column) => [column.name, ...column.name.split(/[_/|\n]| - /)])
  return rows.flatMap((row, at) => {
    const texts = row.flatMap(({ text }) => (text === null || text === '' ? [] : [text]))
    const beside = [...texts, ...texts.flatMap((text) => ancestors(text, parents))]
    return row.flatMap(({ text }, column): OutputCell[] => {
      if (text === null || text === '') return []
      const isNumber = isNumeric(columns[column]?.type)
      // What is no number in a column of numbers is left empty by the service.
      if (isNumber && !Number.isFinite(Number(text))) return []
      return [{ table, row: at, column, text, isNumber, beside, head: heads[column] ?? [], tableName: name }]
    })
  })
}

/** Parents by the tables of accounts; a name with two parents says nothing. */
function parentsIn(tables: readonly MadeTable[]): Map<string, string> {
  const parents = new Map<string, string>()
  const doubtful = new Set<string>()
  for (const { kind, columns, rows } of tables) {
    if (kind !== 'accounts') continue
    const at = columns.findIndex(({ name }) => /^親|parent/.test(name))
    for (const row of rows) {
      const child = squash(row[0]?.text ?? '')
      const parent = row[at]?.text
      if (!parent) continue
      if (parents.has(child) && parents.get(child) !== parent) doubtful.add(child)
      parents.set(child, parent)
    }
  }
  for (const name of doubtful) parents.delete(name)
  return parents
}

function ancestors(text: string, parents: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  for (let at = parents.get(squash(text)); at && found.length < 8; at = parents.get(squash(at))) found.push(at)
  return found
}
