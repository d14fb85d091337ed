import { expect, test } from 'vitest'
import { hearRows } from '../../test/hear-rows.ts'
import { type ByteSource, bytesOf } from '../byte-source.ts'
import type { Dialect } from '../opened-file.ts'
import { openCsv } from './open-csv.ts'

/** Every row as the sink receives it; what was not reported is a hole. */
async function read(text: string | Buffer, hints?: Partial<Dialect>, filename = 'data.csv') {
  const file = await openCsv(bytesOf(Buffer.from(text)), filename, hints)
  const heard = hearRows()
  await file.scan(0, heard.sink)
  return { file, rows: heard.rows, mended: heard.mended }
}

const NONE = undefined

test('quoted fields hold delimiters, doubled quotes and line breaks', async () => {
  const { rows } = await read('a,b\r\n"x, y","say ""hi""\r\nthere"\r\n')

  expect(rows).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"\r\nthere'],
  ])
})

test('lines may end in LF, CRLF, CR and CR CR LF within one file', async () => {
  const { rows } = await read('a,1\nb,2\r\nc,3\rd,4\r\r\ne,5')

  expect(rows).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
    ['d', '4'],
    ['e', '5'],
  ])
})

test('rows keep their own length, empty fields are no cells, and empty lines keep their place', async () => {
  const { rows } = await read('a,b,c\n1\n\n,"",3,4\n')

  expect(rows).toEqual([['a', 'b', 'c'], ['1'], [], [NONE, NONE, '3', '4']])
})

test('a quote inside a field is a character like others', async () => {
  const { rows, mended } = await read('size,n\n5" pipe,1\n"6" pipe",2\n')

  expect(rows).toEqual([
    ['size', 'n'],
    ['5" pipe', '1'],
    ['6" pipe', '2'],
  ])
  expect(mended).toEqual(['stray_quotes 1'])
})

test('a quote that never closes swallows nothing behind it', async () => {
  const { rows, mended } = await read('a,b\n"open,1\nc,2\nd,3\n')

  expect(rows).toEqual([
    ['a', 'b'],
    ['"open', '1'],
    ['c', '2'],
    ['d', '3'],
  ])
  expect(mended).toEqual(['stray_quotes 1'])
})

test('a quote that never closes ends before the next quoted field', async () => {
  const { rows } = await read('a,b\n"open,1\n"c",2\n')

  expect(rows).toEqual([
    ['a', 'b'],
    ['"open', '1'],
    ['c', '2'],
  ])
})

test('U+0000 is left out and counted', async () => {
  const { rows, mended } = await read(`name,n\n${'plain text,1\n'.repeat(30)}a\0b,2\n`)

  expect(rows.at(-1)).toEqual(['ab', '2'])
  expect(mended).toEqual(['nul_characters_removed 1'])
})

test('signs of Windows-1252 that another program took for control characters are put right and counted', async () => {
  const { rows, mended } = await read('品名,備考\nCh\u00e2teau d\u0092Angludet,4 \u0096 6 \u0080\n')

  expect(rows.at(-1)).toEqual(['Château d’Angludet', '4 – 6 €'])
  expect(mended).toEqual(['misread_characters 3'])
})

test('bytes that say nothing in the encoding are counted, and a U+FFFD in the text itself is not', async () => {
  const cut = Buffer.concat([Buffer.from('部門,備考\n営業部,確認済み\n経理部,要確'), Buffer.from([0xe8, 0xaa])])

  expect((await read(cut)).mended).toEqual(['undecodable_bytes 1'])
  expect((await read('部門,\uFFFD\n')).mended).toEqual([])
})

test('the line that tells Excel the delimiter is obeyed and is no row', async () => {
  const { file, rows } = await read('sep=|\r\na|b\r\n1,5|2\r\n')

  expect(file.dialect?.delimiter).toBe('|')
  expect(rows).toEqual([NONE, ['a', 'b'], ['1,5', '2']])
})

test.each([
  [',', 'id,name,amount\n1,東京,"1,234"\n2,大阪,99\n'],
  [';', 'Nom;Prix;Date\nÉté;1,50;01/02/2024\nHiver;12,75;02/02/2024\n'],
  ['\t', 'a\tb\n1,5\t2,5\n3,5\t4,5\n'],
  ['|', 'a|b|c\nx, y|1|2\nz, w|3|4\n'],
  [',', '売上報告\n\n日付,部門,金額\n2024-01-05,営業,100\n2024-01-06,経理,200\n'],
  [',', 'only one column\nof words\n'],
])('the delimiter is %j', async (delimiter, text) => {
  const { file } = await read(text)

  expect(file.dialect).toMatchObject({ delimiter, quoteChar: '"', escapeChar: '"' })
})

