import type { ByteSource } from '../byte-source.ts'
import type { OpenedFile } from '../opened-file.ts'
import { RowsRefused } from '../write/rows/row-change.ts'
import { shiftRows } from '../write/shift-rows.ts'
import { MOST_ROWS } from '../xlsx/cell-reference.ts'
import { type EditRefusal, MOST_EDITED_ROWS, type RowEdit, type StoreDraft } from './file-edit.ts'
import type { RowMoves } from './row-moves.ts'

export type ShiftedFile = { bytes: ByteSource; moves: RowMoves }

/** The file after rows came and went, one edit after the other. */
export async function shiftFile(
  file: OpenedFile,
  rows: readonly RowEdit[],
  { bytes, store }: { bytes: ByteSource; store: StoreDraft },
): Promise<ShiftedFile | EditRefusal> {
  const names = file.sheets.map(({ name }) => name)
  const moves: RowMoves[number][] = []
  let next = bytes
  let left = MOST_EDITED_ROWS
  for (const [place, { sheet, action, row, count }] of rows.entries()) {
    const at = sheet === null ? 0 : names.indexOf(sheet)
    const name = names[at]
    const refused = (member: string, code: string, message: string) => ({
      edit: place,
      isOfRows: true as const,
      member,
      code,
      message,
    })
    if (name === undefined)
      return { ...refused('sheet', 'sheet', `there is no sheet ${sheet}`), allowed: names.slice(0, 50) }
    left -= count
    if (left < 0) return refused('count', 'too_many', `at most ${MOST_EDITED_ROWS} rows may come and go at once`)
    if (row - 1 + count > MOST_ROWS) return refused('row', 'row', `a sheet has ${MOST_ROWS} rows`)
    const move = { sheet: at, action, row: row - 1, count }
    try {
      next = await store(await shiftRows(next, { ...move, sheet: name }, { level: 1 }))
    } catch (error) {
      if (error instanceof RowsRefused) return refused('row', error.code, error.message)
      throw error
    }
    moves.push(move)
  }
  return { bytes: next, moves }
}
