import { parseCell } from '../../xlsx/cell-reference.ts'
import { eachElement } from '../../xlsx/each-element.ts'
import { inUtf8Whole } from '../../xlsx/xml-encoding.ts'
import { attribute } from '../../xlsx/xml-text.ts'
import { customProperties, customProperty, VALUE_TYPES } from '../xlsx/document-parts.ts'
import { xmlText } from '../xlsx/xml-text.ts'
import type { CellEdit } from './xlsx-edits.ts'

/** Changes of the small parts that hold a package together; all else in them stays as it is. */

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** In UTF-8, and saying so. */
export function partText(part: Buffer): string {
  return (
    DECLARATION +
    inUtf8Whole(part)
      .toString()
      .replace(/^\s*<\?xml[^>]*\?>\s*/, '')
  )
}

/** With a child more at the end of the root, made with the root's prefix. */
export function withChild(xml: string, child: (prefix: string) => string): string {
  const opened = xml.replace(/^(\s*(?:<\?[^>]*\?>\s*)?)<([\w.:-]+)([^<>]*)\/>\s*$/, '$1<$2$3></$2>')
  const end = opened.lastIndexOf('</')
  const [, prefix = ''] = /^<\/([\w.-]+:)?/.exec(opened.slice(end)) ?? []
  return opened.slice(0, end) + child(prefix) + opened.slice(end)
}

/** The workbook, asking programs to compute every formula when they open it. */
export function withFullCalculation(xml: string): string {
  const pattern = /<((?:[\w.-]+:)?calcPr)(\s[^<>]*?)?(\/?)>/
  const flag = ' fullCalcOnLoad="1"'
  if (pattern.test(xml))
    return xml.replace(pattern, (_, name: string, attributes = '', end: string) => {
      const others = String(attributes).replace(/\sfullCalcOnLoad\s*=\s*(?:"[^"]*"|'[^']*')/, '')
      return `<${name}${others}${flag}${end}>`
    })
  // Where it belongs: behind these, as far as they are there.
  const before = ['definedNames', 'externalReferences', 'functionGroups', 'sheets']
  for (const name of before) {
    const end = new RegExp(`</((?:[\\w.-]+:)?)${name}\\s*>|<((?:[\\w.-]+:)?)${name}(?:\\s[^<>]*)?/>`).exec(xml)
    if (!end) continue
    const at = end.index + end[0].length
    return `${xml.slice(0, at)}<${end[1] ?? end[2] ?? ''}calcPr${flag}/>${xml.slice(at)}`
  }
  return xml
}

/** Without the elements that name a part. */
export function withoutPart(xml: string, by: 'PartName' | 'Target', isPart: (path: string) => boolean): string {
  return xml.replace(/<[^<>!?]*\/>/g, (tag) => (isPart(attributeOf(tag, by)) ? '' : tag))
}

/** The custom properties of a document with some added, or replaced where the name is there. */
export function withProperties(part: string | null, properties: Readonly<Record<string, string>>): string {
  if (part === null) return customProperties(properties)
  const { kept, highestId } = propertiesBut(part, Object.keys(properties))
  const isDeclared = /\sxmlns:vt\s*=/.test(kept)
  return withChild(isDeclared ? kept : kept.replace('Properties', `Properties xmlns:vt="${VALUE_TYPES}"`), (prefix) =>
    Object.entries(properties)
      .map(([name, value], n) => customProperty(name, value, highestId + 1 + n, prefix))
      .join(''),
  )
}

function propertiesBut(part: string, names: readonly string[]) {
  const replaced = new Set(names.map((name) => xmlText(name).toLowerCase()))
  let highestId = 1
  const kept = part.replace(/<((?:[\w.-]+:)?property)(\s[^<>]*)>[\s\S]*?<\/\1\s*>/g, (property, _name, attributes) => {
    if (replaced.has(attributeOf(attributes, 'name').toLowerCase())) return ''
    highestId = Math.max(highestId, Number(attributeOf(attributes, 'pid')))
    return property
  })
  return { kept, highestId }
}

/** As it is spelled; empty where it is not there. */
function attributeOf(tag: string, name: string): string {
  const [, quoted = "''"] = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag) ?? []
  return quoted.slice(1, -1)
}

/** Whether the order in which formulas are computed names a cell that may lose its formula; sheets are not distinguished. */
export function namesLostFormula(calcChain: Buffer, edits: readonly CellEdit[]): boolean {
  const lost = new Set(
    edits
      .filter(({ cell, formula }) => cell !== undefined && formula === undefined)
      .map(({ row, column }) => `${row} ${column}`),
  )
  let isNamed = false
  eachElement(calcChain, (x, name) => {
    const cell = name === 'c' ? parseCell(attribute(x, 'r') ?? '') : null
    if (cell && lost.has(`${cell.row} ${cell.column}`)) isNamed = true
  })
  return isNamed
}
