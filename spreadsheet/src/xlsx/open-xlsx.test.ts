import { expect, test } from 'vitest'
import { makeXlsx, relationships } from '../../test/make-xlsx.ts'
import { readCells, readMade } from '../../test/read-cells.ts'
import { bytesOf } from '../byte-source.ts'
import { openXlsx } from './open-xlsx.ts'

const open = (made: Parameters<typeof makeXlsx>[0]) => openXlsx(bytesOf(makeXlsx(made)))
const refusal = (made: Parameters<typeof makeXlsx>[0]) =>
  readMade(made).then(
    () => null,
    (error) => error.problem ?? error,
  )

test('every kind of cell is reported as the file has it', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1.5</v></c><c r="B1" t="n"><v>-7</v></c><c r="C1" t="s"><v>0</v></c><c r="D1" t="str"><v>a&amp;b</v></c>' +
    '<c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#N/A</v></c><c r="G1" t="inlineStr"><is><t>inline</t></is></c>' +
    '<c r="H1" t="d"><v>2024-04-01T00:00:00</v></c><c r="I1" s="0"/></row>'

  const read = await readMade({ rows, strings: '<si><t>東京</t></si>' })

  expect(read).toEqual({
    A1: 1.5,
    B1: -7,
    C1: '東京',
    D1: 'a&b',
    E1: true,
    F1: { error: '#N/A' },
    G1: 'inline',
    H1: { date: '2024-04-01T00:00:00' },
    I1: null,
  })
})

test('how a text is pronounced is no part of it', async () => {
  const strings =
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>' +
    '<si><r><t>大</t></r><r><rPr><b/></rPr><t>阪</t></r><rPh sb="0" eb="2"><t>オオサカ</t></rPh></si>'
  const inline = '<is><t>京都</t><rPh sb="0" eb="2"><t>キョウト</t></rPh></is>'
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr">${inline}</c></row>`

  expect(await readMade({ rows, strings })).toEqual({ A1: '東京', B1: '大阪', C1: '京都' })
})

test('runs, spaces, escapes and references of a text come out as their author typed them', async () => {
  const strings =
    '<si><r><t xml:space="preserve">  rich </t></r><r><t>text </t></r></si>' +
    '<si><t>one_x000D_&#10;two</t></si>' +
    '<si><t>_x005F_x000D_</t></si>' +
    '<si><t>&lt;&gt;&quot;&apos;&#x1F600;</t></si>' +
    '<si><t><![CDATA[<b>&amp;]]></t></si>' +
    '<si/>' +
    '<si><t>line\r\nend</t></si>'
  const cells = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter, n) => `<c r="${letter}1" t="s"><v>${n}</v></c>`)

  const read = await readMade({ rows: `<row r="1">${cells.join('')}</row>`, strings })

  expect(Object.values(read)).toEqual(['  rich text ', 'one\r\ntwo', '_x000D_', `<>"'😀`, '<b>&amp;', '', 'line\nend'])
})

test('results of formulas are kept when they are zero, false or an empty text', async () => {
  const rows =
    '<row r="1"><c r="A1"><f>B1-B1</f><v>0</v></c><c r="B1" t="b"><f>FALSE()</f><v>0</v></c>' +
    '<c r="C1" t="str"><f>""</f><v></v></c><c r="D1" t="str"><f>""</f><v/></c></row>'

  expect(await readMade({ rows })).toEqual({ A1: 0, B1: false, C1: '', D1: '' })
})

test('rows and cells without a reference follow the one before', async () => {
  const rows =
    '<row><c><v>1</v></c><c r="C1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c r="B8"><v>5</v></c></row>'

  expect(await readMade({ rows })).toEqual({ A1: 1, C1: 2, D1: 3, A5: 4, B8: 5 })
})

test('prefixes of names, quotes, CDATA and comments do not change what a sheet says', async () => {
  const sheet =
    `<?xml version='1.0'?><!-- a --><x:worksheet xmlns:x='m'><x:sheetData><x:row r='1' ><x:c  r = 'A1' t="s"\n><x:v>0</x:v></x:c>` +
    `<x:c r="B1"><!-- b --><x:v>1<!-- c -->2</x:v></x:c><x:c r='C1' t='str'><x:v><![CDATA[a<b]]></x:v></x:c></x:row ></x:sheetData></x:worksheet>`

  expect(await readMade({ sheet, strings: '<si><t>text</t></si>' })).toEqual({ A1: 'text', B1: 12, C1: 'a<b' })
})

