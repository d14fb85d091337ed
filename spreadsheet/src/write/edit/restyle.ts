import { builtInFormat, numberMeaning } from '../../xlsx/number-meaning.ts'
import { xmlText } from '../xlsx/xml-text.ts'

/** What changes in how a cell looks; what is left out stays. Colors are `RRGGBB`, null for none. */
export type StyleChange = {
  numberFormat?: string
  /** A format of days, unless the cell has one. */
  showsDate?: true
  isBold?: boolean
  isItalic?: boolean
  color?: string | null
  fill?: string | null
}

const DAY = 'yyyy-mm-dd'
const BUILT_IN_FORMATS = 50
/** Numbers below are those of built-in formats. */
const FIRST_OWN_FORMAT = 164
const DATES: ReadonlySet<string> = new Set(['date', 'time', 'datetime'])

type List = 'fonts' | 'fills' | 'cellXfs'

/** The part with the styles of a file, to which styles are added. Those that are there keep their numbers. */
export class StyleBook {
  #xml: string
  readonly #prefix: string
  readonly #known = new Map<string, string>()

  constructor(xml: string) {
    this.#xml = xml
    this.#prefix = /<((?:[\w.-]+:)?)styleSheet\b/.exec(xml)?.[1] ?? ''
  }

  get text() {
    return this.#xml
  }

  /** Where it has no styles at all, none can be made from them. */
  get isEmpty() {
    return this.#items('cellXfs').length === 0
  }

  get isChanged() {
    return this.#known.size > 0
  }

  /** The number of a style that is like another but for the change. */
  styleOf(before: string | null, change: StyleChange): string {
    const key = JSON.stringify([before ?? '0', change])
    const known = this.#known.get(key) ?? this.#add('cellXfs', this.#changed(before ?? '0', change))
    this.#known.set(key, known)
    return known
  }

  #changed(before: string, change: StyleChange): string {
    const base = this.#items('cellXfs')[Number(before)] ?? `<${this.#prefix}xf/>`
    const { numberFormat = change.showsDate && !this.#isDate(base) ? DAY : undefined, fill } = change
    let xf = base
    if (numberFormat !== undefined)
      xf = withAttributes(xf, { numFmtId: this.#format(numberFormat), applyNumberFormat: '1' })
    if (change.isBold !== undefined || change.isItalic !== undefined || change.color !== undefined)
      xf = withAttributes(xf, { fontId: this.#font(attributeOf(base, 'fontId') ?? '0', change), applyFont: '1' })
    if (fill !== undefined) xf = withAttributes(xf, { fillId: fill === null ? '0' : this.#fill(fill), applyFill: '1' })
    return xf
  }

  #isDate(xf: string): boolean {
    const id = Number(attributeOf(xf, 'numFmtId') ?? '0')
    const own = this.#ownFormats().find((format) => format.id === id)
    return DATES.has(numberMeaning(own ? unescaped(own.code) : builtInFormat(id)))
  }

  #format(code: string): string {
    for (let id = 0; id < BUILT_IN_FORMATS; id++) if (builtInFormat(id) === code && id <= 22) return String(id)
    const own = this.#ownFormats()
    const known = own.find((format) => unescaped(format.code) === code)
    if (known) return String(known.id)
    const id = String(Math.max(FIRST_OWN_FORMAT - 1, ...own.map((format) => format.id)) + 1)
    const element = `<${this.#prefix}numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`
    if (own.length > 0) this.#append('numFmts', element, own.length + 1)
    else this.#addFormats(element)
    return id
  }

  #ownFormats(): { id: number; code: string }[] {
    const [list = ''] = this.#listPattern('numFmts').exec(this.#xml) ?? []
    return [...list.matchAll(/<[^<>]*\bnumFmt\s[^<>]*>/g)].map(([tag]) => ({
      id: Number(attributeOf(tag, 'numFmtId') ?? '0'),
      code: attributeOf(tag, 'formatCode') ?? '',
    }))
  }

  /** A file without formats of its own gets the list of them, which comes first; one that is there and empty goes. */
  #addFormats(element: string) {
    const p = this.#prefix
    const without = this.#xml.replace(this.#listPattern('numFmts'), '').replace(/<[\w.:-]*\bnumFmts\b[^<>]*\/>/, '')
    const list = `<${p}numFmts count="1">${element}</${p}numFmts>`
    this.#xml = without.replace(/<(?:[\w.-]+:)?styleSheet\b[^<>]*>/, (root) => root + list)
  }

  #font(before: string, { isBold, isItalic, color }: StyleChange): string {
    const p = this.#prefix
    const base = this.#items('fonts')[Number(before)] ?? `<${p}font/>`
    let inner = /^<[^<>]*\/>$/.test(base) ? '' : base.replace(/^<[^<>]*>/, '').replace(/<\/[^<>]*>$/, '')
    const without = (name: string) => {
      inner = inner.replace(new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?/>`, 'g'), '')
    }
    if (color !== undefined) {
      without('color')
      if (color !== null) inner += `<${p}color rgb="FF${color.toUpperCase()}"/>`
    }
    for (const [name, isSet] of [
      ['i', isItalic],
      ['b', isBold],
    ] as const) {
      if (isSet === undefined) continue
      without(name)
      if (isSet) inner = `<${p}${name}/>${inner}`
    }
    return this.#add('fonts', `<${p}font>${inner}</${p}font>`)
  }

  #fill(color: string): string {
    const p = this.#prefix
    const inner = `<${p}fgColor rgb="FF${color.toUpperCase()}"/><${p}bgColor indexed="64"/>`
    return this.#add('fills', `<${p}fill><${p}patternFill patternType="solid">${inner}</${p}patternFill></${p}fill>`)
  }

  /** The number of an item of a list, which is added where it is not there. */
  #add(list: List, element: string): string {
    const items = this.#items(list)
    const known = items.indexOf(element)
    if (known >= 0) return String(known)
    this.#append(list, element, items.length + 1)
    return String(items.length)
  }

  #items(list: List): string[] {
    const item = { fonts: 'font', fills: 'fill', cellXfs: 'xf' }[list]
    const [found = ''] = this.#listPattern(list).exec(this.#xml) ?? []
    const element = new RegExp(`<((?:[\\w.-]+:)?${item})(?:\\s[^<>]*?)?(?:/>|>[\\s\\S]*?</\\1\\s*>)`, 'g')
    return [...found.matchAll(element)].map(([text]) => text)
  }

  #append(list: List | 'numFmts', element: string, count: number) {
    this.#xml = this.#xml.replace(this.#listPattern(list), (text) => {
      const end = text.lastIndexOf('</')
      const counted = text.slice(0, end).replace(/^(<[^<>]*\scount\s*=\s*)(?:"\d*"|'\d*')/, `$1"${count}"`)
      return counted + element + text.slice(end)
    })
  }

  #listPattern(list: List | 'numFmts') {
    return new RegExp(`<((?:[\\w.-]+:)?${list})(?:\\s[^<>]*)?(?<!/)>[\\s\\S]*?</\\1\\s*>`)
  }
}

/** As it is spelled; null where it is not there. */
function attributeOf(element: string, name: string): string | null {
  const [, quoted] = new RegExp(`^<[^<>]*?\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(element) ?? []
  return quoted?.slice(1, -1) ?? null
}

function withAttributes(element: string, attributes: Readonly<Record<string, string>>): string {
  return element.replace(/^<[^<>]*?(?=\/?>)/, (tag) => {
    let changed = tag
    for (const [name, value] of Object.entries(attributes))
      changed = `${changed.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '')} ${name}="${value}"`
    return changed
  })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
