import { deflateSync } from 'node:zlib'
import type { PdfFont } from './pdf-font.ts'

/** In points, from the lower left corner. */
export type PdfPage = { width: number; height: number; marks: readonly PdfMark[] }

/** Colours are `RRGGBB`. */
export type PdfMark =
  | { kind: 'text'; x: number; y: number; size: number; text: string; color?: string; isBold?: boolean }
  | { kind: 'box'; x: number; y: number; width: number; height: number; color: string }
  | { kind: 'line'; x: number; y: number; length: number; thickness: number; color: string }

export type PdfDocument = { title: string; createdAt: Date; font: PdfFont; pages: readonly PdfPage[] }

const INK = '1B2733'
/** How much fatter letters are drawn to look bold, in the size of the font. */
const BOLD_STROKE = 0.03

/** A PDF file of pages with texts, boxes and lines. Its font is in it, as far as it is used: it looks the same everywhere. */
export function writePdf({ title, createdAt, font, pages }: PdfDocument): Buffer {
  const objects: (string | Buffer)[] = []
  const add = (content: string | Buffer) => objects.push(content)
  const [catalog, tree] = [add(''), add('')]
  const contents = pages.map(({ marks }) => add(stream(Buffer.from(marks.map((mark) => drawn(mark, font)).join('\n')))))
  const fontObject = addFont(add, font)
  const kids = pages.map(({ width, height }, n) =>
    add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${contents[n]} 0 R /Resources << /Font << /F ${fontObject} 0 R >> >> >>`,
    ),
  )
  const info = add(`<< /Title ${textString(title)} /CreationDate (${pdfDate(createdAt)}) >>`)
  objects[catalog - 1] = `<< /Type /Catalog /Pages ${tree} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
  return fileOf(objects, catalog, info)
}

function fileOf(objects: readonly (string | Buffer)[], catalog: number, info: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [n, content] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(content), Buffer.from('\nendobj\n')])
    places.push(length)
    parts.push(part)
    length += part.length
  }
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>`
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n${trailer}\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function drawn(mark: PdfMark, font: PdfFont): string {
  switch (mark.kind) {
    case 'box':
      return `${paint(mark.color)} rg ${at(mark.x)} ${at(mark.y)} ${at(mark.width)} ${at(mark.height)} re f`
    case 'line':
      return `${paint(mark.color)} RG ${at(mark.thickness)} w ${at(mark.x)} ${at(mark.y)} m ${at(mark.x + mark.length)} ${at(mark.y)} l S`
    case 'text': {
      const color = paint(mark.color ?? INK)
      const bold = mark.isBold ? `2 Tr ${at(mark.size * BOLD_STROKE)} w ${color} RG` : '0 Tr'
      return `BT ${color} rg ${bold} /F ${at(mark.size)} Tf ${at(mark.x)} ${at(mark.y)} Td <${font.spell(mark.text)}> Tj ET`
    }
  }
}

const at = (points: number) => String(Math.round(points * 100) / 100)

const paint = (color: string) =>
  [0, 2, 4]
    .map((from) => String(Math.round((Number.parseInt(color.slice(from, from + 2), 16) / 255) * 1000) / 1000))
    .join(' ')

function stream(bytes: Buffer, members = ''): Buffer {
  const packed = deflateSync(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${members}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** After the texts have been spelled: then it is known which glyphs there are. */
function addFont(add: (content: string | Buffer) => number, { file, used }: PdfFont): number {
  const glyphs = [...used()].toSorted(([one], [other]) => one - other)
  const thousandths = (units: number) => Math.round((units / file.unitsPerEm) * 1000)
  const program = file.subset(new Set(glyphs.map(([glyph]) => glyph)))
  const data = add(stream(program, `/Length1 ${program.length} `))
  const name = '/BINDRY+Sheet'
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${file.box.map(thousandths).join(' ')}] /ItalicAngle 0 /Ascent ${thousandths(file.ascent)} /Descent ${thousandths(file.descent)} /CapHeight ${thousandths(file.ascent)} /StemV 80 /FontFile2 ${data} 0 R >>`,
  )
  const widths = glyphs.map(([glyph]) => `${glyph} [${thousandths(file.widthOf(glyph))}]`).join(' ')
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 1000 /W [${widths}] /CIDToGIDMap /Identity >>`,
  )
  const toUnicode = add(stream(Buffer.from(unicodeMap(glyphs))))
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  )
}

/** No list of these may be longer. */
const MOST_IN_LIST = 100

/** Tells which characters the glyphs are, for those who search or copy. */
function unicodeMap(glyphs: readonly (readonly [number, string])[]): string {
  const lists: string[] = []
  for (let n = 0; n < glyphs.length; n += MOST_IN_LIST) {
    const some = glyphs.slice(n, n + MOST_IN_LIST)
    const lines = some.map(([glyph, character]) => `<${glyph.toString(16).padStart(4, '0')}> <${utf16(character)}>`)
    lists.push(`${some.length} beginbfchar\n${lines.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${lists.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

const textString = (text: string) => `<feff${utf16(text.toWellFormed())}>`

const pdfDate = (date: Date) => `D:${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