test('parts are read in the encoding they came in', async () => {
  const xml = '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>日本語</v></c></row></sheetData></worksheet>'
  const little = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le')
  const big = Buffer.from(little).swap16()
  const marked = Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-8"?>${xml}`)
  const wronglyDeclared = Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${xml}`)

  for (const sheet of [little, big, marked, wronglyDeclared])
    expect(await readMade({ sheet })).toEqual({ A1: '日本語' })
})

test('parts are found where the file says, whatever they are called', async () => {
  const parts = {
    '_rels/.rels': relationships([['a', 'officeDocument', '/Book/The%20Book.xml']]),
    'book/the book.xml':
      '<workbook><sheets><sheet name="A" sheetId="7" state="veryHidden" id="s"/><sheet name="C" id="c"/></sheets></workbook>',
    'Book/_rels/The Book.xml.rels': relationships([
      ['s', 'worksheet', '..\\data\\one.XML'],
      ['c', 'chartsheet', 'chart.xml'],
    ]),
    'DATA/ONE.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  }

  const file = await open({ parts })

  expect(file.sheets).toEqual([{ name: 'A', state: 'very_hidden' }])
  expect(await readCells(file)).toEqual({ A1: 1 })
})

test('a file says from which year its days count', async () => {
  expect((await open({ properties: 'date1904="1"' })).isDate1904).toBe(true)
  expect((await open({})).isDate1904).toBe(false)
})

test('a value that is not of the type of its cell stays the text it is', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1,5</v></c><c r="B1"><v>NaN</v></c><c r="C1"><v>0x10</v></c><c r="D1" t="b"><v>maybe</v></c>' +
    '<c r="E1"><v>1e999</v></c><c r="F1" t="d"><v>yesterday</v></c><c r="G1"><v> 12 </v></c><c r="H1"><v></v></c></row>'

  expect(Object.values(await readMade({ rows }))).toEqual([
    '1,5',
    'NaN',
    '0x10',
    'maybe',
    '1e999',
    'yesterday',
    12,
    null,
  ])
})

test('a broken sheet is refused, never read as something else', async () => {
  const cell = (xml: string) => ({ rows: `<row r="1">${xml}</row>` })

  expect(await refusal(cell('<c r="A1" t="s"><v>9</v></c>'))).toBe('corrupt')
  expect(await refusal(cell('<c r="1A"><v>9</v></c>'))).toBe('corrupt')
  expect(await refusal(cell('<c r="A1" t="x"><v>9</v></c>'))).toBe('corrupt')
  expect(await refusal(cell('<c r="A7"><v>9</v></c>'))).toBe('corrupt')
  expect(await refusal(cell('<c r="A1" t="str"><v>&unknown;</v></c>'))).toBe('corrupt')
  expect(await refusal({ rows: '<row r="2"/><row r="1"/>' })).toBe('corrupt')
  expect(await refusal({ sheet: '<worksheet><sheetData><row r="1"><c r="A1"><v>1' })).toBe('corrupt')
  expect(await refusal({ sheet: '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>' })).toBe('corrupt')
  expect(await refusal({ sheet: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' })).toBe('corrupt')
  expect(
    await refusal({
      sheet: Buffer.from([
        ...Buffer.from('<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>'),
        0xff,
        ...Buffer.from('</v></c></row></sheetData></worksheet>'),
      ]),
    }),
  ).toBe('corrupt')
})

test('more rows, columns or characters than the format has are refused', async () => {
  const cell = (reference: string) => ({ rows: `<row><c r="${reference}"><v>9</v></c></row>` })
  const text = (length: number) => ({ rows: `<row r="1"><c r="A1" t="str"><v>${'x'.repeat(length)}</v></c></row>` })

  expect(await refusal(cell('XFD1048576'))).toBe(null)
  expect(await refusal(cell('XFE1'))).toBe('too_large')
  expect(await refusal(cell('A1048577'))).toBe('too_large')
  expect(await refusal({ rows: '<row r="1048577"/>' })).toBe('too_large')
  expect(await refusal(text(1_000_000))).toBe(null)
  expect(await refusal(text(1_000_001))).toBe('too_large')
  expect(
    await refusal({ strings: `<si><t>${'あ'.repeat(1_000_001)}</t></si>`, rows: '<row><c t="s"><v>0</v></c></row>' }),
  ).toBe('too_large')
})

test('what is no workbook is refused as such', async () => {
  const word = { 'xl/workbook.xml': '<w:document xmlns:w="w"/>' }
  const binary = { '_rels/.rels': relationships([['a', 'officeDocument', 'xl/workbook.bin']]) }

  expect(await refusal({ parts: word })).toBe('unsupported')
  expect(await refusal({ parts: binary })).toBe('unsupported')
  await expect(openXlsx(bytesOf(Buffer.from('a,b\n1,2')))).rejects.toMatchObject({ problem: 'unsupported' })
})

test('a reader that has seen enough gets no more rows', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`).join(
    '',
  )
  const seen: number[] = []
  const ignore = () => {}
  const file = await open({ rows })

  await file.scan(0, {
    row: (row) => seen.push(row),
    number: ignore,
    text: ignore,
    boolean: ignore,
    error: ignore,
    date: ignore,
    isFull: () => seen.length === 3,
  })

  expect(seen).toEqual([0, 1, 2])
})
