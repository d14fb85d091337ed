/**
 * Large spreadsheets for proofs, made as Excel shapes them: shared strings, styles, spans, formulas with their results.
 * `makeSpreadsheet('a' | 'b' | 'c', path)` from this file; the same bytes each time.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'
import { columnLetters } from '../../spreadsheet/src/xlsx/cell-reference.ts'

export type SpreadsheetFile = {
  path: string
  rows: number
  columns: number
  /** Cells with a value, the header's included. */
  cells: number
  formulas: number
  texts: number
}

/** a: 1,000,000 × 10 of mixed columns; b: the same with 100,000 rows; c: 5,000 × 200, mostly numbers. */
export const SHAPES = {
  a: { rows: 1_000_000, groups: 1 },
  b: { rows: 100_000, groups: 1 },
  c: { rows: 5_000, groups: 20 },
} as const

const HEADER = ['番号', '取引先', '区分', '日付', '数量', '単価', '税率', '確定', '備考', '金額']
const KINDS = ['売上', '仕入', '返品', '値引', '送料', '手数料', '立替', '前受', '未収', '雑費']
const PIECE_BYTES = 256 * 1024

type Part = { name: string; pieces: Iterable<string> }
type Packed = { name: Buffer; crc: number; packedBytes: number; sizeBytes: number; at: number }
type Counts = { cells: number; formulas: number; texts: number }

/** Writes one of the files and tells what is in it. */
export async function makeSpreadsheet(shape: keyof typeof SHAPES, path: string): Promise<SpreadsheetFile> {
  const { rows, groups } = SHAPES[shape]
  const counts: Counts = { cells: 0, formulas: 0, texts: 0 }
  const texts: string[] = []
  const parts: Part[] = [
    { name: 'xl/worksheets/sheet1.xml', pieces: sheet(rows, groups, texts, counts) },
    { name: 'xl/sharedStrings.xml', pieces: sharedStrings(texts) },
    ...Object.entries(SMALL_PARTS).map(([name, text]) => ({ name, pieces: [text] })),
  ]
  await writeZip(path, parts)
  return { path, rows: rows + 1, columns: HEADER.length * groups, ...counts, texts: texts.length }
}

