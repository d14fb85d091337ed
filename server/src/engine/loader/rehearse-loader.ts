import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CellToWrite } from '@bindery-data/spreadsheet/write/workbook-to-write.ts'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'
import type { Loader } from './load-request.ts'

type Ask = Loader['ask']

const ROWS = 200
const NO_SHA256 = '0'.repeat(64)
const LIMITS = { rows: 1_000_000, bytes: 64 * 1024 * 1024 }

/** Has a loader read files as people send them, each from its first byte to its last row. `input`: its folder. */
export async function rehearseLoader(ask: Ask, input: string, share: (path: string) => void): Promise<void> {
  const [list, report] = [join(input, 'list.csv'), join(input, 'report.xlsx')]
  await writeFile(
    list,
    `${listOfOrders()
      .map((row) => row.join(','))
      .join('\n')}\n`,
  )
  await pipeline(writeXlsx({ sheets: [{ name: '売上', rows: [reportOfSales()] }] }), createWriteStream(report))
  for (const [file, filename] of [
    [list, 'list.csv'],
    [report, 'report.xlsx'],
  ] as const) {
    share(file)
    await readWhole(ask, filename)
  }
}

async function readWhole(ask: Ask, filename: string) {
  await ask({ kind: 'open', file: filename, filename, hints: null })
  const spec = await ask({ kind: 'analyze', sourceName: filename, sha256: NO_SHA256, language: null })
  await ask({ kind: 'sketch', spec })
  const tables = await ask({ kind: 'stage-spec', spec, rows: null })
  for (const [table, { columns }] of tables.entries()) {
    const written = columns.map((_, n) => ({ id: n + 1, from: n }))
    await ask({ kind: 'write', table, columns: written, idsAfter: 0, limits: LIMITS })
  }
}

function listOfOrders(): string[][] {
  const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10)
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `${n + 1}`,
    `Customer ${n % 40}`,
    `${(n * 37) % 1_000}.5`,
    day(n),
    n % 3 === 0 ? 'paid' : 'open',
  ])
  return [['order', 'customer', 'amount', 'day', 'state'], ...rows]
}

/** A title, a date, headings in two rows, groups that are added up, and a remark below. */
function reportOfSales(): CellToWrite[][] {
  const groups = ['関東', '近畿', '九州'].flatMap((area, n) => {
    const shops = Array.from({ length: 8 }, (_, shop) => [
      area,
      `${area}${shop + 1}号店`,
      120 + shop,
      80 + n,
      200 + shop + n,
    ])
    const sum = (at: number) => shops.reduce((all, row) => all + Number(row[at]), 0)
    return [...shops, [`${area} 小計`, null, sum(2), sum(3), sum(4)]]
  })
  return [
    ['2024年度 売上報告', null, null, null, null],
    ['単位：千円', null, null, null, '2024年4月1日'],
    [],
    ['地域', '店舗', '上期', null, '合計'],
    [null, null, '4月', '5月', null],
    ...groups,
    [],
    ['※ 速報値を含む'],
  ]
}
