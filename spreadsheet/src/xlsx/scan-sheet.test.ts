import { expect, test } from 'vitest'
import { type CellsRead, collectInto } from '../../test/read-cells.ts'
import { readXmlStream } from './read-xml-stream.ts'
import { scanSheet } from './scan-sheet.ts'
import { newSharedStrings, sharedString, sharedStringsReader } from './shared-strings.ts'

async function* cutInto(xml: string, pieceBytes: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function scanInPieces(xml: string, pieceBytes: number): Promise<CellsRead> {
  const cells: CellsRead = {}
  const strings = newSharedStrings(100)
  await readXmlStream(cutInto('<sst><si><t>共有</t></si></sst>', 3), sharedStringsReader(strings))
  await scanSheet(cutInto(xml, pieceBytes), { sink: collectInto(cells), strings, styleCount: 1, facts: null })
  return cells
}

const SHEET =
  '<?xml version="1.0"?><!-- comment --><worksheet><sheetData><row r="1" spans="1:3"><c r="A1"><v>123.45</v></c>' +
  '<c r="B1" t="s"><v>0</v></c><c r="C1" t="str"><f>A1&amp;"東京"</f><v>123.45東京</v></c></row><row r="3" >\n' +
  '<c r="A3" t="inlineStr"><is><r><t>リッチ</t></r><r><t xml:space="preserve"> text</t></r></is></c>' +
  `<c r='B3'><f t="shared" si="0"/><v>7</v></c><c r="C3" t="str"><v><![CDATA[<>]]></v></c><c r="D3" s="0"/></row></sheetData></worksheet>`

test('wherever a sheet is cut into pieces, it reads the same', async () => {
  const whole = await scanInPieces(SHEET, SHEET.length * 2)

  expect(whole).toEqual({ A1: 123.45, B1: '共有', C1: '123.45東京', A3: 'リッチ text', B3: 7, C3: '<>', D3: null })
  for (let pieceBytes = 1; pieceBytes < 80; pieceBytes++) expect(await scanInPieces(SHEET, pieceBytes)).toEqual(whole)
})

test('a cell that is spelled in any other way XML allows reads as the usual spelling does', async () => {
  const spellings = [
    (xml: string) => xml.replaceAll(/<(\/?)([a-z])/gi, '<$1x:$2'),
    (xml: string) => xml.replaceAll(/="([^"]*)"/g, " = '$1'"),
    (xml: string) => xml.replaceAll(/<(c|row|v|f|is|t)((?: [^<>/]*)?)>/g, '<$1$2\n>'),
    (xml: string) => xml.replaceAll('</', '<!-- > --></'),
    (xml: string) => xml.replaceAll('<c r', '<c cm="1" vm="2" ph="1" r'),
    (xml: string) => xml.replaceAll('</c>', '<extLst><ext><v>9</v></ext></extLst></c>'),
  ]
  const whole = await scanInPieces(SHEET, SHEET.length * 2)

  for (const spell of spellings) expect(await scanInPieces(spell(SHEET), 50)).toEqual(whole)
})

test('a text among many is found by its index, however often and in whatever order it is asked for', async () => {
  const items = Array.from({ length: 100_000 }, (_, n) => `<si><t>${n} 番</t></si>`).join('')
  const strings = newSharedStrings(items.length * 2)

  await readXmlStream(cutInto(`<sst>${items}</sst>`, 10_000), sharedStringsReader(strings))

  for (const n of [0, 99_999, 65_536, 0, 1, 65_537, 1]) expect(sharedString(strings, n)).toBe(`${n} 番`)
  expect(() => sharedString(strings, 100_000)).toThrow(expect.objectContaining({ problem: 'corrupt' }))
})

test('a block without an end is refused before it fills the memory', async () => {
  async function* endless() {
    yield Buffer.from('<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>')
    for (;;) yield Buffer.alloc(8 * 1024 ** 2, 'x')
  }
  const scan = { sink: collectInto({}), strings: newSharedStrings(0), styleCount: 1, facts: null }

  await expect(scanSheet(endless(), scan)).rejects.toMatchObject({ problem: 'too_large' })
})
