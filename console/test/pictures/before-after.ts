import type { Theatre } from '../stage.ts'
import { openStage } from '../stage.ts'
import { SHEET_STYLE, sheetHtml } from './draw-sheet.ts'
import { type Language, uglyReport } from './ugly-report.ts'

const WORDS = {
  en: { before: 'What was sent', after: 'What Bindery makes of it' },
  ja: { before: '届いたシート', after: 'Binderyが作る表' },
}

const SHOWN_ROWS = 5

/** One sheet beside the tables that the service makes of it, with nothing corrected. */
export async function drawBeforeAfter(theatre: Theatre, language: Language): Promise<Buffer> {
  const { filename, sheet, bytes } = await uglyReport(language)
  const stage = await openStage(theatre)
  const page = await theatre.browser.newPage({ viewport: { width: 1640, height: 700 } })
  try {
    const workbook = await stage.client.createWorkbook({ title: filename, language })
    await workbook.upload({ content: new Uint8Array(bytes), filename })
    const tables = await Promise.all(
      (await workbook.tables()).sort(byImportance).map(async ({ name }) => {
        const table = workbook.table(name)
        const [{ columns, row_count }, rows] = await Promise.all([table.read(), table.rows().toArray()])
        return tableHtml(name, { columns, rows: rows.slice(0, SHOWN_ROWS), row_count: row_count ?? 0 })
      }),
    )
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; padding: 22px; background: #fff; font-family: 'Noto Sans CJK JP', 'DejaVu Sans', sans-serif; color: #1f2a37;
        display: flex; gap: 26px; width: max-content; align-items: flex-start }
      h2 { font-size: 17px; margin: 0 0 10px } .card { border: 1px solid #cfd4da; border-radius: 8px; overflow: hidden }
      .arrow { align-self: center; font-size: 40px; color: #3b82f6 }
      .made { border-collapse: collapse; font-size: 13px; margin: 0 0 4px } .made caption { white-space: nowrap; text-align: left; font-weight: 700; padding: 6px 0;
        font-size: 14px } .made caption small { font-weight: 400; color: #5f6b7a }
      .made th { text-align: left; background: #eef4ff; font-weight: 600 } .made th small { color: #3b6fb6; font-weight: 400; display: block;
        font-size: 10.5px } .made th, .made td { border: 1px solid #d9dee5; padding: 3px 9px; white-space: nowrap }
      .made td.number { text-align: right }${SHEET_STYLE}
    </style><section><h2>${WORDS[language].before}</h2><div class="card">${await sheetHtml(sheet)}</div></section>
    <div class="arrow">➜</div><section><h2>${WORDS[language].after}</h2>${tables.join('')}</section>`)
    return await page.locator('body').screenshot()
  } finally {
    await page.close()
    await stage.close()
  }
}

/** The table that the sheet is about first, its notes last. */
const byImportance = (a: { row_count?: number | null }, b: { row_count?: number | null }) =>
  (b.row_count ?? 0) - (a.row_count ?? 0)

type Rows = {
  columns: readonly { name: string; type: string }[]
  rows: readonly Readonly<Record<string, unknown>>[]
  row_count: number
}

function tableHtml(name: string, { columns, rows, row_count }: Rows): string {
  const heads = columns.map(({ name: column, type }) => `<th>${column}<small>${type}</small></th>`).join('')
  const lines = rows.map((row) => {
    const cells = columns.map(({ name: column }) => {
      const value = row[column]
      return `<td class="${typeof value === 'number' ? 'number' : ''}">${value === null ? '' : value}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  const more = row_count > rows.length ? ` <small>… ${row_count}</small>` : ''
  return `<table class="made"><caption>${name}${more}</caption><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}
