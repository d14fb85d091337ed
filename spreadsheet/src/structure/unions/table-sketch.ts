import type { Output, Region } from '../../parse-spec/parse-spec.ts'
import { parseBox, spellBox } from '../../xlsx/cell-reference.ts'
import type { OutputCheck } from '../invariants/table-check.ts'
import type { Sheet } from '../sheet.ts'
import { makeTables } from '../tables/make-tables.ts'
import { columnKey } from './column-key.ts'

/** What is looked at to see whether tables are one: names, types and the first rows of the table itself. */
export type TableSketch = {
  sheet: string
  region: Region
  outputs: readonly Output[]
  columns: readonly SketchColumn[]
  /** Texts, in the order of the columns. */
  rows: readonly (readonly (string | null)[])[]
  /** By the key of the column: what its figures add up to. */
  sums: ReadonlyMap<string, number>
}

export type SketchColumn = {
  key: string
  name: string
  type: string
  isEmpty: boolean
  /** It has a name that stands on the sheet. */
  isNamed: boolean
  scale: number
}

/** Rows farther down say nothing that these do not. */
const MOST_ROWS = 2_000

/** The first table of a region, as far as is needed to compare it. */
export function sketchTable(sheet: Sheet, region: Region, checks: readonly OutputCheck[]): TableSketch | null {
  const [output] = region.outputs
  if (region.kind !== 'data' || !output) return null
  const [table] = makeTables(sheet, { ...clipped(region), outputs: [output] })
  if (!table) return null
  const { columns } = region
  return {
    sheet: region.sheet,
    region,
    outputs: region.outputs,
    columns: table.columns.map(({ name, type }, n) => {
      const described = columns.find((column) => column.name === name)
      return {
        key: columnKey(name),
        name,
        type,
        isEmpty: table.rows.every((row) => (row[n]?.text ?? null) === null),
        isNamed: described ? described.header !== null : true,
        scale: described?.scale ?? region.unit?.scale ?? 1,
      }
    }),
    rows: table.rows.map((row) => row.map(({ text }) => text)),
    sums: new Map((checks[0]?.sums ?? []).map(({ column, sum_out }) => [columnKey(column), Number(sum_out)])),
  }
}

function clipped(region: Region): Region {
  const box = parseBox(region.data_range)
  if (!box || box.bottom - box.top < MOST_ROWS) return region
  return { ...region, data_range: spellBox({ ...box, bottom: box.top + MOST_ROWS - 1 }) }
}
