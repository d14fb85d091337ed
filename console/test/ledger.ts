import type { Client } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'

const REGIONS = ['North', 'South', 'East', 'West']
const PRODUCTS = ['Desk lamp', 'Floor lamp', 'Shelf, narrow', '事務椅子', 'Side table']

const ledgerRow = (n: number) => ({
  date: `2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`,
  region: REGIONS[n % 4],
  product: PRODUCTS[n % 5],
  amount: (n * 7_919) % 250_000,
  unit_price: `${(n * 31) % 900}.50`,
  paid: n % 3 === 0,
  note: n % 7 === 0 ? 'checked with\nthe supplier' : null,
})

/** A workbook with one table of sales. */
export async function newLedger(client: Client, rows = 400) {
  const workbook = await client.createWorkbook({ title: 'Ledger' })
  const columns = [
    { name: 'date', type: 'DATE' },
    { name: 'region' },
    { name: 'product' },
    { name: 'amount', type: 'BIGINT' },
    { name: 'unit_price', type: 'DECIMAL(12,2)' },
    { name: 'paid', type: 'BOOLEAN' },
    { name: 'note' },
  ]
  await workbook.createTable({ name: 'sales', columns })
  await workbook.table('sales').append(Array.from({ length: rows }, (_, n) => ledgerRow(n + 1)))
  return { workbook, at: `/w/${workbook.id}/tables/sales` }
}

export const cell = (page: Page, row: number, column: number) =>
  page.locator(`[data-row="${row}"][data-column="${column}"]`)
const isOneLine = (text: string) => new RegExp(`^${text.replace(/[.,]/g, '\\$&')}$`)
export const cellWith = (page: Page, row: number, column: number, text: string) =>
  cell(page, row, column).filter({ hasText: isOneLine(text) })

/** Puts a text on the clipboard of the page and pastes it where the focus is. */
export const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)

/** What a person would see is not as it should be. */
export function expectEqual(actual: unknown, expected: unknown) {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (is !== should) throw new Error(`it is ${is} and should be ${should}`)
}
