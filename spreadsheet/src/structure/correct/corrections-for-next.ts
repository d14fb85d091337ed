import type { Correction, Region } from '../../parse-spec/parse-spec.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import type { Operation } from './operation.ts'

/**
 * What was decided about a region of the last edition of a file, as operations on the same region of the next one. Decisions
 * about single rows are left out: the next edition has others.
 */
export function correctionsForNext(known: Region, next: Region): Operation[] {
  const letters = lettersNow(known, next)
  return (known.corrections ?? []).flatMap((one) => operationsOf(one, next, letters))
}

/** Each column is the one under the same header, or else in the same place. */
function lettersNow(known: Region, next: Region): (letters: string) => string[] {
  return (letters) => {
    const header = known.columns.find(({ source_column }) => source_column === letters)?.header ?? null
    const same =
      (header === null ? undefined : next.columns.find((column) => column.header === header)) ??
      next.columns.find(({ source_column }) => source_column === letters)
    return same ? [same.source_column] : []
  }
}

function operationsOf(one: Correction, next: Region, letters: (letters: string) => string[]): Operation[] {
  const region = next.region_id
  switch (one.op) {
    case 'set_kind':
    case 'set_box':
    case 'leave_out':
    case 'read_as':
      return []
    case 'set_header_rows': {
      const box = parseBox(next.range)
      const isInside = one.rows.every((row) => box !== null && row - 1 >= box.top && row - 1 <= box.bottom)
      return isInside ? [{ ...one, region }] : []
    }
    case 'set_role': {
      if (!('columns' in one)) return []
      const columns = one.columns.flatMap(letters)
      return columns.length > 0 ? [{ ...one, columns, region }] : []
    }
    case 'choose_reading':
      return [{ op: 'choose_reading', region, like: one.reshape }]
    case 'keep_totals':
    case 'name_table':
      return [{ ...one, region }]
    default: {
      // What reshaping makes is called by its name, which is its place.
      const [column = one.column] = letters(one.column)
      return [{ ...one, column, region }]
    }
  }
}
