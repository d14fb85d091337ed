import { expect, test } from 'vitest'
import { type MadeXlsx, makeXlsx } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import { openXlsx } from './open-xlsx.ts'

const ALL = { rows: 1000, cells: 100_000 }
const gridOf = async (made: MadeXlsx, bounds = ALL) => (await openXlsx(bytesOf(makeXlsx(made)))).readGrid(0, bounds)
const formulasOf = async (rows: string) =>
  (await gridOf({ rows })).cells.map(({ formula }) => formula && `${formula.kind} ${formula.r1c1}`)

test('formulas are reported as seen from their cell: filled down they are one text', async () => {
  const rows = [1, 2].map((n) => `<row r="${n}"><c r="C${n}"><f>A${n}*$B$1+SUM(D:D)</f><v>1</v></c></row>`).join('')

  expect(await formulasOf(rows)).toEqual(['normal RC[-2]*R1C2+SUM(C[1]:C[1])', 'normal RC[-2]*R1C2+SUM(C[1]:C[1])'])
})

test('cells that share a formula each report it', async () => {
  const rows =
    '<row r="1"><c r="B1"><f t="shared" ref="B1:B2" si="0">A1+1</f><v>1</v></c></row><row r="2"><c r="B2"><f t="shared" si="0"/><v>2</v></c></row>'

  expect(await formulasOf(rows)).toEqual(['shared RC[-1]+1', 'shared RC[-1]+1'])
})

test('an array formula tells which cells it fills, a data table what it varies', async () => {
  const rows =
    '<row r="1"><c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>1</v></c><c r="C1"><f t="dataTable" ref="C1:C3" r1="D1"/><v>1</v></c></row>'

  const { cells } = await gridOf({ rows })

  expect(cells.map(({ formula }) => formula)).toEqual([
    { r1c1: 'RC[1]:R[1]C[1]*2', kind: 'array', range: 'A1:A2' },
    { r1c1: 'TABLE(RC[1],)', kind: 'array', range: 'C1:C3' },
  ])
})

test('merges, hidden and grouped rows and columns, frozen panes and the filter are reported', async () => {
  const before =
    '<sheetViews><sheetView><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews>' +
    '<cols><col min="2" max="3" width="12.5" hidden="1" outlineLevel="1"/></cols>'
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1" outlineLevel="2"/>'
  const behind = '<autoFilter ref="A1:C9"/><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>'

  const grid = await gridOf({ before, rows, behind })

  expect(grid).toMatchObject({
    merges: [{ top: 0, left: 0, bottom: 1, right: 1 }],
    rows: [{ row: 1, isHidden: true, outlineLevel: 2 }],
    columns: [{ from: 1, to: 2, isHidden: true, outlineLevel: 1, width: 12.5 }],
    frozen: { rows: 2, columns: 1 },
    autoFilter: { top: 0, left: 0, bottom: 8, right: 2 },
    used: { top: 0, left: 0, bottom: 0, right: 0 },
    isTruncated: false,
  })
})

test('a bound that is met is reported, and what follows the rows is still there', async () => {
  const rows = [1, 2, 3, 4]
    .map((n) => `<row r="${n}"><c r="A${n}"><v>${n}</v></c><c r="B${n}"><v>${n}</v></c></row>`)
    .join('')
  const behind = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'

  const byRows = await gridOf({ rows, behind }, { rows: 2, cells: 100 })
  const byCells = await gridOf({ rows, behind }, { rows: 100, cells: 3 })
  const whole = await gridOf({ rows, behind }, { rows: 4, cells: 8 })

  expect(
    [byRows, byCells, whole].map(({ cells, isTruncated, merges }) => [cells.length, isTruncated, merges.length]),
  ).toEqual([
    [4, true, 1],
    [3, true, 1],
    [8, false, 1],
  ])
})

test('names, what is printed, comments and tables belong to their sheet', async () => {
  const names =
    '<definedNames><definedName name="rate">表!$B$1</definedName><definedName name="other" localSheetId="1">1</definedName>' +
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'a,b'!$A:$B,'a,b'!$1:$2</definedName>` +
    '<definedName name="_xlnm.Print_Area" localSheetId="0">表!$A$1:$C$9</definedName><definedName name="gone" hidden="1">1</definedName></definedNames>'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const related = `<Relationship Id="a" Type="${office}/comments" Target="../c.xml"/><Relationship Id="b" Type="${office}/table" Target="/xl/t.xml"/>`
  const parts = {
    'xl/c.xml':
      '<comments><authors/><commentList><comment ref="A1"><text><r><t>first </t></r><r><t>note</t></r></text></comment><comment ref="Z3"><text><t>empty cell</t></text></comment></commentList></comments>',
    'xl/t.xml': '<table name="t" displayName="売上" ref="A1:B3" totalsRowCount="1"><autoFilter ref="A1:B2"/></table>',
  }

  const grid = await gridOf({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>', names, related, parts })

  expect(grid.definedNames).toEqual([{ name: 'rate', refersTo: '表!$B$1' }])
  expect(grid.printTitles).toEqual({ rows: [0, 1], columns: [0, 1] })
  expect(grid.printArea).toEqual({ top: 0, left: 0, bottom: 8, right: 2 })
  expect(grid.cells.map(({ row, column, comment }) => [row, column, comment])).toEqual([
    [0, 0, 'first note'],
    [2, 25, 'empty cell'],
  ])
  expect(grid.listObjects).toEqual([
    { name: '売上', box: { top: 0, left: 0, bottom: 2, right: 1 }, hasHeader: true, totalRows: 1 },
  ])
})

test('a style tells format, font, fill, border and alignment', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>' +
    '<fonts><font><sz val="11"/></font><font><b/><i val="0"/><sz val="14"/><color rgb="FFFF0000"/></font></fonts>' +
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.5"/></patternFill></fill></fills>' +
    '<borders><border><left/></border><border><left style="thin"/><top style="double"/><bottom style="none"/></border></borders>' +
    '<cellXfs><xf/><xf numFmtId="170" fontId="1" fillId="1" borderId="1"><alignment horizontal="right" indent="2" wrapText="1"/></xf><xf numFmtId="28"/></cellXfs>' +
    '<dxfs><dxf><font><b/></font><fill><patternFill><fgColor rgb="FF00FF00"/></patternFill></fill></dxf></dxfs>'
  const theme =
    '<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>'

  const file = await openXlsx(bytesOf(makeXlsx({ styles, parts: { 'xl/theme/theme1.xml': theme } })))

  expect(file.styles).toHaveLength(3)
  expect(file.styles[1]).toEqual({
    numberFormat: '[$-411]ggge"年"m"月"d"日"',
    meaning: 'date',
    isBold: true,
    isItalic: false,
    indent: 2,
    horizontal: 'right',
    wraps: true,
    fill: 'A2B9E2',
    fontColor: 'FF0000',
    fontSize: 14,
    border: { top: true, right: false, bottom: false, left: true },
  })
  expect(file.styles[2]).toMatchObject({ meaning: 'date', isBold: false, fill: null })
})
