import { inflateSync } from 'node:zlib'
import type { PdfFont } from '@bindery-data/spreadsheet/write/pdf/pdf-font.ts'
import { expect, test } from 'vitest'
import type { ColumnType } from '../../engine/table/column-type.ts'
import type { Line } from './lay-out-sheet.ts'
import { sheetPdf, wrapText } from './sheet-pdf.ts'
import { columnLook, spellValue } from './spell-value.ts'

/** Every character as wide as it is high; texts are spelled as they are. */
const FONT: PdfFont = {
  widthOf: (text) => [...text].length,
  spell: (text) => Buffer.from(text, 'utf16le').swap16().toString('hex'),
  used: () => new Map(),
  file: {
    unitsPerEm: 1000,
    ascent: 800,
    descent: -200,
    box: [0, 0, 1000, 1000],
    glyphCount: 1,
    glyphOf: () => 0,
    widthOf: () => 1000,
    subset: () => Buffer.from('font'),
  },
}

/** The texts of each page, from the top down. */
async function pagesOf(lines: readonly Line[]): Promise<string[][]> {
  const file = await sheetPdf({ title: '報告', lines, font: FONT, createdAt: new Date(0) })
  const streams = [...file.toString('latin1').matchAll(/\/FlateDecode >>\nstream\n([\s\S]*?)\nendstream/g)]
  const drawings = streams.map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString())
  return drawings
    .filter((drawing) => drawing.includes(' Tj ET'))
    .map((drawing) =>
      [...drawing.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').swap16().toString('utf16le'),
      ),
    )
}

const TYPES: ColumnType[] = [{ name: 'VARCHAR' }, { name: 'INTEGER' }]
const rows = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) => ({ kind: 'row', values: [`r${n}`, n], types: TYPES }))

test('the header of a table stands on every page it reaches over, and no row is lost between them', async () => {
  const pages = await pagesOf([{ kind: 'header', names: ['name', 'n'] }, ...rows(150)])

  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) expect(page.slice(0, 2)).toEqual(['name', 'n'])
  const names = pages.flat().filter((text) => /^r\d+$/.test(text))
  expect(names).toEqual(rows(150).map((_, n) => `r${n}`))
  expect(pages.map((page) => page.at(-1))).toEqual(pages.map((_, n) => `${n + 1} / ${pages.length}`))
})

test('no character of a long text is left out', async () => {
  const text = '第四四半期に前倒し'.repeat(40)
  const lines: Line[] = [
    { kind: 'row', values: [text, 1], types: TYPES },
    { kind: 'text', text },
  ]

  const [texts = []] = await pagesOf(lines)

  expect(texts.filter((part) => part !== '1').join('')).toContain(text + text)
})

test('lines are broken between words, and in a word only where it is longer than a line', () => {
  expect(wrapText('one two three', 7, FONT)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefghij k', 4, FONT)).toEqual(['abcd', 'efgh', 'ij k'])
  expect(wrapText('大型案件の検収', 3, FONT)).toEqual(['大型案', '件の検', '収'])
  expect(wrapText('a\nb', 10, FONT)).toEqual(['a', 'b'])
})

test('amounts have their digits in groups, numbers that name something do not', () => {
  const look = (name: string, type: ColumnType['name'], value: number) =>
    spellValue(
      value,
      columnLook(name, type === 'DECIMAL' ? { name: type, precision: 10, scale: 2 } : { name: type }, [value]),
    )

  expect(look('売上高', 'BIGINT', -1_234_567)).toBe('-1,234,567')
  expect(look('年度', 'INTEGER', 2026)).toBe('2026')
  expect(look('社員番号', 'INTEGER', 1_234_567)).toBe('1234567')
  expect(look('order_id', 'BIGINT', 1_234_567)).toBe('1234567')
  expect(look('rate', 'DOUBLE', 12_345.678)).toBe('12,345.678')
})

test('a sheet of more cells than a printer would ever print is refused', async () => {
  await expect(pagesOf(rows(60_000))).rejects.toMatchObject({ code: 'result_too_large' })
})
