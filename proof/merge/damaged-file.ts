import type { CellToWrite, RowToWrite, WorkbookToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'
import type { Column } from '../../server/src/engine/table/table.ts'
import { ROW_ID } from '../../server/src/engine/table/table.ts'
import { cellMaker, columnStyle } from '../../server/src/work/branches/file-cells.ts'
import type { FileRow, MergeCase } from './random-case.ts'
import type { Dice } from './random-values.ts'

/** The file of a case as it comes back from people and their programs: moved, sorted, hidden, with other kinds of cells. */
export async function damagedFile({ columns, file }: MergeCase, dice: Dice): Promise<Buffer> {
  const order = shuffled([...columns.keys(), columns.length], dice, dice(2) === 0)
  const rows = shuffled(file, dice, dice(2) === 0)
  const header = order.map((n) => columns[n]?.name ?? ROW_ID)
  const titles: RowToWrite[] = dice(3) === 0 ? [['売上 2026'], []] : []
  const drifts = columns.map(() => dice(3) === 0)
  const body = rows.map((row): RowToWrite => {
    const cells = order.map((n) => cellOf(columns[n], n, row, drifts))
    return dice(6) === 0 ? { cells, isHidden: true } : cells
  })
  const trailing: RowToWrite[] = Array.from({ length: dice(4) }, () => [{ cell: null, style: { isBold: true } }, ''])
  const workbook: WorkbookToWrite = {
    sheets: [
      {
        name: dice(2) === 0 ? 'Sheet1' : '改名',
        rows: [[...titles, header], body, trailing],
        columns: order.map((n) => ({ style: styleOf(columns[n], drifts[n] ?? false), isHidden: dice(5) === 0 })),
      },
    ],
  }
  const chunks: Buffer[] = []
  for await (const chunk of writeXlsx(workbook)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** A column that drifted has lost its format: dates are bare serials. */
const styleOf = (column: Column | undefined, isDrifted: boolean) => {
  if (!column) return { numberFormat: '0' }
  return isDrifted && column.type.name === 'DATE' ? {} : columnStyle(column.type)
}

function cellOf(
  column: Column | undefined,
  n: number,
  { rowId, texts }: FileRow,
  drifts: readonly boolean[],
): CellToWrite {
  if (!column) return rowId
  const text = texts[n] ?? null
  if (text === null) return null
  const cell = cellMaker(column.type)(text)
  return drifts[n] ? drifted(column, cell, text) : cell
}

/** Numbers and booleans as texts, days as numbers without a format. */
function drifted({ type }: Column, cell: CellToWrite, text: string): CellToWrite {
  switch (type.name) {
    case 'INTEGER':
    case 'BIGINT':
    case 'DECIMAL':
      return text
    case 'BOOLEAN':
      return text.toUpperCase()
    case 'DATE':
      return text >= '1900-03-01' ? Date.parse(`${text}T00:00:00Z`) / 86_400_000 + 25_569 : cell
    default:
      return cell
  }
}

function shuffled<T>(items: readonly T[], dice: Dice, isWanted: boolean): T[] {
  const mixed = [...items]
  if (!isWanted) return mixed
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = dice(n + 1)
    const [one, two] = [mixed[n], mixed[other]]
    if (one === undefined || two === undefined) continue
    mixed[n] = two
    mixed[other] = one
  }
  return mixed
}
