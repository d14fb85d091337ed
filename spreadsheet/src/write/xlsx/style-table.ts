import type { StyleToWrite } from '../style-to-write.ts'
import { xmlText } from './xml-text.ts'

const DEFAULT_FONT = { name: 'Calibri', size: 11 }
/** Formats of one's own are numbered from here; below are Excel's. */
const FIRST_OWN_FORMAT = 164
/** Those of Excel's formats that are the same in every language. */
const KNOWN_FORMATS = new Map([
  ['General', 0],
  ['0', 1],
  ['0.00', 2],
  ['#,##0', 3],
  ['#,##0.00', 4],
  ['0%', 9],
  ['0.00%', 10],
  ['0.00E+00', 11],
  ['@', 49],
])

/** The styles of a workbook, each kept once. 0 is the plain one. */
export type StyleTable = {
  idOf(style: StyleToWrite): number
  /** The part `styles.xml`. */
  xml(): string
}

export function newStyleTable(): StyleTable {
  const known = new WeakMap<StyleToWrite, number>()
  const fonts = distinct([fontXml({})])
  const fills = distinct([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ])
  const borders = distinct([borderXml({})])
  const formats = distinct<string>([])
  const looks = distinct(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'])

  const formatId = (code: string) => KNOWN_FORMATS.get(code) ?? FIRST_OWN_FORMAT + formats.indexOf(code)

  const add = (style: StyleToWrite) => {
    const [font, border] = [fonts.indexOf(fontXml(style)), borders.indexOf(borderXml(style))]
    const fill = style.fill ? fills.indexOf(fillXml(style.fill)) : 0
    const format = formatId(style.numberFormat ?? 'General')
    const alignment = alignmentXml(style)
    const applied = [
      format > 0 ? ' applyNumberFormat="1"' : '',
      font > 0 ? ' applyFont="1"' : '',
      fill > 0 ? ' applyFill="1"' : '',
      border > 0 ? ' applyBorder="1"' : '',
      alignment === '' ? '' : ' applyAlignment="1"',
    ].join('')
    const ids = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`
    return looks.indexOf(alignment === '' ? `<xf ${ids}${applied}/>` : `<xf ${ids}${applied}>${alignment}</xf>`)
  }

  return {
    idOf: (style) => {
      let id = known.get(style)
      if (id === undefined) {
        id = add(style)
        known.set(style, id)
      }
      return id
    },
    xml: () => {
      const numbered = formats.values.map(
        (code, n) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + n}" formatCode="${xmlText(code)}"/>`,
      )
      return [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
        numbered.length > 0 ? list('numFmts', numbered) : '',
        list('fonts', fonts.values),
        list('fills', fills.values),
        list('borders', borders.values),
        list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
        list('cellXfs', looks.values),
        list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
        '</styleSheet>',
      ].join('')
    },
  }
}

/** Texts in the order in which they were first asked for. */
function distinct<T>(first: readonly T[]) {
  const values = [...first]
  const indexes = new Map(values.map((value, n) => [value, n]))
  return {
    values,
    indexOf: (value: T): number => {
      const index = indexes.get(value) ?? values.push(value) - 1
      indexes.set(value, index)
      return index
    },
  }
}

const list = (name: string, items: readonly string[]) => `<${name} count="${items.length}">${items.join('')}</${name}>`

const color = (name: string, rgb: string) => `<${name} rgb="FF${xmlText(rgb.toUpperCase())}"/>`

function fontXml(style: StyleToWrite): string {
  return [
    '<font>',
    style.isBold ? '<b/>' : '',
    style.isItalic ? '<i/>' : '',
    style.isStruckThrough ? '<strike/>' : '',
    style.isUnderlined ? '<u/>' : '',
    `<sz val="${style.fontSize ?? DEFAULT_FONT.size}"/>`,
    style.fontColor ? color('color', style.fontColor) : '',
    `<name val="${xmlText(style.fontName ?? DEFAULT_FONT.name)}"/>`,
    '<family val="2"/>',
    '</font>',
  ].join('')
}

function fillXml(rgb: string): string {
  return `<fill><patternFill patternType="solid">${color('fgColor', rgb)}<bgColor indexed="64"/></patternFill></fill>`
}

function borderXml({ border = {}, borderColor }: StyleToWrite): string {
  const lineColor = borderColor ? color('color', borderColor) : '<color auto="1"/>'
  const sides = (['left', 'right', 'top', 'bottom'] as const).map((side) =>
    border[side] ? `<${side} style="${border[side]}">${lineColor}</${side}>` : `<${side}/>`,
  )
  return `<border>${sides.join('')}<diagonal/></border>`
}

function alignmentXml({ horizontal = 'general', vertical, wraps = false, indent = 0 }: StyleToWrite): string {
  const attributes = [
    horizontal === 'general' ? '' : ` horizontal="${horizontal}"`,
    vertical ? ` vertical="${vertical}"` : '',
    wraps ? ' wrapText="1"' : '',
    indent > 0 ? ` indent="${indent}"` : '',
  ].join('')
  return attributes === '' ? '' : `<alignment${attributes}/>`
}
