import { LINE, TOKEN } from './formula-tokens.ts'

/** Places that stand for the end of all cells, which is known when all were read. No file has cells there. */
export const END_ROW = 1_048_575
export const END_COLUMN = 16_383

/** The formula with whole columns and rows cut off at these ends: the engine takes half a second for each whole column. */
export function cutLines(r1c1: string): string {
  let cut = ''
  let length = 0
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(r1c1); found; found = TOKEN.exec(r1c1)) {
    cut += found.groups?.area ? cutArea(found[0]) : found[0]
    length += found[0].length
  }
  // What stands in the brackets of a table is no formula.
  return length === r1c1.length ? cut : r1c1
}

const WHOLE_COLUMNS = new RegExp(`^(C${LINE}):(C${LINE})$`)
const WHOLE_ROWS = new RegExp(`^(R${LINE}):(R${LINE})$`)

const cutArea = (area: string) =>
  area.replace(WHOLE_COLUMNS, `R1$1:R${END_ROW}$2`).replace(WHOLE_ROWS, `$1C1:$2C${END_COLUMN}`)
