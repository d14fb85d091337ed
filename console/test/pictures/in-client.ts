import { openHost } from '../../../mcp/test/open-host.ts'
import { newPerson } from '../../../server/test/person.ts'
import type { Theatre } from '../stage.ts'
import type { Language } from './ugly-report.ts'

const WIDTH = 820

const STOCK = {
  en: {
    file: 'stock.csv',
    columns: ['item', 'amount', 'price', 'note'],
    rows: ['Desk,12,240.00,', 'Chair,80,95.50,old model', 'Lamp,5,31.00,'],
  },
  ja: {
    file: '在庫.csv',
    columns: ['品名', '数量', '単価', '備考'],
    rows: ['机,12,24000.00,', '椅子,80,9550.50,旧型', 'ランプ,5,3100.00,'],
  },
}
const CHANGED = {
  en: { price: '220.00', lamp: 'ordered on 3 April', added: 'Shelf' },
  ja: { price: '22000.00', lamp: '4月3日に発注', added: '棚' },
}

/** What a client of MCP shows of an edit that is tried. */
export async function drawInClient({ service, browser }: Theatre, language: Language): Promise<Buffer> {
  const url = service.urls[0] ?? ''
  const host = await openHost(browser, url, (await newPerson(url)).session)
  try {
    const { file, columns, rows } = STOCK[language]
    const [name = '', amount = '', price = '', note = ''] = columns
    const text = [columns.join(','), ...rows, ''].join('\n')
    // Safe: what this tool answers.
    const sent = (await host.call('upload_file', { filename: file, text })).structuredContent as {
      workbook_id: string
      tables: { name: string }[]
    }
    const at = { workbook_id: sent.workbook_id, table: sent.tables[0]?.name ?? '' }
    const read = await host.call('read_rows', at)
    // Safe: what this tool answers.
    const { edit_version: expected_version } = read.structuredContent as { edit_version: number }
    const changes = [
      { __svc_row_id: 1, [amount]: 15, [price]: CHANGED[language].price },
      { __svc_row_id: 3, [note]: CHANGED[language].lamp },
      { [name]: CHANGED[language].added, [amount]: 4 },
    ]
    const edit = { ...at, expected_version, rows: changes, dry_run: true }
    const locale = language === 'ja' ? 'ja-JP' : 'en-GB'
    await host.show('edit_rows', edit, { locale, theme: 'light', width: WIDTH })
    return await host.page.locator('iframe').screenshot()
  } finally {
    await host.close()
  }
}
