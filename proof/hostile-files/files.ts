import { utils, write } from '@e965/xlsx'
import { makeXlsx, xlsxParts } from '../../spreadsheet/test/make-xlsx.ts'
import { makeZip, type ZipPart } from '../../spreadsheet/test/make-zip.ts'

const MEGABYTE = 1024 * 1024

/** A file that is rarely or never sent in good faith, and the correct answers to it. */
export type HostileFile = {
  name: string
  filename: string
  bytes: () => Buffer
  /** 201: it is odd, and can be read. */
  right: readonly number[]
}

const TAKEN = [201]
const UNSUPPORTED = [415]
const TOO_LARGE = [413]
/** Which of them is a matter of where it is noticed. */
const REFUSED = [413, 415]
const EITHER = [201, 413, 415]

export const HOSTILE_FILES: readonly HostileFile[] = [
  xlsx('a zip bomb', TOO_LARGE, () => makeXlsx({ sheet: sheetOf(`<row r="1"><c t="str"><v>${'0'.repeat(400 * MEGABYTE)}</v></c></row>`) })),
  xlsx('a zip bomb whose header lies', REFUSED, () => withClaims({ sizeBytes: 1_000 }, 50 * MEGABYTE)),
  xlsx('an entry that is smaller than it says', REFUSED, () => withClaims({ sizeBytes: 1_000_000 }, 100)),
  xlsx('a wrong checksum', UNSUPPORTED, () => withClaims({ crc: 1 }, 100)),
  xlsx('an encrypted entry', UNSUPPORTED, () => withClaims({ flags: 0x0801 }, 100)),
  xlsx('an unknown compression', UNSUPPORTED, () => withClaims({ method: 99 }, 100)),
  xlsx('overlapping entries', REFUSED, () => withClaims({ at: 0 }, 100)),
  xlsx('a million entries', TOO_LARGE, () => makeZip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}`, content: '' })), { isZip64: true })),
  xlsx('the same entry twice', UNSUPPORTED, () => makeZip([...xlsxParts({}), ...xlsxParts({})])),
  xlsx('names that lead out of the archive', TAKEN, () => makeXlsx({ rows: rowOf(1), parts: { '../../../../etc/cron.d/x': 'x', '/etc/passwd': 'x' } })),
  xlsx('a sheet outside of the archive', REFUSED, () => makeXlsx({ parts: { 'xl/_rels/workbook.xml.rels': outsideRels() } })),
  xlsx('a document type with an entity of this machine', UNSUPPORTED, () => makeXlsx({ sheet: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf('<row r="1"><c t="str"><v>&e;</v></c></row>')}` })),
  xlsx('a billion laughs', UNSUPPORTED, () => makeXlsx({ strings: Buffer.from(laughs()), rows: '<row r="1"><c t="s"><v>0</v></c></row>' })),
  xlsx('an unknown entity', EITHER, () => makeXlsx({ rows: '<row r="1"><c t="str"><v>&unknown;</v></c></row>' })),
  xlsx('16,384 columns', TOO_LARGE, () => makeXlsx({ rows: `<row r="1">${'<c><v>1</v></c>'.repeat(16_384)}</row>` })),
  xlsx('a column too many for the format', REFUSED, () => makeXlsx({ rows: '<row r="1"><c r="ZZZZ1"><v>1</v></c></row>' })),
  xlsx('1,048,576 rows', TAKEN, () => makeXlsx({ rows: Array.from({ length: 1_048_576 }, (_, n) => `<row><c><v>${(n * 7_919) % 1_000_003}</v></c></row>`).join('') })),
  xlsx('a row too many for the format', REFUSED, () => makeXlsx({ rows: '<row r="99999999"><c><v>1</v></c></row>' })),
  xlsx('a cell in the last corner', TAKEN, () => makeXlsx({ rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>' })),
  xlsx('rows backwards', EITHER, () => makeXlsx({ rows: rowOf(9) + rowOf(3) + rowOf(1) })),
  xlsx('100,000 styles', EITHER, () => makeXlsx({ rows: '<row r="1"><c s="99999"><v>45000</v></c></row>', styles: `<cellXfs>${'<xf numFmtId="14"/>'.repeat(100_000)}</cellXfs>` })),
  xlsx('a style that is not there', EITHER, () => makeXlsx({ rows: '<row r="1"><c s="4000000000"><v>1</v></c></row>' })),
  xlsx('a shared string that is not there', EITHER, () => makeXlsx({ rows: '<row r="1"><c t="s"><v>4294967295</v></c><c t="s"><v>-1</v></c></row>' })),
  xlsx('a number that is none', EITHER, () => makeXlsx({ rows: '<row r="1"><c><v>1e999</v></c><c><v>abc</v></c><c><v></v></c></row>' })),
  xlsx('a text of 30 million characters', REFUSED, () => makeXlsx({ rows: `<row r="1"><c t="str"><v>${'長'.repeat(3 * MEGABYTE)}</v></c></row>` })),
  xlsx('elements in elements without end', EITHER, () => makeXlsx({ rows: '<a>'.repeat(1_000_000) })),
  xlsx('an attribute without end', REFUSED, () => makeXlsx({ rows: `<row r="1" x="${'y'.repeat(80 * MEGABYTE)}"/>` })),
  xlsx('a sheet that stops in a tag', UNSUPPORTED, () => makeXlsx({ sheet: sheetOf('<row r="1"><c><v>1').slice(0, -30) })),
  xlsx('a workbook without sheets', EITHER, () => makeXlsx({ parts: { 'xl/workbook.xml': '<workbook/>' } })),
  xlsx('a shared formula of a million cells', EITHER, () => makeXlsx({ rows: sharedFormula(200_000) })),
  xlsx('an archive that holds nothing', UNSUPPORTED, () => makeZip([])),
  file('a workbook with a password', 'secret.xlsx', UNSUPPORTED, () => compound('EncryptedPackage')),
  file('a compound file of rubbish', 'rubbish.xls', REFUSED, () => compound('Workbook')),
  file('an older workbook under a new name', 'new.xlsx', TAKEN, () => older('biff8')),
  file('an older workbook whose formula never ends', 'endless.xls', TOO_LARGE, endless),
  file('a binary workbook under a wrong name', 'text.csv', TAKEN, () => older('xlsb')),
  file('a PDF', 'report.xlsx', UNSUPPORTED, () => Buffer.from('%PDF-1.7\n1 0 obj')),
  file('a web page', 'report.xls', UNSUPPORTED, () => Buffer.from('<html><body><table><tr><td>1</td></tr></table></body></html>')),
  file('nothing', 'empty.csv', UNSUPPORTED, () => Buffer.alloc(0)),
  file('NULs', 'zeros.csv', UNSUPPORTED, () => Buffer.alloc(10 * MEGABYTE)),
  file('a NUL in a field', 'nul.csv', EITHER, () => Buffer.from('a,b\n1,x\0y\n2,z\n')),
  file('UTF-16 without a mark', 'wide.csv', TAKEN, () => Buffer.from('名前,数\n東京,1\n大阪,2\n', 'utf16le')),
  file('bytes of no encoding', 'bad.csv', EITHER, () => Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0]), Buffer.from('\n')])),
  file('a line of 90 MB', 'line.csv', TOO_LARGE, () => Buffer.alloc(90 * MEGABYTE, 'x')),
  file('a quote that never ends', 'quote.csv', EITHER, () => Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(20 * MEGABYTE, 'x')])),
  file('commas only', 'commas.csv', EITHER, () => Buffer.alloc(5 * MEGABYTE, ',')),
  file('quotes only', 'quotes.csv', EITHER, () => Buffer.alloc(5 * MEGABYTE, '"')),
  file('line feeds only', 'lines.csv', EITHER, () => Buffer.alloc(5 * MEGABYTE, '\n')),
  file('a new column in each of 5,000 rows', 'stairs.csv', TOO_LARGE, () => Buffer.from(Array.from({ length: 5_000 }, (_, n) => `${','.repeat(n)}x`).join('\n'))),
  file('columns that change their kind with every row', 'flip.csv', TAKEN, () => Buffer.from(`a,b\n${'1,x\nx,1\n'.repeat(100_000)}`)),
] // biome-ignore format: a table

