import { utils, write } from '@e965/xlsx'

const REGIONS = ['East', 'West', 'North']
/** The first of April 2026, as Excel counts days. */
const FIRST_DAY = 46_113
export const MESSY_ROWS = 60
export const MESSY_TOTAL = Array.from({ length: MESSY_ROWS }, (_, n) => 100 + n).reduce(
  (sum, amount) => sum + amount,
  0,
)

/** A report as people send it: a title, a line about it, an empty row, the table, and its total. */
export function messyFile(): Buffer {
  const rows = Array.from({ length: MESSY_ROWS }, (_, n) => [
    { t: 'n', v: FIRST_DAY + n, z: 'yyyy-mm-dd' },
    REGIONS[n % REGIONS.length],
    `A-${1000 + n}`,
    100 + n,
  ])
  const cells = [
    ['Sales of the spring'],
    ['as reported by the regions, in thousands'],
    [],
    ['Day', 'Region', 'Order', 'Amount'],
    ...rows,
    [null, null, 'Total', MESSY_TOTAL],
  ]
  return write(utils.book_new(utils.aoa_to_sheet(cells), 'Spring'), { type: 'buffer', bookType: 'xlsx' })
}
