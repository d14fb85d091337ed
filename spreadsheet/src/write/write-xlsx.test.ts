import { buffer } from 'node:stream/consumers'
import { read, type WorkBook } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellToWrite, Loss, RowToWrite, SheetToWrite, WorkbookToWrite } from './workbook-to-write.ts'
import { type WriteXlsxOptions, writeXlsx } from './write-xlsx.ts'

async function written(workbook: WorkbookToWrite, options?: WriteXlsxOptions): Promise<Buffer> {
  return buffer(writeXlsx(workbook, options))
}

const sheetOf = (rows: readonly RowToWrite[], more: Partial<SheetToWrite> = {}): SheetToWrite => ({
  name: 'Sheet',
  rows: [rows],
  ...more,
})

async function readBack(workbook: WorkbookToWrite): Promise<WorkBook> {
  return read(await written(workbook), {
    cellNF: true,
    cellStyles: true,
    cellFormula: true,
    bookFiles: true,
    UTC: true,
  })
}

async function cellsOf(row: readonly CellToWrite[]) {
  const { Sheets } = await readBack({ sheets: [sheetOf([row])] })
  return row.map((_, n) => Sheets.Sheet?.[`${String.fromCharCode(65 + n)}1`])
}

/** The text of a part, as it is in the file. */
async function part(workbook: WorkbookToWrite, name: string): Promise<string> {
  const { files } = (await readBack(workbook)) as unknown as { files: Record<string, { content: Buffer }> }
  return files[name]?.content.toString() ?? ''
}

test('numbers, texts and booleans are read back as they were', async () => {
  const cells = await cellsOf([1, -0.1, 1e-300, 1.7976931348623157e308, 9007199254740991, '売上', true, false])

  expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual([
    ['n', 1],
    ['n', -0.1],
    ['n', 1e-300],
    ['n', 1.7976931348623157e308],
    ['n', 9007199254740991],
    ['s', '売上'],
    ['b', true],
    ['b', false],
  ])
})

test('any text is read back character by character, spaces, control characters and halves of characters too', async () => {
  const nasty = [
    ' a ',
    'a\r\nb',
    '\tx',
    '_x000D_',
    '_x005F_',
    '\u0000\u0001\u001f',
    '\ud83d',
    '\udc00a',
    '😀𠮷',
    '\ufffe',
    '&<>"\'',
    ']]>',
  ]
  const generated = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { seed: 1, numRuns: 400 })
  const texts = [...nasty, ...generated].filter((text) => text !== '')

  const { Sheets } = await readBack({ sheets: [sheetOf(texts.map((text) => [text]))] })

  const read = texts.map((_, n) => Sheets.Sheet?.[`A${n + 1}`]?.v)
  // SheetJS takes a carriage return from the end of a line, however it is spelled.
  expect(read).toEqual(texts.map((text) => text.replaceAll('\r\n', '\n')))
})

test('a carriage return is spelled so that no reader of XML takes it for a line feed', async () => {
  const xml = await part({ sheets: [sheetOf([['a\r\nb']])] }, 'xl/worksheets/sheet1.xml')

  expect(xml).toContain('<t>a_x000D_\nb</t>')
})

test('a text that begins like a formula is text', async () => {
  const [cell] = await cellsOf(['=1+1'])

  expect(cell).toMatchObject({ t: 's', v: '=1+1' })
  expect(cell?.f).toBeUndefined()
})

test('an integer that a double cannot hold is text, one that it holds is a number', async () => {
  const cells = await cellsOf([9007199254740993n, -12n])

  expect(cells.map((cell) => [cell?.t, cell?.v])).toEqual([
    ['s', '9007199254740993'],
    ['n', -12],
  ])
})

test('numbers that Excel does not know are text', async () => {
  const cells = await cellsOf([Number.NaN, Number.POSITIVE_INFINITY])

  expect(cells.map((cell) => cell?.v)).toEqual(['NaN', 'Infinity'])
})

test('dates and times are numbers that look like dates; those before March 1900 or with a time zone are text', async () => {
  const texts = [
    '2026-11-15',
    '1900-03-01',
    '9999-12-31',
    '2026-11-15 12:00:00',
    '18:00:00',
    '1900-02-28',
    '2026-02-30',
    '2026-01-01T00:00:00Z',
  ]

  const cells = await cellsOf(texts.map((value) => ({ cell: { kind: 'date', value } })))

  expect(cells.map((cell) => [cell?.v, cell?.z])).toEqual([
    [46341, 'yyyy-mm-dd'],
    [61, 'yyyy-mm-dd'],
    [2958465, 'yyyy-mm-dd'],
    [46341.5, 'yyyy-mm-dd hh:mm:ss'],
    [0.75, 'hh:mm:ss'],
    ['1900-02-28', 'General'],
    ['2026-02-30', 'General'],
    ['2026-01-01T00:00:00Z', 'General'],
  ])
})

