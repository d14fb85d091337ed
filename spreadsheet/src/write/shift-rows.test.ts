import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type MadeXlsx, makeXlsx, relationships } from '../../test/make-xlsx.ts'
import { bytesOf } from '../byte-source.ts'
import { openXlsx } from '../xlsx/open-xlsx.ts'
import { unpackWhole } from '../zip/unpack-entry.ts'
import { readZipDirectory, zipKey } from '../zip/zip-directory.ts'
import { packedEntry } from './edit/packed-entry.ts'
import { shiftRows } from './shift-rows.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

async function partsOf(file: Buffer): Promise<Map<string, string>> {
  const bytes = bytesOf(file)
  const parts = new Map<string, string>()
  for (const entry of readZipDirectory(bytes).values())
    parts.set(entry.name, (await unpackWhole(bytes, entry, 1_000_000)).toString())
  return parts
}

const packed = (file: Buffer, name: string) => {
  const bytes = bytesOf(file)
  const entry = readZipDirectory(bytes).get(zipKey(name))
  return entry ? Buffer.concat([...packedEntry(bytes, entry).bytes()]).toString('base64') : null
}

type Change = { action: 'insert' | 'delete'; row: number; count: number }

async function shifted(made: MadeXlsx, change: Change, sheet = '表') {
  const file = makeXlsx(made)
  const next = await buffer(await shiftRows(bytesOf(file), { sheet, ...change, row: change.row - 1 }))
  const parts = await partsOf(next)
  return { file, next, parts, sheet: parts.get('xl/worksheets/sheet1.xml') ?? '' }
}

const INSERT: Change = { action: 'insert', row: 3, count: 2 }
const DELETE: Change = { action: 'delete', row: 3, count: 1 }

const rowOf = (row: number, cells: string) => `<row r="${row}">${cells}</row>`
const ROWS = [
  rowOf(1, '<c r="A1" t="inlineStr"><is><t>price</t></is></c>'),
  rowOf(2, '<c r="A2" s="1"><v>2</v></c><c r="B2"><f>A2*10</f><v>20</v></c>'),
  rowOf(3, '<c r="A3"><v>3</v></c><c r="B3"><f t="shared" ref="B3:B4" si="0">A3*10+$A$2</f><v>32</v></c>'),
  rowOf(4, '<c r="A4"><v>4</v></c><c r="B4"><f t="shared" si="0"/><v>42</v></c>'),
  rowOf(6, '<c r="A6"><f>SUM(A2:A4)</f><v>9</v></c><c r="B6"><f>A3</f><v>3</v></c>'),
].join('')

test('rows that come push down what is below, with its formulas, and look like the row above', async () => {
  const { sheet } = await shifted({ rows: ROWS, before: '<dimension ref="A1:B6"/>' }, INSERT)

  expect(sheet).toContain('<dimension ref="A1:B8"/>')
  expect(sheet).toContain('<row r="3"><c r="A3" s="1"/></row><row r="4"><c r="A4" s="1"/></row>')
  expect(sheet).toContain('<row r="5"><c r="A5"><v>3</v></c><c r="B5"><f>A5*10+$A$2</f><v>32</v></c></row>')
  expect(sheet).toContain('<c r="B6"><f>A6*10+$A$2</f><v>42</v></c>')
  expect(sheet).toContain('<row r="8"><c r="A8"><f>SUM(A2:A6)</f><v>9</v></c><c r="B8"><f>A5</f><v>3</v></c></row>')
})

test('rows that go take their cells along; what they shared with others stays, and what read them is broken', async () => {
  const { sheet } = await shifted({ rows: ROWS }, DELETE)

  expect(sheet).not.toContain('<v>32</v>')
  expect(sheet).toContain('<row r="3"><c r="A3"><v>4</v></c><c r="B3"><f>A3*10+$A$2</f><v>42</v></c></row>')
  expect(sheet).toContain('<row r="5"><c r="A5"><f>SUM(A2:A3)</f><v>9</v></c><c r="B5"><f>#REF!</f><v>3</v></c></row>')
})