function* sheet(rows: number, groups: number, texts: string[], counts: Counts): Generator<string> {
  const columns = HEADER.length * groups
  const last = columnLetters(columns - 1)
  const letters = Array.from({ length: columns }, (_, n) => columnLetters(n))
  yield `${XML}<worksheet ${MAIN}><dimension ref="A1:${last}${rows + 1}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  yield `<row r="1" spans="1:${columns}">${letters.map((letter, n) => text(`${letter}1`, headerOf(n), texts)).join('')}</row>`
  counts.cells += columns
  const kinds = KINDS.map((kind) => texts.push(kind) - 1)
  const dice = newDice()
  for (let row = 2; row <= rows + 1; row++) {
    let cells = ''
    for (let group = 0; group < groups; group++) {
      cells += groupOfCells(row, letters.slice(group * HEADER.length), dice, texts, kinds, counts)
    }
    yield `<row r="${row}" spans="1:${columns}">${cells}</row>`
  }
  yield '</sheetData><autoFilter ref="A1:J1"/><mergeCells count="2"><mergeCell ref="L1:M1"/><mergeCell ref="L2:M2"/></mergeCells></worksheet>'
}

function headerOf(column: number): string {
  const group = Math.floor(column / HEADER.length)
  return group === 0 ? (HEADER[column] ?? '') : `${HEADER[column % HEADER.length]}_${group + 1}`
}

/** Ten cells; one in fifty has no remark. */
function groupOfCells(
  row: number,
  letters: string[],
  dice: Dice,
  texts: string[],
  kinds: number[],
  counts: Counts,
): string {
  const [a, b, c, d, e, f, g, h, i, j] = letters
  const quantity = 1 + dice(5000)
  const price = (1 + dice(9_999_99)) / 100
  const isSilent = dice(50) === 0
  const note = isSilent ? '' : text(`${i}${row}`, `備考 ${row}-${dice(1_000_000)}`, texts)
  counts.cells += isSilent ? 9 : 10
  counts.formulas++
  return (
    `<c r="${a}${row}"><v>${100_000 + row}</v></c><c r="${b}${row}" t="s"><v>${kinds[dice(10)]}</v></c>` +
    `<c r="${c}${row}" t="s"><v>${kinds[dice(10)]}</v></c><c r="${d}${row}" s="1"><v>${43_831 + dice(2000)}</v></c>` +
    `<c r="${e}${row}" s="2"><v>${quantity}</v></c><c r="${f}${row}" s="3"><v>${price}</v></c>` +
    `<c r="${g}${row}" s="4"><v>${dice(2) === 0 ? 0.08 : 0.1}</v></c><c r="${h}${row}" t="b"><v>${dice(2)}</v></c>${note}` +
    `<c r="${j}${row}" s="3"><f>${e}${row}*${f}${row}</f><v>${quantity * price}</v></c>`
  )
}

function text(reference: string, value: string, texts: string[]): string {
  return `<c r="${reference}" t="s"><v>${texts.push(value) - 1}</v></c>`
}

function* sharedStrings(texts: string[]): Generator<string> {
  yield `${XML}<sst ${MAIN} count="${texts.length}" uniqueCount="${texts.length}">`
  for (const value of texts) yield `<si><t>${value}</t></si>`
  yield '</sst>'
}

type Dice = (sides: number) => number

/** The same throws each time. */
function newDice(): Dice {
  let state = 0x2545f491
  return (sides) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % sides
  }
}

async function writeZip(path: string, parts: readonly Part[]) {
  const file = createWriteStream(path)
  let at = 0
  const write = async (bytes: Buffer) => {
    at += bytes.length
    if (!file.write(bytes)) await once(file, 'drain')
  }
  const packed: Packed[] = []
  for (const { name, pieces } of parts) {
    const entry: Packed = { name: Buffer.from(name), crc: 0, packedBytes: 0, sizeBytes: 0, at }
    await write(header(0x04034b50, entry))
    const from = at
    await deflate(pieces, entry, write)
    entry.packedBytes = at - from
    await write(dataDescriptor(entry))
    packed.push(entry)
  }
  const directoryAt = at
  for (const entry of packed) await write(header(0x02014b50, entry))
  await write(endOfDirectory(packed.length, at - directoryAt, directoryAt))
  file.end()
  await once(file, 'finish')
}

async function deflate(pieces: Iterable<string>, entry: Packed, write: (bytes: Buffer) => Promise<void>) {
  const deflating = createDeflateRaw({ level: 6, chunkSize: PIECE_BYTES })
  const drained = (async () => {
    for await (const chunk of deflating) await write(chunk)
  })()
  for (const bytes of inBlocks(pieces)) {
    entry.crc = crc32(bytes, entry.crc)
    entry.sizeBytes += bytes.length
    if (!deflating.write(bytes)) await once(deflating, 'drain')
  }
  deflating.end()
  await drained
}

function* inBlocks(pieces: Iterable<string>): Generator<Buffer> {
  let block = ''
  for (const piece of pieces) {
    block += piece
    if (block.length < PIECE_BYTES) continue
    yield Buffer.from(block)
    block = ''
  }
  yield Buffer.from(block)
}

/** A local header, or with the other signature an entry of the directory. Sizes follow the data (flag 8), names are UTF-8. */
function header(signature: number, { name, crc, packedBytes, sizeBytes, at }: Packed): Buffer {
  const isEntry = signature === 0x02014b50
  const bytes = Buffer.alloc(isEntry ? 46 : 30)
  bytes.writeUInt32LE(signature, 0)
  const to = isEntry ? 6 : 4
  if (isEntry) bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, to)
  bytes.writeUInt16LE(0x0808, to + 2)
  bytes.writeUInt16LE(8, to + 4)
  bytes.writeUInt32LE(crc, to + 10)
  bytes.writeUInt32LE(packedBytes, to + 14)
  bytes.writeUInt32LE(sizeBytes, to + 18)
  bytes.writeUInt16LE(name.length, to + 22)
  if (isEntry) bytes.writeUInt32LE(at, 42)
  return Buffer.concat([bytes, name])
}

function dataDescriptor({ crc, packedBytes, sizeBytes }: Packed): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packedBytes, 8)
  bytes.writeUInt32LE(sizeBytes, 12)
  return bytes
}

function endOfDirectory(count: number, sizeBytes: number, at: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(sizeBytes, 12)
  bytes.writeUInt32LE(at, 16)
  return bytes
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SMALL_PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="明細" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/></numFmts><fonts count="1"><font><sz val="11"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
