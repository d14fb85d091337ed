import { buffer } from 'node:stream/consumers'
import { read } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf } from '../byte-source.ts'
import type { Cell } from '../cell.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'
import { packedEntry } from './edit/packed-entry.ts'
import { rewriteSheet } from './edit/rewrite-sheet.ts'
import type { CellEdit, XlsxEdits } from './edit/xlsx-edits.ts'
import { editXlsx } from './edit-xlsx.ts'
import { writeXlsx } from './write-xlsx.ts'
import { zipStream } from './zip/zip-stream.ts'

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/calcChain.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${RELATIONSHIPS}/calcChain" Target="calcChain.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet xmlns="${SPREADSHEET}"><dimension ref="A1:C4"/><cols><col min="1" max="4" width="12" style="1"/></cols><sheetData><row r="1" spans="1:3"><c r="A1" s="1"><v>1</v></c><c r="C1" s="1"><f t="shared" ref="C1:C4" si="0">A1*$B$1</f><v>2</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="C2"><f t="shared" si="0"/><v>4</v></c></row><row r="4" s="1" customFormat="1"><c r="A4" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="C4"><f t="shared" si="0"/><v>8</v></c></row></sheetData><pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/></worksheet>`,
  'xl/styles.xml': `<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/calcChain.xml': `<calcChain xmlns="${SPREADSHEET}"><c r="C1" i="1"/><c r="C2"/><c r="C4"/><c r="A4"/></calcChain>`,
  'xl/media/image1.png': 'not really a picture',
}

function fileOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  return buffer(zipStream(entries, { level: 9 }))
}

const edited = (file: Buffer, edits: XlsxEdits) => buffer(editXlsx(bytesOf(file), edits))

async function editedCells(cells: readonly CellEdit[], parts = PARTS) {
  return edited(await fileOf(parts), { sheets: [{ sheet: 'Data', cells }] })
}

const sheetIn = (file: Buffer) => read(file, { cellNF: true, cellStyles: true }).Sheets.Data

const number = (value: number): Cell => ({ kind: 'number', value })
const text = (value: string): Cell => ({ kind: 'text', value })

/** The names of parts, each with its bytes as they are packed. */
function packedParts(file: Buffer): Map<string, string> {
  const bytes = bytesOf(file)
  const parts = [...readZipDirectory(bytes).values()].map((entry) => {
    const packed = Buffer.concat([...packedEntry(bytes, entry).bytes()])
    return [entry.name, packed.toString('base64')] as const
  })
  return new Map(parts)
}