test('all that names cells of the sheet follows', async () => {
  const behind = [
    '<sheetProtection/><protectedRanges><protectedRange sqref="A2:A9 C1" name="p"/></protectedRanges>',
    '<autoFilter ref="A1:B6"><sortState ref="A2:B6"><sortCondition ref="A2:A6"/></sortState></autoFilter>',
    '<mergeCells count="2"><mergeCell ref="C2:D4"/><mergeCell ref="C8:D8"/></mergeCells>',
    '<conditionalFormatting sqref="B2:B6"><cfRule type="expression" priority="1"><formula>AND($A2&gt;$A$6,B2&lt;9)</formula></cfRule></conditionalFormatting>',
    '<dataValidations count="1"><dataValidation type="list" sqref="C4"><formula1>$A$2:$A$6</formula1></dataValidation></dataValidations>',
    '<hyperlinks><hyperlink ref="A6" location="表!A4"/></hyperlinks>',
    '<rowBreaks count="1" manualBreakCount="1"><brk id="4" max="16383" man="1"/></rowBreaks>',
    '<ignoredErrors><ignoredError sqref="B4:B6" formula="1"/></ignoredErrors>',
    '<extLst><ext><x14:conditionalFormattings><x14:conditionalFormatting><x14:cfRule><xm:f>$A5&gt;2</xm:f></x14:cfRule><xm:sqref>B5:B6</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>',
  ].join('')

  const { sheet } = await shifted({ rows: ROWS, behind }, INSERT)

  expect(sheet).toContain('sqref="A2:A11 C1"')
  expect(sheet).toContain('<autoFilter ref="A1:B8"><sortState ref="A2:B8"><sortCondition ref="A2:A8"/>')
  expect(sheet).toContain('<mergeCells count="2"><mergeCell ref="C2:D6"/><mergeCell ref="C10:D10"/></mergeCells>')
  expect(sheet).toContain(
    'sqref="B2:B8"><cfRule type="expression" priority="1"><formula>AND($A2&gt;$A$8,B2&lt;9)</formula>',
  )
  expect(sheet).toContain('<dataValidation type="list" sqref="C6"><formula1>$A$2:$A$8</formula1>')
  expect(sheet).toContain('<hyperlink ref="A8" location="表!A6"/>')
  expect(sheet).toContain('<brk id="6" max="16383" man="1"/>')
  expect(sheet).toContain('<ignoredError sqref="B6:B8" formula="1"/>')
  expect(sheet).toContain('<xm:f>$A7&gt;2</xm:f></x14:cfRule><xm:sqref>B7:B8</xm:sqref>')
})

test('a list that loses all its entries goes, and one that keeps some counts them', async () => {
  const behind =
    '<mergeCells count="1"><mergeCell ref="C3:D3"/></mergeCells><dataValidations count="2"><dataValidation sqref="C3"/><dataValidation sqref="C4"/></dataValidations><hyperlinks><hyperlink ref="A3"/></hyperlinks>'

  const { sheet } = await shifted({ rows: ROWS, behind }, DELETE)

  expect(sheet).not.toContain('mergeCell')
  expect(sheet).not.toContain('hyperlink')
  expect(sheet).toContain('<dataValidations count="1"><dataValidation sqref="C3"/></dataValidations>')
})

const LINKS = [
  ['drawing', '../drawings/drawing1.xml'],
  ['vmlDrawing', '../drawings/vml1.vml'],
  ['comments', '../comments1.xml'],
  ['table', '../tables/table1.xml'],
  ['pivotTable', '../pivotTables/pivot1.xml'],
]
  .map(([kind, target], n) => `<Relationship Id="r${n}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
  .join('')

const OTHER_PARTS = {
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="表" sheetId="1" r:id="rId1"/><sheet name="Sum" sheetId="2" r:id="rId9"/><sheet name="Text" sheetId="3" r:id="rId10"/></sheets><definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">表!$A$1:$B$6</definedName><definedName name="rate">0.1</definedName></definedNames></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
    ['rId10', 'worksheet', 'worksheets/sheet3.xml'],
    ['rId11', 'pivotCacheDefinition', 'pivotCache/cache1.xml'],
    ['rId12', 'calcChain', 'calcChain.xml'],
  ]),
  'xl/calcChain.xml': '<calcChain><c r="B2" i="1"/></calcChain>',
  'xl/worksheets/sheet2.xml': `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1"><f>SUM(表!A2:A4)+A6</f><v>9</v></c></row></sheetData></worksheet>`,
  'xl/worksheets/sheet3.xml': `<worksheet ${MAIN}><sheetData><row r="9"><c r="A9"><f>A3</f><v>0</v></c></row></sheetData></worksheet>`,
  'xl/drawings/drawing1.xml': '<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>3</xdr:row></xdr:from><xdr:to><xdr:col>4</xdr:col><xdr:row>9</xdr:row></xdr:to></xdr:twoCellAnchor></xdr:wsDr>',
  'xl/drawings/_rels/drawing1.xml.rels': relationships([['rId1', 'chart', '../charts/chart1.xml']]),
  'xl/charts/chart1.xml': '<c:chartSpace><c:val><c:numRef><c:f>表!$A$2:$A$4</c:f></c:numRef></c:val></c:chartSpace>',
  'xl/drawings/vml1.vml': '<xml><v:shape id="a"><x:ClientData ObjectType="Note"><x:Anchor>1, 15, 2, 2, 3, 15, 5, 4</x:Anchor><x:Row>3</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>',
  'xl/comments1.xml': '<comments><commentList><comment ref="A4"><text><t>note</t></text></comment></commentList></comments>',
  'xl/tables/table1.xml': '<table displayName="T" ref="H1:I6" totalsRowCount="1"><autoFilter ref="H1:I5"/><tableColumns><tableColumn><calculatedColumnFormula>H2*2</calculatedColumnFormula></tableColumn></tableColumns></table>',
  'xl/pivotTables/pivot1.xml': '<pivotTableDefinition><location ref="K20:L24"/></pivotTableDefinition>',
  'xl/pivotCache/cache1.xml': '<pivotCacheDefinition><cacheSource><worksheetSource ref="A1:B6" sheet="表"/></cacheSource></pivotCacheDefinition>',
} // biome-ignore format: parts of a file

