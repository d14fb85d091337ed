import type { CellToWrite, SheetToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import type { Browser } from 'playwright-core'
import { WINDOW } from './frame.ts'

/** A sheet as a spreadsheet program shows it, in HTML. */
export async function sheetHtml(
  { columns = [], merges = [], rows, name }: SheetToWrite,
  least = { rows: 0, columns: 0 },
) {
  const lines: (readonly CellToWrite[])[] = []
  for await (const batch of rows) lines.push(...batch.map((row) => ('cells' in row ? row.cells : row)))
  const width = Math.max(columns.length, least.columns)
  const letters = Array.from({ length: width }, (_, n) => `<th>${String.fromCharCode(65 + n)}</th>`).join('')
  const isCovered = (row: number, column: number) =>
    merges.some(
      ({ top, left, bottom, right }) =>
        row >= top && row <= bottom && column >= left && column <= right && !(row === top && column === left),
    )
  const body = Array.from({ length: Math.max(lines.length, least.rows) }, (_, row) => {
    const cells = Array.from({ length: width }, (_, column) => {
      if (isCovered(row, column)) return ''
      const merge = merges.find(({ top, left }) => top === row && left === column)
      const span = merge ? ` colspan="${merge.right - merge.left + 1}" rowspan="${merge.bottom - merge.top + 1}"` : ''
      return cellHtml(lines[row]?.[column] ?? null, span)
    })
    return `<tr><th>${row + 1}</th>${cells.join('')}</tr>`
  })
  const widths = Array.from({ length: width }, (_, n) => (columns[n]?.width ?? 11) * 8.4)
  const sizes = widths.map((pixels) => `<col style="width:${pixels}px">`)
  const total = widths.reduce((sum, pixels) => sum + pixels, 34)
  return `<table class="sheet" style="width:${total}px"><colgroup><col style="width:34px">${sizes.join('')}</colgroup>
    <thead><tr><th></th>${letters}</tr></thead><tbody>${body.join('')}</tbody></table><div class="tabs"><span>${name}</span></div>`
}

export const SHEET_STYLE = `
  .sheet { border-collapse: collapse; table-layout: fixed; font-size: 13px; background: #fff }
  .sheet th { background: #f1f3f4; color: #5f6368; font-weight: 400; font-size: 11px; border: 1px solid #d5d8dc; height: 22px }
  .sheet td { border: 1px solid #e3e5e8; height: 22px; padding: 0 5px; overflow: visible; white-space: nowrap; line-height: 22px }
  .tabs { background: #f1f3f4; padding: 0 40px; border-top: 1px solid #d5d8dc }
  .tabs span { background: #fff; display: inline-block; padding: 5px 16px; font-size: 12px; color: #107c41; font-weight: 700;
    border-bottom: 2px solid #107c41 }`

function cellHtml(cell: CellToWrite, span: string): string {
  if (cell === null) return `<td${span}></td>`
  const rich = typeof cell === 'object' ? cell : { cell: null, style: {} }
  const value = typeof cell === 'object' ? bareValue(cell.cell) : cell
  const { style = {} } = rich
  const isNumber = typeof value === 'number'
  const css = [
    style.isBold && 'font-weight:700',
    style.fill && `background:#${style.fill}`,
    style.fontColor && `color:#${style.fontColor}`,
    style.fontSize && `font-size:${style.fontSize * 1.25}px`,
    `text-align:${style.horizontal ?? (isNumber ? 'right' : 'left')}`,
    style.border?.top && 'border-top:1px solid #444',
    style.border?.bottom && 'border-bottom:1px solid #444',
  ].filter(Boolean)
  return `<td${span} style="${css.join(';')}">${shown(value, style.numberFormat)}</td>`
}

const bareValue = (cell: unknown): string | number =>
  typeof cell === 'object' && cell !== null && 'value' in cell ? (cell.value as string | number) : ''

function shown(value: unknown, format = ''): string {
  if (typeof value !== 'number') return String(value)
  // Excel counts days from the end of 1899.
  if (format.startsWith('yyyy')) return new Date(Date.UTC(1899, 11, 30 + value)).toISOString().slice(0, 10)
  return value.toLocaleString('en-GB')
}

/** A picture of the sheet, as large as the window of the console. */
export async function drawSheet(browser: Browser, sheet: SheetToWrite, filename: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: WINDOW })
  try {
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; font-family: 'Noto Sans CJK JP', 'DejaVu Sans', sans-serif; background: #fff; zoom: 1.25 }
      h1 { margin: 0; background: #107c41; color: #fff; font-size: 14px; font-weight: 500; padding: 8px 14px }${SHEET_STYLE}
    </style><h1>${filename}</h1>${await sheetHtml(sheet, { rows: 27, columns: 12 })}`)
    return await page.screenshot()
  } finally {
    await page.close()
  }
}