test('quotes escaped by a backslash are understood where a file writes them so', async () => {
  const { file, rows } = await read('a,b\n"say \\"hi, you\\" now",1\n"say \\"ho, you\\" now",2\n')

  expect(file.dialect?.escapeChar).toBe('\\')
  expect(rows[1]).toEqual(['say "hi, you" now', '1'])
})

test('a quote that ends a field and is not written twice stays in it, where the widths of the rows say so', async () => {
  const lines = ['name,size,n', '"table, round 48"","wood",1', '"bike, 24"","steel",2', 'lamp,small,3', 'chair,small,4']
  const { file, rows, mended } = await read(`${lines.join('\n')}\n`)

  expect(file.dialect?.escapeChar).toBeNull()
  expect(rows.slice(1, 3)).toEqual([
    ['table, round 48"', 'wood', '1'],
    ['bike, 24"', 'steel', '2'],
  ])
  expect(mended).toEqual(['stray_quotes 2'])
})

test('spaces before a quote are none of its field', async () => {
  const { rows } = await read('name, place, n\n"Smith, A", "Paris, France", 1\nJones,  "Rome", 2\n')

  expect(rows.slice(1)).toEqual([
    ['Smith, A', 'Paris, France', ' 1'],
    ['Jones', 'Rome', ' 2'],
  ])
})

test('figures with a space between them are columns, and words are not', async () => {
  expect((await read('t x y\n0.1 2.5 3\n0.2 2.6 4\n0.3 2.7 5\n0.4 2.8 6\n')).rows[1]).toEqual(['0.1', '2.5', '3'])
  expect((await read('Anna Smith\nJohn Doe\nRoom 12\nRoom 13\n')).rows[2]).toEqual(['Room 12'])
})

test('what the caller says of a file is believed', async () => {
  const { file, rows } = await read('a;b,c\n', { delimiter: ',', encoding: 'cp932' })

  expect(file.dialect).toMatchObject({ delimiter: ',', encoding: 'shift_jis', encodingConfidence: 1 })
  expect(rows).toEqual([['a;b', 'c']])
})

test('what cannot be obeyed is refused', async () => {
  await expect(read('a,b\n', { delimiter: '||' })).rejects.toMatchObject({ problem: 'unsupported' })
  await expect(read('a,b\n', { encoding: 'klingon' })).rejects.toMatchObject({ problem: 'unsupported' })
})

test('a byte order mark is no text, also when the encoding is named', async () => {
  const text = Buffer.from('\uFEFFa,b\n')

  expect((await read(text)).rows).toEqual([['a', 'b']])
  expect((await read(text, { encoding: 'utf-8' })).rows).toEqual([['a', 'b']])
  expect((await read(Buffer.from('\uFEFFa,b\n', 'utf16le'))).rows).toEqual([['a', 'b']])
})

test('a sheet is named after its file', async () => {
  const { file } = await read('a\tb\n1\t2\n', {}, '売上.2024.tsv')

  expect(file).toMatchObject({ format: 'tsv', sheets: [{ name: '売上.2024', state: 'visible' }] })
})

test('bytes that are no text are refused', async () => {
  const rubbish = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256))

  await expect(read(rubbish)).rejects.toMatchObject({ problem: 'unsupported' })
  await expect(read(Buffer.alloc(4096))).rejects.toMatchObject({ problem: 'unsupported' })
})

/** A file that never ends, made as it is read. */
const endless = (part: string): ByteSource => ({
  sizeBytes: 2 ** 30,
  read: (from, length) => Buffer.alloc(Math.min(length, 2 ** 30 - from), part),
  close: () => {},
})

test.each([
  ['one line', 'a'],
  ['one row', 'a,'],
  ['one row of quotes', '"a""'],
])('a file of 1 GB that is %s is refused as soon as it shows', async (_, part) => {
  const file = await openCsv(endless(part), 'line.csv', { encoding: 'utf-8', delimiter: ',' })

  await expect(file.scan(0, hearRows().sink)).rejects.toMatchObject({ problem: 'too_large' })
})

test('a grid is the beginning of a file and tells whether something follows', async () => {
  const { file } = await read('a,b\n1,\n2,3\n')

  const whole = await file.readGrid(0, { rows: 10, cells: 10 })
  const beginning = await file.readGrid(0, { rows: 2, cells: 10 })

  expect(whole).toMatchObject({ used: { top: 0, left: 0, bottom: 2, right: 1 }, isTruncated: false })
  expect(whole.cells).toHaveLength(5)
  expect(beginning).toMatchObject({ used: { top: 0, left: 0, bottom: 1, right: 1 }, isTruncated: true })
})