test('so do other sheets, names, charts, pictures, notes, tables and pivot tables; parts without such cells keep their bytes', async () => {
  const { parts, file, next } = await shifted({ rows: ROWS, related: LINKS, parts: OTHER_PARTS }, INSERT)

  expect(parts.get('xl/workbook.xml')).toContain('>表!$A$1:$B$8<')
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('<f>SUM(表!A2:A6)+A6</f>')
  expect(parts.get('xl/drawings/drawing1.xml')).toContain('<xdr:row>5</xdr:row></xdr:from>')
  expect(parts.get('xl/drawings/drawing1.xml')).toContain('<xdr:row>11</xdr:row></xdr:to>')
  expect(parts.get('xl/charts/chart1.xml')).toContain('表!$A$2:$A$6')
  expect(parts.get('xl/drawings/vml1.vml')).toContain('<x:Row>5</x:Row>')
  expect(parts.get('xl/comments1.xml')).toContain('<comment ref="A6">')
  expect(parts.get('xl/tables/table1.xml')).toContain('ref="H1:I8" totalsRowCount="1"><autoFilter ref="H1:I7"/>')
  expect(parts.get('xl/tables/table1.xml')).toContain('<calculatedColumnFormula>H2*2</calculatedColumnFormula>')
  expect(parts.get('xl/pivotTables/pivot1.xml')).toContain('ref="K22:L26"')
  expect(parts.get('xl/pivotCache/cache1.xml')).toContain('ref="A1:B8"')
  expect(parts.has('xl/calcChain.xml')).toBe(false)
  for (const same of ['xl/worksheets/sheet3.xml', 'xl/styles.xml', 'xl/sharedStrings.xml'])
    expect(packed(next, same)).toBe(packed(file, same))
})

test('a note goes with its cell', async () => {
  const { parts } = await shifted({ rows: ROWS, related: LINKS, parts: OTHER_PARTS }, { ...DELETE, row: 4 })

  expect(parts.get('xl/comments1.xml')).not.toContain('<comment ')
  expect(parts.get('xl/drawings/vml1.vml')).not.toContain('v:shape')
})

test('what was inserted can be deleted again: every cell is what it was', async () => {
  const { next } = await shifted({ rows: ROWS }, INSERT)

  const back = await buffer(await shiftRows(bytesOf(next), { sheet: '表', action: 'delete', row: 2, count: 2 }))

  const formulas = async (file: Buffer) => {
    const { cells } = await (await openXlsx(bytesOf(file))).readGrid(0, { rows: 100, cells: 1_000 })
    return cells.map(({ row, column, cell, formula }) => [row, column, cell?.value, formula?.r1c1])
  }
  expect(await formulas(back)).toEqual(await formulas(makeXlsx({ rows: ROWS })))
})

describe('it is refused, with the reason, where', () => {
  const array = rowOf(2, '<c r="A2"><f t="array" ref="A2:A4">B2:B4</f><v>1</v></c>')
  const table = (ref: string, more = '') => ({
    related: LINKS,
    parts: { ...OTHER_PARTS, 'xl/tables/table1.xml': `<table displayName="T" ref="${ref}"${more}/>` },
  })
  test.each([
    ['a formula fills several rows', { rows: array }, INSERT, 'A2:A4 is filled by one formula'],
    ['the names of a table go', { rows: ROWS, ...table('H3:I6') }, DELETE, 'the table T has its names in row 3'],
    ['the totals of a table go', { rows: ROWS, ...table('H1:I3', ' totalsRowCount="1"') }, DELETE, 'totals in row 3'],
    ['a table would be empty', { rows: ROWS, ...table('H2:I3') }, DELETE, 'no row left'],
    [
      'the names above a filter go',
      { rows: ROWS, behind: '<autoFilter ref="A3:B6"/>' },
      DELETE,
      'the filter of the sheet',
    ],
    [
      'a pivot table is cut',
      { rows: ROWS, related: LINKS, parts: OTHER_PARTS },
      { ...INSERT, row: 22 },
      'the pivot table in K20:L24',
    ],
    ['sheets are added up', { rows: rowOf(1, '<c r="A1"><f>SUM(A:B!C1)</f></c>') }, INSERT, 'several sheets'],
    ['rows are pushed out', { rows: rowOf(1_048_576, '<c r="A1048576"><v>1</v></c>') }, INSERT, 'pushed out'],
    ['there are views with names', { rows: ROWS, behind: '<customSheetViews/>' }, INSERT, 'views of the sheet'],
    [
      'a part is not known',
      {
        rows: ROWS,
        related: `<Relationship Id="r" Type="${OFFICE}/namedSheetView" Target="../view.xml"/>`,
        parts: { 'xl/view.xml': '<x/>' },
      },
      INSERT,
      'namedSheetView',
    ],
  ] satisfies [string, MadeXlsx, Change, string][])('%s', async (_, made, change, message) => {
    await expect(shifted(made, change)).rejects.toThrow(message)
  })
})
