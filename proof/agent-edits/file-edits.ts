import { buffer } from 'node:stream/consumers'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { compareCells } from '../../spreadsheet/src/edits/compare-cells.ts'
import { packedEntry } from '../../spreadsheet/src/write/edit/packed-entry.ts'
import { type ZipEntry, zipStream } from '../../spreadsheet/src/write/zip/zip-stream.ts'
import { openXlsx } from '../../spreadsheet/src/xlsx/open-xlsx.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'

/** An edit of a file, as a tool takes it. */
export type FileEdit = { sheet: string; range: string } & Record<string, unknown>

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const ROWS = 6

/** Two sheets with formulas that read one another, and parts that no edit of cells may touch. */
export function newFile(): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/><sheet name="Sum" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="prices">Orders!$B$2:$B$${ROWS + 1}</definedName></definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': sheet(
      orderRows(),
      '<mergeCells count="1"><mergeCell ref="F3:G4"/></mergeCells><conditionalFormatting sqref="B2:B7"><cfRule type="expression" priority="1"><formula>$C2&gt;3</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="A2:A7"><formula1>$A$2:$A$7</formula1></dataValidation></dataValidations>',
    ),
    'xl/worksheets/sheet2.xml': sheet(sumRows()),
    'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/media/picture.png': 'not really a picture',
    'docProps/app.xml': '<Properties/>',
  }
  const entries: ZipEntry[] = Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  return buffer(zipStream(entries, { level: 9 }))
}

const sheet = (rows: string, behind = '') => `<worksheet ${MAIN}><sheetData>${rows}</sheetData>${behind}</worksheet>`

const relationships = (links: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${links
    .map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`

function orderRows(): string {
  const head = `<row r="1">${['item', 'price', 'count', 'total'].map((word, n) => text(`${'ABCD'[n]}1`, word)).join('')}</row>`
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const row = n + 2
    const [price, count] = [10 * (n + 1), n + 2]
    return `<row r="${row}">${text(`A${row}`, `item ${n}`)}<c r="B${row}" s="1"><v>${price}</v></c><c r="C${row}"><v>${count}</v></c><c r="D${row}" s="1"><f>B${row}*C${row}</f><v>${price * count}</v></c></row>`
  })
  return head + rows.join('')
}

function sumRows(): string {
  const sum = Array.from({ length: ROWS }, (_, n) => 10 * (n + 1) * (n + 2)).reduce((so, each) => so + each, 0)
  return `<row r="1">${text('A1', 'sum')}<c r="B1"><f>SUM(Orders!D2:D${ROWS + 1})</f><v>${sum}</v></c></row><row r="2">${text('A2', 'large')}<c r="B2" t="b"><f>B1&gt;500</f><v>${Number(sum > 500)}</v></c></row><row r="3">${text('A3', 'highest')}<c r="B3"><f>MAX(prices)+COUNTBLANK(Orders!C2:C${ROWS + 1})+ROW(Orders!A3)</f><v>${10 * ROWS + 3}</v></c></row>`
}

/** One to three edits of one kind or another; some of them cannot be made. */
export function anyFileEdits(random: (below: number) => number): FileEdit[] {
  return Array.from({ length: 1 + random(3) }, () => anyFileEdit(random))
}

function anyFileEdit(random: (below: number) => number): FileEdit {
  const row = 2 + random(ROWS)
  switch (random(9)) {
    case 0:
      return { sheet: 'Orders', range: `A${row}`, value: `名前 <${random(9)}> & "more"` }
    case 1:
      return { sheet: 'Orders', range: `B${row}:C${row}`, values: [[random(500) / 4, random(20)]] }
    case 2:
      return { sheet: 'Orders', range: `C${row}`, value: null }
    case 3:
      return { sheet: 'Orders', range: `E2:E${row}`, formula: '=D2*2+$B$2' }
    case 4:
      return { sheet: 'Orders', range: `B${row}`, number_format: '0.000', bold: random(2) === 0, fill: 'FFEE00' }
    case 5:
      return { sheet: 'Sum', range: `C${1 + random(4)}`, date: `2026-0${1 + random(9)}-15` }
    case 6:
      // Refused, by the trial and by the write.
      return { sheet: 'Sum', range: 'B4', formula: random(2) === 0 ? 'WEBSERVICE("http://x")' : 'SUM(' }
    default:
      return { sheet: 'Orders', range: `B${row}`, value: random(400) - 100 }
  }
}

/** Parts as they are packed. */
export function partsIn(file: Buffer): Map<string, string> {
  const bytes = bytesOf(file)
  return new Map(
    [...readZipDirectory(bytes).values()].map((entry) => [
      entry.name,
      Buffer.concat([...packedEntry(bytes, entry).bytes()]).toString('base64'),
    ]),
  )
}

/** Parts that an edit of cells may not touch, and has. Styles may be touched where a format is set. */
export function touchedParts(before: Buffer, after: Buffer, sheets: ReadonlySet<string>): string[] {
  const [old, next] = [partsIn(before), partsIn(after)]
  const own = new Set(['xl/styles.xml', ...[...sheets].map((name) => SHEET_PARTS[name] ?? '')])
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (name) => !own.has(name) && old.get(name) !== next.get(name),
  )
}

const SHEET_PARTS: Readonly<Record<string, string>> = {
  Orders: 'xl/worksheets/sheet1.xml',
  Sum: 'xl/worksheets/sheet2.xml',
}

/** What differs between two files, read from them: `sheet!cell` and both values and formulas. */
export async function differencesIn(before: Buffer, after: Buffer): Promise<string[]> {
  const [old, next] = [await openXlsx(bytesOf(before)), await openXlsx(bytesOf(after))]
  const { cells } = await compareCells(old, next)
  return cells
    .map(({ sheet: on, cell, before: was, after: is }) => spelled(`${on}!${cell}`, was.value, is.value))
    .sort()
}

export const spelled = (cell: string, before: unknown, after: unknown) =>
  `${cell} ${JSON.stringify(before)} ${JSON.stringify(after)}`

/** Sheets whose cells a report names. */
export const sheetsOf = (cells: readonly { cell: string }[]) =>
  new Set(cells.map(({ cell }) => cell.slice(0, cell.lastIndexOf('!'))))