async function changedParts(edits: XlsxEdits, parts = PARTS): Promise<string[]> {
  const file = await fileOf(parts)
  const [before, after] = [packedParts(file), packedParts(await edited(file, edits))]
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

test('cells get new values of any kind and keep their style; the others stay', async () => {
  const sheet = sheetIn(
    await editedCells([
      { row: 0, column: 0, cell: number(7.5) },
      { row: 1, column: 0, cell: text(' =売上<&_x000D_') },
      { row: 1, column: 1, cell: { kind: 'boolean', value: true } },
      { row: 3, column: 1, cell: { kind: 'error', value: '#N/A' } },
    ]),
  )

  expect(sheet?.A1).toMatchObject({ t: 'n', v: 7.5, z: '0.000' })
  expect(sheet?.A2).toMatchObject({ t: 's', v: ' =売上<&_x000D_' })
  expect(sheet?.B2).toMatchObject({ t: 'b', v: true, z: '0.000' })
  expect(sheet?.B4).toMatchObject({ t: 'e', w: '#N/A', z: '0.000' })
  expect(sheet?.C4).toMatchObject({ v: 8, f: 'A4*$B$1' })
})

test('rows that were not there come in their place, and the sheet says how far it reaches', async () => {
  const cells = [9, 2, 0].map((row) => ({ row, column: 5, cell: number(row) }))

  const file = await editedCells(cells)

  const rows = await sheetText(file)
  expect(rows.match(/<row r="\d+"/g)).toEqual(['<row r="1"', '<row r="2"', '<row r="3"', '<row r="4"', '<row r="10"'])
  expect(rows).toContain('<dimension ref="A1:F10"/>')
  expect(sheetIn(file)).toMatchObject({ F1: { v: 0 }, F3: { v: 2 }, F10: { v: 9 } })
})

async function sheetText(file: Buffer): Promise<string> {
  const { files } = read(file, { bookFiles: true }) as unknown as { files: Record<string, { content: Buffer }> }
  return files['xl/worksheets/sheet1.xml']?.content.toString() ?? ''
}

test('only the part of the sheet changes where no formula goes', async () => {
  const cells: CellEdit[] = [
    { row: 0, column: 0, cell: number(5) },
    { row: 0, column: 2, cell: number(10), formula: 'keep' },
  ]

  expect(await changedParts({ sheets: [{ sheet: 'Data', cells }] })).toEqual(['xl/worksheets/sheet1.xml'])
})

test('the order of computing goes with a formula that goes, and nothing speaks of it any more', async () => {
  const edits = { sheets: [{ sheet: 'Data', cells: [{ row: 1, column: 2, cell: number(1) }] }] }

  const changed = await changedParts(edits)

  const file = await edited(await fileOf(PARTS), edits)
  expect(changed.sort()).toEqual([
    '[Content_Types].xml',
    'xl/_rels/workbook.xml.rels',
    'xl/calcChain.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(JSON.stringify([...packedParts(file).keys()])).not.toContain('calcChain')
})

test('cells that share a formula keep it when the first of them goes', async () => {
  const sheet = sheetIn(await editedCells([{ row: 0, column: 2, cell: number(1) }]))

  expect(sheet?.C1).toMatchObject({ v: 1 })
  expect(sheet?.C1.f).toBeUndefined()
  expect(sheet?.C2).toMatchObject({ v: 4, f: 'A2*$B$1' })
  expect(sheet?.C4).toMatchObject({ v: 8, f: 'A4*$B$1' })
})

test('a formula is kept with what it came to now, or replaced', async () => {
  const sheet = sheetIn(
    await editedCells([
      { row: 3, column: 0, cell: text('cd'), formula: 'keep' },
      { row: 0, column: 1, cell: number(3), formula: { a1: 'IF(1<2,3,4)' } },
    ]),
  )

  expect(sheet?.A4).toMatchObject({ t: 's', v: 'cd', f: '"a"&"b"' })
  expect(sheet?.B1).toMatchObject({ v: 3, f: 'IF(1<2,3,4)' })
})

test('a cell is emptied, and its style stays', async () => {
  const file = await editedCells([{ row: 0, column: 0, cell: null }])

  expect(await sheetText(file)).toContain('<c r="A1" s="1"/>')
})

test('dates count from the day the file counts from', async () => {
  const cells: CellEdit[] = [{ row: 0, column: 0, cell: { kind: 'date', value: '2026-11-15' } }]
  const workbook = PARTS['xl/workbook.xml']?.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') ?? ''

  expect(sheetIn(await editedCells(cells))?.A1.v).toBe(46341)
  expect(await sheetText(await editedCells(cells, { ...PARTS, 'xl/workbook.xml': workbook }))).toContain('<v>44879</v>')
})

test('a column is hidden, and those that looked like it stay as they are', async () => {
  const file = await edited(await fileOf(PARTS), { sheets: [{ sheet: 'Data', hiddenColumns: [1, 6] }] })

  const columns = sheetIn(file)?.['!cols'] ?? []
  expect(Array.from({ length: 7 }, (_, n) => columns[n]?.hidden ?? false)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(columns.slice(0, 4).map((column) => column?.width)).toEqual([12, 12, 12, 12])
})

test('sheets whose elements have a prefix, or rows and cells no numbers, are edited alike', async () => {
  const sheet = `<x:worksheet xmlns:x="${SPREADSHEET}"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row><x:row><x:c><x:v>2</x:v></x:c><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  const cells = [{ row: 1, column: 1, cell: text('new') }]

  const file = await editedCells(cells, { ...PARTS, 'xl/worksheets/sheet1.xml': sheet })

  expect(await sheetText(file)).toContain(
    '<x:row><x:c><x:v>2</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>new</x:t></x:is></x:c></x:row>',
  )
})

test('an empty sheet takes cells too', async () => {
  const sheet = `<worksheet xmlns="${SPREADSHEET}"><sheetData/></worksheet>`

  const file = await editedCells([{ row: 2, column: 1, cell: number(4) }], {
    ...PARTS,
    'xl/worksheets/sheet1.xml': sheet,
  })

  expect(sheetIn(file)).toMatchObject({ B3: { v: 4 } })
})

const PLAIN = { isDate1904: false, styleOf: () => '0' }

test('a sheet is edited alike in however small pieces it comes', async () => {
  const sheet = Buffer.from(PARTS['xl/worksheets/sheet1.xml'] ?? '')
  const edits = { sheet: 'Data', cells: [{ row: 1, column: 0, cell: number(9) }], hiddenColumns: [2] }
  async function* inPieces(size: number) {
    for (let at = 0; at < sheet.length; at += size) yield sheet.subarray(at, at + size)
  }

  const texts = await Promise.all(
    [1, 7, 10_000].map(async (size) => String(await buffer(rewriteSheet(inPieces(size), edits, PLAIN)))),
  )

  expect(new Set(texts).size).toBe(1)
  expect(texts[0]?.match(/<\?xml/g)).toHaveLength(1)
  expect(texts[0]).toContain('<c r="A2"><v>9</v></c>')
})

test('a cell looks different: its value stays, styles are added, and no other part changes', async () => {
  const cells: CellEdit[] = [
    { row: 0, column: 0, style: { numberFormat: '0.0%', isBold: true, fill: 'ffee00' } },
    { row: 1, column: 2, style: { isItalic: true } },
    { row: 1, column: 0, cell: { kind: 'date', value: '2026-11-15' }, style: { showsDate: true } },
    { row: 6, column: 0, cell: number(3), style: { numberFormat: '0.000' } },
  ]

  const file = await editedCells(cells)

  const sheet = sheetIn(file)
  expect(sheet?.A1).toMatchObject({ t: 'n', v: 1, z: '0.0%', s: { fgColor: { rgb: 'FFEE00' } } })
  expect(sheet?.C2).toMatchObject({ v: 4, f: 'A2*$B$1' })
  expect(sheet?.A2).toMatchObject({ v: 46341, z: 'yyyy-mm-dd' })
  expect(sheet?.A7).toMatchObject({ v: 3, z: '0.000' })
  expect((await changedParts({ sheets: [{ sheet: 'Data', cells }] })).sort()).toEqual([
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test('a workbook asks to be computed when it is opened, where a formula has no value any more', async () => {
  const first = await edited(await fileOf(PARTS), { computesOnOpening: true })

  const { files } = read(first, { bookFiles: true }) as unknown as { files: Record<string, { content: Buffer }> }
  expect(files['xl/workbook.xml']?.content.toString()).toContain('</sheets><calcPr fullCalcOnLoad="1"/></workbook>')
})

test('custom properties are added to a file that has none, and replaced by name in one that has', async () => {
  const first = await edited(await fileOf(PARTS), { properties: { svc_branch_id: 'br_1', other: 'a&b' } })

  const second = await edited(first, { properties: { svc_branch_id: 'br_2', svc_workbook_id: 'wb_1' } })

  expect(read(first).Custprops).toEqual({ svc_branch_id: 'br_1', other: 'a&b' })
  expect(read(second).Custprops).toEqual({ other: 'a&b', svc_branch_id: 'br_2', svc_workbook_id: 'wb_1' })
})

test('a sheet that is not there, or a file that is cut off, is refused', async () => {
  const file = await fileOf(PARTS)
  const cut = await fileOf({
    ...PARTS,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SPREADSHEET}"><sheetData><row r="1">`,
  })

  await expect(edited(file, { sheets: [{ sheet: 'Nowhere' }] })).rejects.toThrow('there is no sheet Nowhere')
  await expect(edited(cut, { sheets: [{ sheet: 'Data' }] })).rejects.toMatchObject({ problem: 'corrupt' })
})

test('what a cell cannot hold, or a sheet named twice, is refused before anything is lost', async () => {
  const file = await fileOf(PARTS)
  const long = { row: 0, column: 0, cell: text('x'.repeat(32_768)) }

  await expect(edited(file, { sheets: [{ sheet: 'Data', cells: [long] }] })).rejects.toThrow('at most 32767 characters')
  await expect(edited(file, { sheets: [{ sheet: 'Data' }, { sheet: 'Data' }] })).rejects.toThrow('named twice')
  expect(sheetIn(await editedCells([{ row: 0, column: 0, cell: number(Number.NaN) }]))?.A1.v).toBe('NaN')
})

test('any cells of a large sheet may change: all others stay as they were', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => [n, `行 ${n}`, n % 3 === 0 ? null : n / 7])
  const file = await buffer(writeXlsx({ sheets: [{ name: 'Data', rows: [rows] }] }))
  const places = fc.record({ row: fc.nat(5_500), column: fc.nat(4), value: fc.integer() })

  await fc.assert(
    fc.asyncProperty(fc.array(places, { maxLength: 60 }), async (changes) => {
      const cells = changes.map(({ row, column, value }) => ({ row, column, cell: number(value) }))
      const expected = new Map(rows.flatMap((row, n) => row.map((value, m) => [`${n} ${m}`, value])))
      for (const { row, column, value } of changes) expected.set(`${row} ${column}`, value)

      const sheet = read(await edited(file, { sheets: [{ sheet: 'Data', cells }] }), { dense: true }).Sheets.Data

      const wrong = [...expected].filter(([place, value]) => valueAt(sheet?.['!data'], place) !== value)
      expect(wrong).toEqual([])
    }),
    { seed: 3, numRuns: 4 },
  )
})

function valueAt(rows: readonly (readonly { v?: unknown }[])[] | undefined, place: string) {
  const [row = 0, column = 0] = place.split(' ').map(Number)
  return rows?.[row]?.[column]?.v ?? null
}