function xlsx(name: string, right: readonly number[], bytes: () => Buffer): HostileFile {
  return file(name, 'hostile.xlsx', right, bytes)
}

function file(name: string, filename: string, right: readonly number[], bytes: () => Buffer): HostileFile {
  return { name, filename, right, bytes }
}

const rowOf = (row: number) => `<row r="${row}"><c><v>${row}</v></c></row>`

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** A workbook whose sheet is of this size and whose headers say otherwise. */
function withClaims(claims: ZipPart['claims'], size: number): Buffer {
  const sheet = sheetOf(`<row r="1"><c t="str"><v>${'0'.repeat(size)}</v></c></row>`)
  const parts = xlsxParts({ sheet })
  return makeZip(
    parts.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, ...(claims ? { claims } : {}) } : part)),
  )
}

const outsideRels = () =>
  '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="../../../../etc/passwd"/></Relationships>'

function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<!DOCTYPE sst [<!ENTITY l0 "ha">${levels.join('')}]><sst><si><t>&l9;</t></si></sst>`
}

function sharedFormula(rows: number): string {
  const first = `<row><c r="A1"><f t="shared" si="0" ref="A1:A${rows}">B1*2</f><v>1</v></c></row>`
  return first + '<row><c><f t="shared" si="0"/><v>1</v></c></row>'.repeat(rows - 1)
}

const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(4_096),
  ])

/** A text whose record says that it is a formula: one bit, with which the reader of older formats goes round for ever. */
function endless(): Buffer {
  const bytes = older('biff8')
  bytes[bytes.indexOf(Buffer.from('040213', 'hex'))] = 0x06
  return bytes
}

/** A good workbook of another format. */
export function older(bookType: 'biff8' | 'xlsb' | 'ods' | 'xlsx'): Buffer {
  const book = utils.book_new()
  const rows = Array.from({ length: 50 }, (_, n) => [`顧客 ${n}`, n * 1.5, n % 2 === 0])
  utils.book_append_sheet(book, utils.aoa_to_sheet([['name', 'amount', 'paid'], ...rows]), 'Sheet1')
  return write(book, { type: 'buffer', bookType })
}
