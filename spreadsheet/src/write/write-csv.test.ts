import { buffer } from 'node:stream/consumers'
import { read } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Loss, ReportLoss } from './workbook-to-write.ts'
import { CSV_DEFAULTS, type CsvOptions, type CsvValue, writeCsv } from './write-csv.ts'

type Written = {
  rows: readonly (readonly CsvValue[])[]
  textColumns?: number
  options?: Partial<CsvOptions>
  report?: ReportLoss
}

/** A file with columns a, b, c, …, all of texts unless fewer are said to be. */
async function written({ rows, textColumns = 26, options = {}, report }: Written): Promise<Buffer> {
  const columns = (rows[0] ?? []).map((_, n) => ({ name: String.fromCharCode(97 + n), isText: n < textColumns }))
  const settings = { ...CSV_DEFAULTS, encoding: 'utf-8', ...options } as const
  return buffer(writeCsv({ columns, rows: [rows] }, settings, report))
}

const text = async (file: Written) => (await written(file)).toString()

test('only what would be read as something else is quoted', async () => {
  const rows = [['plain', 'a,b', 'say "no"', 'two\nlines', ' spaced ', '年']]

  expect(await text({ rows })).toBe('a,b,c,d,e,f\r\nplain,"a,b","say ""no""","two\nlines", spaced ,年\r\n')
})

test('a delimiter of one’s own is quoted in its place', async () => {
  const rows = [['a,b', 'a|b']]

  expect(await text({ rows, options: { delimiter: '|', lineEnding: 'lf' } })).toBe('a|b\na,b|"a|b"\n')
})

test('a cell without a value and an empty text can be distinguished', async () => {
  expect(await text({ rows: [[null, '', 'x']] })).toBe('a,b,c\r\n,"",x\r\n')
  expect(await text({ rows: [[null, 'NULL', '']], options: { nullValue: 'NULL' } })).toBe('a,b,c\r\nNULL,"NULL",\r\n')
})

test('no row is an empty line, which readers pass over', async () => {
  expect(await text({ rows: [[null], ['x']] })).toBe('a\r\n""\r\nx\r\n')
})

test('texts that a program would compute get an apostrophe, numbers do not', async () => {
  const rows = [['=1+1', '+x', '-x', '@x', '\tx', '\rx', -5, '-5.25']]

  const file = await text({ rows, textColumns: 6 })

  expect(file).toBe("a,b,c,d,e,f,g,h\r\n'=1+1,'+x,'-x,'@x,'\tx,\"'\rx\",-5,-5.25\r\n")
  expect(await text({ rows: [['=1+1']], options: { escapesFormulas: false } })).toBe('a\r\n=1+1\r\n')
})

test('names of columns that a program would compute get an apostrophe too', async () => {
  const columns = [{ name: '=cmd()', isText: false }]

  const file = await buffer(writeCsv({ columns, rows: [] }))

  expect(file.toString()).toBe("\ufeff'=cmd()\r\n")
})

test('large integers and booleans keep every digit', async () => {
  expect(await text({ rows: [[9007199254740993n, true, 0.1]], textColumns: 0 })).toBe(
    'a,b,c\r\n9007199254740993,true,0.1\r\n',
  )
})

test('cp932 is what Windows writes: NEC’s and IBM’s characters once, the yen sign as a full-width one', async () => {
  const rows = [['髙﨑①㈱Ⅲⅲ∵￢～ｶﾅ表\\']]

  const file = await written({ rows, options: { encoding: 'cp932' } })

  expect(file.subarray(3).toString('hex')).toBe(
    ['fbfc', 'fab1', '8740', '878a', '8756', 'fa42', '81e6', '81ca', '8160', 'b6', 'c5', '955c', '5c', '0d0a'].join(''),
  )
})

test('every text that cp932 can hold is read back as it was', async () => {
  const decoder = new TextDecoder('shift_jis')
  const known = Array.from({ length: 0xffff }, (_, n) => String.fromCharCode(n + 1)).filter(
    (character) => !/[\u0080-\u009f\r\n]/.test(character),
  )
  const losses: Loss[] = []
  const rows = known.map((character) => [`x${character}`])

  const file = await written({
    rows,
    options: { encoding: 'cp932', escapesFormulas: false },
    report: (loss) => losses.push(loss),
  })

  const lost = new Set(losses.map(({ row }) => row))
  const lines = decoder.decode(file).split('\r\n').slice(1, -1)
  const kept = known.filter((_, n) => !lost.has(n + 1))
  const fields = lines
    .filter((_, n) => !lost.has(n + 1))
    .map((line) => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
  expect(kept.length).toBeGreaterThan(9_000)
  expect(fields).toEqual(kept.map((character) => `x${character}`))
})

test('characters that cp932 does not have are reported with their place, and never become a question mark', async () => {
  const losses: Loss[] = []
  const rows = [
    ['東京', '10〜20'],
    ['𠮷野家😀', 'é'],
  ]

  const file = await written({ rows, options: { encoding: 'cp932' }, report: (loss) => losses.push(loss) })

  expect(new TextDecoder('shift_jis').decode(file)).toBe('a,b\r\n東京,10～20\r\n〓野家〓,〓\r\n')
  expect(losses).toEqual([
    { kind: 'characters_replaced', row: 1, column: 1, characters: ['〜'] },
    { kind: 'characters_replaced', row: 2, column: 0, characters: ['𠮷', '😀'] },
    { kind: 'characters_replaced', row: 2, column: 1, characters: ['é'] },
  ])
})

test('another program reads any table back as it was', async () => {
  const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const tables = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })

  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const file = await written({ rows, options: { encoding: 'utf-8-bom', escapesFormulas: false } })

      const sheet = read(file, { raw: true, dense: true }).Sheets.Sheet1
      const cells = sheet?.['!data']?.slice(1).map((row) => row.map(({ v }) => v))
      expect(cells).toEqual(rows)
    }),
    { seed: 7, numRuns: 200 },
  )
})
