import type { Cell } from '../cell.ts'
import type { Box } from '../grid.ts'
import { serialOf } from '../write/xlsx/excel-serial.ts'
import { xmlText } from '../write/xlsx/xml-text.ts'
import type { ZipEntry } from '../write/zip/zip-stream.ts'
import { columnLetters, MOST_COLUMNS, MOST_ROWS, spellBox, spellCell } from '../xlsx/cell-reference.ts'
import { END_COLUMN, END_ROW } from './cut-lines.ts'

/** A table made with Excel's own button, whose columns formulas can name. */
export type EngineTable = { name: string; box: Box; columns: readonly string[]; hasHeader: boolean; totalRows: number }

/** A defined name. */
export type EngineName = { name: string; refersTo: string }

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
/** The engine's reader wants one of each. */
const STYLES = `<styleSheet ${MAIN}><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
const PIECE_CHARACTERS = 64 * 1024
/** Characters that no text of XML can hold: they stand for the row and the column where all cells end. */
const ROW_MARK = '\u0001'
const COLUMN_MARK = '\u0002'
/** So far behind the last cell: a formula may look at cells below and beside it. */
const ROWS_BEHIND = 1_000
const COLUMNS_BEHIND = 100

/** The cells of one sheet in the simplest spelling. */
export class EngineSheet {
  readonly name: string
  readonly tables: readonly EngineTable[]
  readonly #mostBytes: number
  readonly #pieces: Buffer[] = []
  #text = ''
  #row = -1
  #column = 0
  #size = 0

  constructor(name: string, tables: readonly EngineTable[], mostBytes: number) {
    this.name = name
    this.tables = tables
    this.#mostBytes = mostBytes
  }

  get sizeBytes() {
    return this.#size
  }

  get isFull() {
    return this.#size > this.#mostBytes
  }

  get lastRow() {
    return this.#row
  }

  get lastColumn() {
    return this.#column
  }

  value(row: number, column: number, cell: Cell) {
    const at = spellCell(row, column)
    switch (cell.kind) {
      case 'number':
        return this.#add(row, column, `<c r="${at}"><v>${cell.value}</v></c>`)
      case 'boolean':
        return this.#add(row, column, `<c r="${at}" t="b"><v>${cell.value ? 1 : 0}</v></c>`)
      case 'error':
        return this.#add(row, column, `<c r="${at}" t="e"><v>${xmlText(cell.value)}</v></c>`)
      case 'text':
        return this.#add(row, column, `<c r="${at}" t="str"><v>${xmlText(cell.value)}</v></c>`)
      case 'date': {
        const date = serialOf(cell.value)
        return date === null ? undefined : this.#add(row, column, `<c r="${at}"><v>${date.serial}</v></c>`)
      }
    }
  }

  formula(row: number, column: number, a1: string, { isArray, isCut }: { isArray: boolean; isCut: boolean }) {
    const at = spellCell(row, column)
    const kind = isArray ? ` t="array" ref="${at}"` : ''
    const text = isCut ? withMarks(xmlText(a1)) : xmlText(a1)
    this.#add(row, column, `<c r="${at}"><f${kind}>${text}</f><v>0</v></c>`)
  }

  /** The whole part; formulas over whole columns and rows end here. */
  content({ row, column }: { row: number; column: number }): Buffer {
    const parts = this.tables.map((_, n) => `<tablePart r:id="rId${n + 1}"/>`).join('')
    const tables = parts === '' ? '' : `<tableParts count="${this.tables.length}">${parts}</tableParts>`
    const head = `<worksheet ${MAIN} xmlns:r="${OFFICE}"><sheetData>`
    const end = `${this.#row < 0 ? '' : '</row>'}</sheetData>${tables}</worksheet>`
    const spelled = (piece: Buffer) =>
      piece.includes(ROW_MARK) || piece.includes(COLUMN_MARK)
        ? Buffer.from(piece.toString().replaceAll(ROW_MARK, String(row)).replaceAll(COLUMN_MARK, columnLetters(column)))
        : piece
    const text = Buffer.from(this.#text)
    return Buffer.concat([Buffer.from(head), ...[...this.#pieces, text].map(spelled), Buffer.from(end)])
  }

  #add(row: number, column: number, cell: string) {
    if (this.isFull) return
    if (column > this.#column) this.#column = column
    if (row !== this.#row) {
      this.#text += `${this.#row < 0 ? '' : '</row>'}<row r="${row + 1}">`
      this.#row = row
    }
    this.#text += cell
    if (this.#text.length < PIECE_CHARACTERS) return
    const piece = Buffer.from(this.#text)
    this.#size += piece.length
    this.#text = ''
    // Of a sheet that is too long nothing is needed.
    if (this.isFull) this.#pieces.length = 0
    else this.#pieces.push(piece)
  }
}

const LAST_COLUMN = new RegExp(`\\$${columnLetters(END_COLUMN - 1)}(?=[$\\d])`, 'g')

const withMarks = (text: string) =>
  text.replaceAll(`$${END_ROW}`, `$${ROW_MARK}`).replaceAll(LAST_COLUMN, `$$${COLUMN_MARK}`)

/** The parts of a workbook with these sheets. */
export function engineWorkbook(sheets: readonly EngineSheet[], names: readonly EngineName[]): ZipEntry[] {
  const parts = new Map<string, string | Buffer>()
  const listed = sheets.map(({ name }, n) => `<sheet name="${xmlText(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
  const named = names.map(
    ({ name, refersTo }) => `<definedName name="${xmlText(name)}">${xmlText(refersTo)}</definedName>`,
  )
  const definedNames = named.length > 0 ? `<definedNames>${named.join('')}</definedNames>` : ''
  parts.set('[Content_Types].xml', '<Types/>')
  parts.set('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]))
  parts.set(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr/><sheets>${listed.join('')}</sheets>${definedNames}</workbook>`,
  )
  parts.set(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, n): [string, string] => ['worksheet', `worksheets/sheet${n + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  )
  parts.set('xl/styles.xml', STYLES)
  const end = {
    row: Math.min(MOST_ROWS, Math.max(0, ...sheets.map(({ lastRow }) => lastRow)) + ROWS_BEHIND),
    column: Math.min(MOST_COLUMNS - 1, Math.max(0, ...sheets.map(({ lastColumn }) => lastColumn)) + COLUMNS_BEHIND),
  }
  let tables = 0
  for (const [n, sheet] of sheets.entries()) {
    parts.set(`xl/worksheets/sheet${n + 1}.xml`, sheet.content(end))
    const links: [string, string][] = []
    for (const table of sheet.tables) {
      tables++
      links.push(['table', `../tables/table${tables}.xml`])
      parts.set(`xl/tables/table${tables}.xml`, tablePart(table, tables))
    }
    if (links.length > 0) parts.set(`xl/worksheets/_rels/sheet${n + 1}.xml.rels`, relationships(links))
  }
  return [...parts].map(([name, content]) => ({ name, content: Buffer.from(content) }))
}

function relationships(links: readonly (readonly [kind: string, target: string])[]): string {
  const items = links.map(
    ([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}">${items.join('')}</Relationships>`
}

function tablePart({ name, box, columns, hasHeader, totalRows }: EngineTable, id: number): string {
  const spelled = columns.map((column, n) => `<tableColumn id="${n + 1}" name="${xmlText(column)}"/>`)
  const header = hasHeader ? '' : ' headerRowCount="0"'
  const totals = totalRows > 0 ? ` totalsRowCount="${totalRows}"` : ''
  return `<table ${MAIN} id="${id}" name="${xmlText(name)}" displayName="${xmlText(name)}" ref="${spellBox(box)}"${header}${totals}><tableColumns count="${columns.length}">${spelled.join('')}</tableColumns></table>`
}
