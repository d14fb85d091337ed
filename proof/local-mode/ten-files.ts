import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'

const MONTHS = ['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09']
const SHOPS = ['north', 'south', 'east', 'west']
export const PRODUCTS = [
  ['001', 'apple', 120],
  ['002', 'pear', 150],
  ['003', 'plum', 90],
] as const

const amountOf = (month: number, product: number) => 10 * (month + 1) + product

/** What all six months come to at the price of each product. */
export const TURNOVER = MONTHS.flatMap((_, month) =>
  PRODUCTS.map(([, , price], product) => amountOf(month, product) * price),
).reduce((sum, value) => sum + value, 0)

/** Six months in csv, in a folder below; a list of products, and three reports, in xlsx. */
export function makeFiles(folder: string) {
  mkdirSync(join(folder, 'sales'), { recursive: true })
  MONTHS.forEach((month, n) => {
    const lines = PRODUCTS.map(([code], product) => `${code},${SHOPS[product]},${amountOf(n, product)}`)
    writeFileSync(join(folder, 'sales', `${month}.csv`), ['code,shop,amount', ...lines, ''].join('\n'))
  })
  writeSheet(join(folder, 'products.xlsx'), [['code', 'name', 'price'], ...PRODUCTS.map((product) => [...product])])
  for (const year of [2024, 2025, 2026])
    writeSheet(join(folder, `budget-${year}.xlsx`), [
      ['shop', 'budget'],
      ...SHOPS.map((shop, n) => [shop, (year - 2000) * 10 + n]),
    ])
}

/** The table of a month, as it is named in SQL. */
export const tablesOfMonths = MONTHS.map((month) => `"sales_${month}"`)

export function writeSheet(file: string, rows: unknown[][]) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1')
  writeFileSync(file, write(book, { type: 'buffer', bookType: 'xlsx' }))
}
