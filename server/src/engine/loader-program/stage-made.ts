import { createLooks } from '@bindery-data/spreadsheet/looks/column-look.ts'
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { OutputCheck } from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeCell, MadeColumn, MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { type CellOrigins, createColumnOrigin, packOrigins } from '../loader/cell-origins.ts'
import type { StageOptions } from '../loader/load-request.ts'
import { type ColumnType, parseColumnType } from '../table/column-type.ts'
import { parseValue } from '../values/values.ts'
import {
  type CastColumn,
  type CastValue,
  castRelationColumn,
  createMisfits,
  keptAsText,
  originalSlot,
  REJECTED,
  valueSlot,
} from './cast-column.ts'
import type { StagedRelation } from './staged-relation.ts'
import type { StagingTable } from './staging-table.ts'

export type TableToStage = {
  sheet: Sheet
  spec: ParseSpec
  region: Region | null
  made: MadeTable
  check: OutputCheck | null
}

type Column = CastColumn & {
  origin: ReturnType<typeof createColumnOrigin>
  look: ReturnType<ReturnType<typeof createLooks>>
}

const TEXT: ColumnType = { name: 'VARCHAR' }
const NO_CELL: MadeCell = { text: null, from: null }

/** A table that was made of a region: its values fit their types or are reported, and each knows the cell it came from. */
export async function stageMade(
  { sheet, spec, region, made, check }: TableToStage,
  table: StagingTable,
  { rows: mostRows, types = {} }: StageOptions,
): Promise<StagedRelation> {
  const newLook = createLooks(sheet, region)
  const columns = made.columns.map((column) => ({ ...columnOf(column, region, types), look: newLook() }))
  const { report, take: takeMisfit } = createMisfits()
  const reworded = createRowRuns()

  function convert(column: Column, cell: MadeCell): CastValue {
    const { text } = cell
    if (text === null || spec.reader.null_values.includes(text)) return null
    if (column.type.name === 'VARCHAR') return standingText(sheet, cell)
    const parsed = parseValue(column.type, text)
    return 'error' in parsed ? takeMisfit(column, cell.from?.row ?? -1, text, 'uncastable_value') : parsed.text
  }

  function takeRow(row: readonly MadeCell[]) {
    report.rowsRead += 1
    const line = columns.map((column, n) => convert(column, row[n] ?? NO_CELL))
    if (line.includes(REJECTED)) {
      report.rejected += 1
      return
    }
    table.beginRow()
    for (const [n, column] of columns.entries()) {
      const text = line[n]
      const cell = row[n] ?? NO_CELL
      column.origin.add(cell.from)
      column.look.add(cell.from)
      if (typeof text === 'string' && isReworded(sheet, column, cell)) reworded.add(n, table.rows - 1)
      if (typeof text === 'string') table.text(valueSlot(n), text)
      if (column.onError === 'text' && cell.text !== null) table.text(originalSlot(n), standingText(sheet, cell))
    }
  }

  for (const row of made.rows) {
    if (mostRows !== null && table.rows >= mostRows) break
    takeRow(row)
    if (table.growing) await table.growing
  }
  await table.finish()
  return {
    name: made.name,
    sheet: sheet.name,
    regionId: made.regionId,
    output: made.kind,
    table: table.name,
    columns: columns.map((column, n) => {
      const made = castRelationColumn(column, n, table)
      return { ...made, look: column.look.decide(made.type) }
    }),
    rows: table.rows,
    origins: {
      ...packOrigins(columns.map(({ origin }) => origin.finish())),
      ...reworded.finish(),
    },
    check,
    report: { ...report, warnings: keptAsText(made.regionId, columns) },
  }
}

/** A column that the spec does not describe itself stays text where its values are of several kinds: none of them is lost. */
function columnOf(
  { name, type, format }: MadeColumn,
  region: Region | null,
  types: Readonly<Record<string, string>>,
): Omit<Column, 'look'> {
  const described = region?.columns.find((column) => column.name === name)
  return {
    name,
    type: parseColumnType(types[name] ?? type) ?? TEXT,
    format,
    onError: described?.on_error ?? 'text',
    misfits: 0,
    origin: createColumnOrigin(),
  }
}

/** Analysis tidies what it compares; what lands is the text as it stands in its cell. */
function standingText(sheet: Sheet, { text, from }: MadeCell): string {
  const cell = from ? sheet.cellAt(from.row, from.column) : undefined
  return cell?.cell.kind === 'text' && cell.text === text ? cell.cell.value : (text ?? '')
}

/** Whether the text of a cell is another one than the value that was made of it. */
function isReworded(sheet: Sheet, { type }: CastColumn, { text, from, parts = [] }: MadeCell): boolean {
  if (!from || text === null) return false
  if (parts.length > 1) return true
  const cell = sheet.cellAt(from.row, from.column)
  return type.name === 'VARCHAR' && folded(cell?.text ?? '') !== folded(text)
}

const folded = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

/** Gathers rows of columns as runs. */
function createRowRuns() {
  const open = new Map<number, { first: number; last: number }>()
  const reworded: number[] = []
  return {
    add(column: number, row: number) {
      const run = open.get(column)
      if (run?.last === row - 1) run.last = row
      else {
        if (run) reworded.push(column, run.first, run.last)
        open.set(column, { first: row, last: row })
      }
    },
    finish: (): Pick<CellOrigins, 'reworded'> => {
      for (const [column, { first, last }] of open) reworded.push(column, first, last)
      return reworded.length > 0 ? { reworded } : {}
    },
  }
}
