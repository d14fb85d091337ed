import { makeZip, type ZipPart } from './make-zip.ts'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

export type MadeXlsx = {
  /** The rows of the only sheet: `<row>…</row>`. */
  rows?: string
  /** What stands before and behind the rows. */
  before?: string
  behind?: string
  /** The whole sheet, in place of these. */
  sheet?: string | Buffer
  /** `<si>…</si>` */
  strings?: string | Buffer
  /** What is inside `<styleSheet>`. */
  styles?: string
  /** Attributes of `<workbookPr>`. */
  properties?: string
  /** What is behind `<sheets>`. */
  names?: string
  /** Further parts, or others in place of those above. */
  parts?: Readonly<Record<string, string | Buffer>>
  /** Relationships of the sheet. */
  related?: string
}

/** A workbook with one sheet, with only what a test is about. */
export function makeXlsx(made: MadeXlsx): Buffer {
  return makeZip(xlsxParts(made))
}

export function xlsxParts({ rows = '', before = '', behind = '', ...made }: MadeXlsx): ZipPart[] {
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr ${made.properties ?? ''}/><sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets>${made.names ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['rId4', 'theme', 'theme/theme1.xml'],
    ]),
    'xl/worksheets/sheet1.xml':
      made.sheet ?? `<worksheet ${MAIN}>${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
    'xl/sharedStrings.xml': Buffer.isBuffer(made.strings) ? made.strings : `<sst ${MAIN}>${made.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}>${made.styles ?? ''}</styleSheet>`,
    ...(made.related
      ? { 'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="${PACKAGE}">${made.related}</Relationships>` }
      : {}),
    ...made.parts,
  }
  return Object.entries(parts).map(([name, content]) => ({ name, content }))
}

export function relationships(list: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const items = list.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}">${items.join('')}</Relationships>`
}
