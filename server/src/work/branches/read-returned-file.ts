import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { ReturnedCell, ReturnedRow } from '@bindery-data/spreadsheet/returned/returned-cell.ts'
import { unmarkFormulas } from '@bindery-data/spreadsheet/write/csv/formula-marks.ts'
import { linesOf } from '../../engine/builder/lines.ts'
import type { Loader, ReturnedAnswer } from '../../engine/loader/load-request.ts'
import { ROW_ID } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import type { StoredFile } from '../sources/source.ts'
import { withLoader } from '../sources/with-loader.ts'
import { MOST_BRANCH_ROWS } from './branch.ts'
import { tooManyFileRows } from './branches.errors.ts'

/** A sheet that has row ids. */
export type ReturnedSheet = {
  name: string
  /** Without the row id's. */
  columns: readonly { name: string; place: number }[]
  rows: readonly ReturnedRow[]
  idPlace: number
  isDate1904: boolean
}

/** A file that came back, read in a loader: what it says of itself, and its sheets that have row ids. */
export type ReturnedFile = Pick<ReturnedAnswer, 'properties' | 'names'> & { sheets: readonly ReturnedSheet[] }

export function readReturnedFile(ctx: Context, workbookId: string, file: StoredFile): Promise<ReturnedFile> {
  return withLoader(ctx, workbookId, file, null, async (loader, { dialect }) => {
    const answer = await loader.ask({ kind: 'returned', idColumn: ROW_ID, mostRows: MOST_BRANCH_ROWS })
    const { properties, names, isDate1904 } = answer
    const sheets: ReturnedSheet[] = []
    for (const { name, columns, rows, file: lines } of answer.sheets) {
      if (rows > MOST_BRANCH_ROWS) throw tooManyFileRows(rows)
      sheets.push({
        name,
        columns: columns.map((column, place) => ({ name: column, place })).filter((column) => column.name !== ROW_ID),
        rows: await readLines(loader, lines, dialect?.delimiter ?? null),
        idPlace: columns.indexOf(ROW_ID),
        isDate1904,
      })
    }
    return { properties, names, sheets }
  })
}

/** `delimiter`: of a csv file, whose cells have apostrophes before what a spreadsheet would compute. */
async function readLines(loader: Loader, file: string, delimiter: string | null): Promise<ReturnedRow[]> {
  const rows: ReturnedRow[] = []
  for await (const line of linesOf(createReadStream(join(loader.folder, file)))) {
    // Safe enough: our own program wrote it; whatever a hostile one wrote is judged cell by cell.
    const [row, ...cells] = JSON.parse(line) as [number, ...ReturnedCell[]]
    rows.push({ row, cells: delimiter === null ? cells : cells.map((cell) => unmarked(cell, delimiter)) })
  }
  return rows
}

const unmarked = (cell: ReturnedCell, delimiter: string) =>
  typeof cell === 'string' ? unmarkFormulas(cell, delimiter) : cell
