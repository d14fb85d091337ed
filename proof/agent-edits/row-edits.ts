import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { type CellState, NO_CELL, scanStates } from '../../spreadsheet/src/edits/cell-states.ts'
import { spellCell } from '../../spreadsheet/src/xlsx/cell-reference.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'
import { spelled } from './file-edits.ts'

/** Rows that come or go, as a tool takes them. */
export type RowEdit = { sheet: string; action: 'insert' | 'delete'; row: number; count: number }

export function anyRowEdit(random: (below: number) => number): RowEdit {
  const action = random(2) === 0 ? 'insert' : 'delete'
  const sheet = random(4) === 0 ? 'Sum' : 'Orders'
  return { sheet, action, row: 1 + random(sheet === 'Sum' ? 3 : 9), count: 1 + random(2) }
}

type States = Map<string, CellState>

/** What differs between two files when every cell is looked for where the rows have taken it. */
export async function differencesAfterRows(
  before: Buffer,
  after: Buffer,
  edits: readonly RowEdit[],
): Promise<string[]> {
  const [old, next] = [await statesOf(before), await statesOf(after)]
  const moved: States = new Map()
  for (const [place, state] of old) {
    const to = placeAfter(place, edits)
    if (to !== null) moved.set(to, state)
  }
  return [...new Set([...moved.keys(), ...next.keys()])]
    .flatMap((place) => {
      const [was, is] = [moved.get(place) ?? NO_CELL, next.get(place) ?? NO_CELL]
      const isOther =
        isOtherFormula(was, is) || JSON.stringify({ ...was, formula: 0 }) !== JSON.stringify({ ...is, formula: 0 })
      return isOther ? [spelled(place, was.value, is.value)] : []
    })
    .sort()
}

/** A formula may be spelled differently where it stands now; that it computes the same the office says. */
const isOtherFormula = ({ formula: was }: CellState, { formula: is }: CellState) =>
  (was === null) !== (is === null) || lostReferences(is) > lostReferences(was)

const lostReferences = (formula: string | null) => (formula?.split('#REF!').length ?? 1) - 1

/** A cell of a row that came, without a value: it looks like the one above it, which no report lists. */
export function isBlankInNewRow(line: string, edits: readonly RowEdit[]): boolean {
  const [, sheet = '', digits = ''] = /^(.*)![A-Z]+(\d+) null null$/.exec(line) ?? []
  let row = Number(digits)
  for (const edit of edits.toReversed()) {
    if (digits === '' || edit.sheet !== sheet || row < edit.row) continue
    if (edit.action === 'delete') row += edit.count
    else if (row < edit.row + edit.count) return true
    else row -= edit.count
  }
  return false
}

function placeAfter(place: string, edits: readonly RowEdit[]): string | null {
  const [, sheet = '', letters = '', digits = ''] = /^(.*)!([A-Z]+)(\d+)$/.exec(place) ?? []
  let row = Number(digits)
  for (const edit of edits) {
    if (edit.sheet !== sheet || row < edit.row) continue
    if (edit.action === 'insert') row += edit.count
    else if (row < edit.row + edit.count) return null
    else row -= edit.count
  }
  return `${sheet}!${letters}${row}`
}

async function statesOf(bytes: Buffer): Promise<States> {
  const file = await openXlsx(bytesOf(bytes))
  const states: States = new Map()
  for (const [sheet, { name }] of file.sheets.entries())
    await scanStates(
      file,
      sheet,
      ({ row, column }, state) => states.set(`${name}!${spellCell(row, column)}`, state()),
      () => false,
    )
  file.close()
  return states
}