test('formulas keep what they last came to: a number, a text, a boolean, an error, or nothing', async () => {
  const cells = await cellsOf([
    { cell: { kind: 'number', value: 3 }, formula: 'B1+1' },
    { cell: { kind: 'text', value: ' a<b' }, formula: '" a"&"<b"' },
    { cell: { kind: 'boolean', value: true }, formula: '1<2' },
    { cell: { kind: 'error', value: '#DIV/0!' }, formula: '1/0' },
    { cell: null, formula: 'NOW()' },
  ])

  expect(cells.map((cell) => [cell?.t, cell?.w, cell?.f])).toEqual([
    ['n', '3', 'B1+1'],
    ['s', ' a<b', '" a"&"<b"'],
    ['b', 'TRUE', '1<2'],
    ['e', '#DIV/0!', '1/0'],
    ['z', undefined, 'NOW()'],
  ])
})

test('a text longer than a cell holds is cut, and its place is reported', async () => {
  const losses: Loss[] = []
  const workbook = { sheets: [sheetOf([['a'], [null, `${'x'.repeat(32_766)}😀`], ['y'.repeat(32_767)]])] }

  const file = await written(workbook, { report: (loss) => losses.push(loss) })

  const sheet = read(file).Sheets.Sheet
  expect(sheet?.B2.v).toBe('x'.repeat(32_766))
  expect(sheet?.A3.v).toBe('y'.repeat(32_767))
  expect(losses).toEqual([{ kind: 'text_cut', sheet: 'Sheet', row: 1, column: 1, characters: 32_768 }])
})

test('rows and columns keep their width, height, level and whether they are hidden', async () => {
  const rows = [['a'], { cells: ['b'], height: 30, isHidden: true, outlineLevel: 2 }]
  const columns = [{ width: 20 }, { isHidden: true }, { width: 5, isHidden: true }]

  const { Sheets } = await readBack({ sheets: [sheetOf(rows, { columns })] })

  expect(Sheets.Sheet?.['!cols']?.map((column) => [column?.width, column?.hidden ?? false])).toEqual([
    [20, false],
    [9.140625, true],
    [5, true],
  ])
  expect(Sheets.Sheet?.['!rows']?.[1]).toMatchObject({ hpt: 30, hidden: true, level: 2 })
})

test('styles are kept once however many cells have them, and columns give theirs to bare values', async () => {
  const rows = Array.from({ length: 50 }, () => [1, { cell: null, style: { isBold: true, fill: 'DDEBF7' } }])
  const workbook = { sheets: [sheetOf(rows, { columns: [{ style: { numberFormat: '¥#,##0' } }] })] }

  const { Sheets } = await readBack(workbook)

  expect(Sheets.Sheet?.A50).toMatchObject({ v: 1, z: '¥#,##0' })
  expect(Sheets.Sheet?.B50).toMatchObject({ s: { fgColor: { rgb: 'DDEBF7' } } })
  expect(await part(workbook, 'xl/styles.xml')).toMatch(
    /<cellXfs count="3">.*<numFmts count="1">|<numFmts count="1">.*<cellXfs count="3">/,
  )
})

test('sheets keep what is merged, filtered, frozen and printed on every page', async () => {
  const workbook: WorkbookToWrite = {
    sheets: [
      sheetOf([['title'], ['a', 'b'], [1, 2], [3, 4]], {
        name: "O'Neil",
        frozen: { rows: 2, columns: 1 },
        autoFilter: { row: 1, left: 0, right: 1 },
        merges: [{ top: 0, left: 0, bottom: 0, right: 1 }],
        printTitleRows: [0, 1],
      }),
    ],
    definedNames: [{ name: 'total', refersTo: "'O''Neil'!$A$4" }],
  }

  const { Sheets, Workbook } = await readBack(workbook)

  expect(Sheets["O'Neil"]?.['!merges']).toEqual([{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }])
  expect(Sheets["O'Neil"]?.['!autofilter']).toEqual({ ref: 'A2:B4' })
  expect(Workbook?.Names?.map(({ Name, Ref }) => [Name, Ref])).toEqual([
    ['_xlnm._FilterDatabase', "'O''Neil'!$A$2:$B$4"],
    ['_xlnm.Print_Titles', "'O''Neil'!$1:$2"],
    ['total', "'O''Neil'!$A$4"],
  ])
  expect(await part(workbook, 'xl/worksheets/sheet1.xml')).toContain(
    '<pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/>',
  )
})

