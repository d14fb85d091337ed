import { type CellStyle, PLAIN_STYLE, type Styles } from '../styles.ts'
import { type Colors, readColor, readThemeColors } from './colors.ts'
import { eachElement } from './each-element.ts'
import { builtInFormat, numberMeaning } from './number-meaning.ts'
import type { XmlCursor } from './xml-cursor.ts'
import { attribute, flagAttribute, numberAttribute } from './xml-text.ts'

type Font = Pick<CellStyle, 'isBold' | 'isItalic' | 'fontColor' | 'fontSize'>
type Fill = { pattern: string; color: string | null }
type Border = CellStyle['border']
/** A style as the file has it: what is set beside numbers of formats, fonts, fills and borders. */
type Format = Pick<CellStyle, 'indent' | 'horizontal' | 'wraps'> & {
  numberFormat: number
  font: number
  fill: number
  border: number
}

type Parts = {
  colors: Colors
  numberFormats: Map<number, string>
  fonts: Font[]
  fills: Fill[]
  borders: Border[]
  formats: Format[]
}

const HORIZONTAL: readonly CellStyle['horizontal'][] = [
  'general',
  'left',
  'center',
  'right',
  'fill',
  'justify',
  'centerContinuous',
  'distributed',
]
const PLAIN_FONT: Font = { isBold: false, isItalic: false, fontColor: null, fontSize: null }
const PLAIN_BORDER: Border = PLAIN_STYLE.border

/** The styles that cells name by index. */
export function readStyles(part: Buffer | null, theme: Buffer | null): Styles {
  if (!part) return [PLAIN_STYLE]
  const parts: Parts = {
    colors: { theme: theme ? readThemeColors(theme) : [], indexed: [] },
    numberFormats: new Map(),
    fonts: [],
    fills: [],
    borders: [],
    formats: [],
  }
  eachElement(part, (x, name, within) => readElement(parts, x, name, within))
  const styles = parts.formats.map((format) => cellStyle(parts, format))
  return styles.length > 0 ? styles : [PLAIN_STYLE]
}

/** `within` begins with the root and the list (`fonts`, `cellXfs`, …); the same elements elsewhere mean something else. */
function readElement(parts: Parts, x: XmlCursor, name: string, within: readonly string[]) {
  const [, list, item, inner] = within
  if (within.length === 2) beginItem(parts, x, name, list)
  else if (list === 'fonts' && item === 'font') readFont(parts, x, name)
  else if (list === 'fills' && item === 'fill') readFill(parts, x, name, inner)
  else if (list === 'borders' && item === 'border' && within.length === 3) readBorder(parts, x, name)
  else if (list === 'cellXfs' && item === 'xf' && name === 'alignment') readAlignment(parts, x)
  else if (list === 'colors' && item === 'indexedColors') parts.colors.indexed.push(attribute(x, 'rgb') ?? '')
}

function beginItem(parts: Parts, x: XmlCursor, name: string, list: string | undefined) {
  if (list === 'fonts' && name === 'font') parts.fonts.push({ ...PLAIN_FONT })
  else if (list === 'fills' && name === 'fill') parts.fills.push({ pattern: 'none', color: null })
  else if (list === 'borders' && name === 'border') parts.borders.push({ ...PLAIN_BORDER })
  else if (list === 'cellXfs' && name === 'xf') parts.formats.push(newFormat(x))
  else if (list === 'numFmts' && name === 'numFmt') {
    parts.numberFormats.set(numberAttribute(x, 'numFmtId') ?? 0, attribute(x, 'formatCode') ?? 'General')
  }
}

function newFormat(x: XmlCursor): Format {
  return {
    numberFormat: numberAttribute(x, 'numFmtId') ?? 0,
    font: numberAttribute(x, 'fontId') ?? 0,
    fill: numberAttribute(x, 'fillId') ?? 0,
    border: numberAttribute(x, 'borderId') ?? 0,
    indent: 0,
    horizontal: 'general',
    wraps: false,
  }
}

function readFont({ fonts, colors }: Parts, x: XmlCursor, name: string) {
  const font = fonts.at(-1)
  if (!font) return
  if (name === 'b') font.isBold = flagAttribute(x, 'val', true)
  else if (name === 'i') font.isItalic = flagAttribute(x, 'val', true)
  else if (name === 'sz') font.fontSize = numberAttribute(x, 'val')
  else if (name === 'color') font.fontColor = readColor(colors, x)
}

function readFill({ fills, colors }: Parts, x: XmlCursor, name: string, inner: string | undefined) {
  const fill = fills.at(-1)
  if (!fill) return
  if (name === 'patternFill') fill.pattern = attribute(x, 'patternType') ?? 'none'
  else if (name === 'gradientFill') fill.pattern = 'gradient'
  else if (name === 'fgColor' || (name === 'color' && inner === 'gradientFill')) fill.color ??= readColor(colors, x)
}

function readBorder({ borders }: Parts, x: XmlCursor, name: string) {
  const border = borders.at(-1)
  const isDrawn = (attribute(x, 'style') ?? 'none') !== 'none'
  if (!border || !isDrawn) return
  if (name === 'top') border.top = true
  else if (name === 'bottom') border.bottom = true
  else if (name === 'left' || name === 'start') border.left = true
  else if (name === 'right' || name === 'end') border.right = true
}

function readAlignment({ formats }: Parts, x: XmlCursor) {
  const format = formats.at(-1)
  if (!format) return
  const horizontal = attribute(x, 'horizontal')
  format.horizontal = HORIZONTAL.find((known) => known === horizontal) ?? 'general'
  format.indent = numberAttribute(x, 'indent') ?? 0
  format.wraps = flagAttribute(x, 'wrapText')
}

function cellStyle({ numberFormats, fonts, fills, borders }: Parts, format: Format): CellStyle {
  const numberFormat = numberFormats.get(format.numberFormat) ?? builtInFormat(format.numberFormat)
  const fill = fills[format.fill]
  return {
    numberFormat,
    meaning: numberMeaning(numberFormat),
    ...(fonts[format.font] ?? PLAIN_FONT),
    indent: format.indent,
    horizontal: format.horizontal,
    wraps: format.wraps,
    fill: fill && fill.pattern !== 'none' ? fill.color : null,
    border: borders[format.border] ?? PLAIN_BORDER,
  }
}
