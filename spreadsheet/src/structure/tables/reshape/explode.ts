import type { Reshape } from '../../../parse-spec/parse-spec.ts'
import type { Sheet } from '../../sheet.ts'
import { NO_HEADINGS, placesOf, type Relation } from '../relation.ts'

type Explode = Extract<Reshape, { kind: 'explode' }>

/** One row for each of several values that stand in one field. */
export function explode(sheet: Sheet, relation: Relation, { column, separator }: Explode): Relation {
  const [place] = placesOf(relation.columns, [column])
  if (place === undefined || separator === '') return relation
  const rows = relation.rows.flatMap((row) => {
    const cell = row[place]
    const pieces = piecesIn(sheet, cell?.from ?? null, cell?.text ?? '', separator)
    if (pieces.length < 2) return [row]
    return pieces.map((text) => row.with(place, { text, from: cell?.from ?? null }))
  })
  const columns = relation.columns.map((one, n) => (n === place ? { ...one, type: 'VARCHAR', format: null } : one))
  return { columns, rows, headings: NO_HEADINGS }
}

/** Line breaks are separators too, and only the cell itself still has them. */
function piecesIn(
  sheet: Sheet,
  from: { row: number; column: number } | null,
  text: string,
  separator: string,
): string[] {
  const cell = from && separator === '\n' ? sheet.cellAt(from.row, from.column)?.cell : undefined
  const whole = cell?.kind === 'text' ? cell.value : text
  return whole
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}