test('a workbook keeps its title, its author and properties of our own', async () => {
  const properties = {
    title: '月次 & more',
    creator: 'Aiko',
    createdAt: new Date('2026-11-15T08:00:00Z'),
    custom: { svc_branch_id: 'br_1', svc_workbook_id: 'wb_"2"' },
  }

  const { Props, Custprops } = await readBack({ sheets: [sheetOf([])], properties })

  expect(Props).toMatchObject({ Title: '月次 & more', Author: 'Aiko', CreatedDate: new Date('2026-11-15T08:00:00Z') })
  expect(Custprops).toEqual({ svc_branch_id: 'br_1', svc_workbook_id: 'wb_"2"' })
})

test('several sheets follow each other, hidden ones too, with tabs that Excel allows', async () => {
  const sheets = ['売上/2026', '売上:2026', 'x'].map((name, n) => sheetOf([[n]], { name, isHidden: n === 0 }))

  const { SheetNames, Sheets, Workbook } = await readBack({ sheets })

  expect(SheetNames).toEqual(['売上_2026', '売上_2026 (2)', 'x'])
  expect(SheetNames.map((name) => Sheets[name]?.A1.v)).toEqual([0, 1, 2])
  expect(Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([1, 0, 0])
})

test('of a workbook whose sheets are all hidden the first is shown, since Excel opens none without; no sheets make no workbook', async () => {
  const sheets = ['a', 'b'].map((name) => sheetOf([[1]], { name, isHidden: true }))

  const { Workbook } = await readBack({ sheets })

  expect(Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1])
  await expect(written({ sheets: [] })).rejects.toThrow('at least one sheet')
})

test('rows are asked for no faster than the file is taken', async () => {
  let asked = 0
  async function* rows() {
    for (; asked < 1_000; asked++) yield Array.from({ length: 100 }, (_, n) => [`${Math.sin(asked * 100 + n)}`])
  }
  const file = writeXlsx({ sheets: [{ name: 'Sheet', rows: rows() }] })

  for (let n = 0; n < 4; n++) await file.next()
  const askedBefore = asked
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(askedBefore).toBeLessThan(500)
  expect(asked).toBe(askedBefore)
  await file.return(undefined)
})

test('what fails while rows are made reaches the consumer of the file', async () => {
  async function* rows() {
    yield Array.from({ length: 20_000 }, () => ['a'])
    throw new Error('the table is gone')
  }

  await expect(written({ sheets: [{ name: 'Sheet', rows: rows() }] })).rejects.toThrow('the table is gone')
})

test('the same workbook makes the same bytes', async () => {
  const workbook = () => ({ sheets: [sheetOf([['a', 1]])] })

  expect(await written(workbook())).toEqual(await written(workbook()))
})

test('what may be written into cells is said to Excel, cut to what it takes', async () => {
  const validations = [
    { column: 0, fromRow: 0, isOneRow: true, hint: { title: 'n'.repeat(40), text: 'Open & closed' } },
    {
      column: 0,
      fromRow: 1,
      test: { kind: 'list' as const, values: ['open', '閉'] },
      allowsBlank: false,
      refusal: 'No',
    },
    { column: 1, fromRow: 1, test: { kind: 'whole' as const, min: '1', max: null } },
    { column: 2, fromRow: 1, test: { kind: 'date' as const, min: '45000', max: '46000' } },
  ]
  const xml = await part({ sheets: [sheetOf([['a', 'b', 'c']], { validations })] }, 'xl/worksheets/sheet1.xml')

  expect(xml).toContain('<dataValidations count="4">')
  expect(xml).toContain(`promptTitle="${'n'.repeat(31)}…" prompt="Open &amp; closed" sqref="A1">`)
  expect(xml).toContain('<dataValidation type="list" showErrorMessage="1" error="No" sqref="A2:A1048576">')
  expect(xml).toContain('<formula1>&quot;open,閉&quot;</formula1>')
  expect(xml).toContain('type="whole" operator="greaterThanOrEqual" allowBlank="1"')
  expect(xml).toContain('<formula1>45000</formula1><formula2>46000</formula2>')
})
