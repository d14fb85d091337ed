import type { Box } from '../../grid.ts'
import { cellsInRow } from '../cells-in-row.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { isDressed } from './dressed.ts'
import type { FoundRegion } from './found-region.ts'

/**
 * Blocks of names and their values are no tables, however evenly they stand: each line says one thing about the whole
 * sheet. So are the address, the number and the day scattered above an invoice's lines. They become names with values, or
 * notes.
 */
export function readForms(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const tables = regions.filter(({ kind }) => kind === 'data')
  const read = regions.flatMap((region) => {
    if (region.kind !== 'data' || region.evidence.includes('list_object')) return [region]
    const rows = rowsIn(sheet, region.box)
    if (isForm(rows)) return [{ ...region, kind: 'keyvalue' as const, confidence: 0.8, evidence: ['pairs'] }]
    const sections = sectionsOfForm(sheet, rows) ?? headingsOfForm(sheet, rows)
    if (sections) return sections
    const hasOther = tables.some((other) => other !== region && areaOf(other.box) > 0)
    return hasOther && (isScattered(rows) || arePairsBesideText(rows))
      ? rows.flatMap((cells) => cells.map(noteOf))
      : [region]
  })
  return pairUp(sheet, read)
}

const noteOf = ({ row, column }: SheetCell): FoundRegion => ({
  kind: 'note',
  box: { top: row, left: column, bottom: row, right: column },
  confidence: 0.8,
  evidence: ['scattered_cells'],
})

const areaOf = ({ top, bottom, left, right }: Box) => (bottom - top + 1) * (right - left + 1)

function rowsIn(sheet: Sheet, box: Box): SheetCell[][] {
  const rows: SheetCell[][] = []
  for (let row = box.top; row <= Math.min(box.bottom, box.top + TALLEST); row++) {
    const cells = cellsInRow(sheet, row, box)
    if (cells.length > 0) rows.push(cells)
  }
  return rows
}

/** A form of more lines is a list. */
const TALLEST = 40
/** A longer text is a sentence, and names nothing. */
const LONGEST_NAME = 32

/** Words that name what is asked for in forms all over the world. */
const FIELD =
  /^(?:ご?(?:氏名|名前|住所|所属|部署|部門|部課|役職|職名|担当者?|連絡先|電話(?:番号)?|会社名?|団体名|学校名|事業所名?|店舗名?|屋号|代表者|件名|品名|目的|用途|理由|期間|期限|納期|場所|会場|行先|出張先|訪問先|日時|日付|年月日|生年月日|性別|年齢|国籍|金額|合計金額|請求金額|見積金額|支払条件|支払方法|振込先|口座番号|備考|摘要|承認|作成者?|提出先|宛先|発行者)|.{0,8}(?:番号|日付|年月日|月日|日|者|先|名|№|No\.?)|(?:〒|郵便番号|tel|fax|e-?mail|url|id|vat(?: no\.?)?|siret|iban|bic)|(?:full |first |last |company |customer |client |project |contact |employee |patient |product |file |school )?name|(?:.{0,16} )?(?:date|no\.?|number|n°|nr\.?|address|phone|code|ref\.?|reference|by|to|from|period|terms|contact|manager|department|dept\.?|position|title|location|site|owner|status|version|currency|company|client|customer|supplier|project|subject|purpose|reason|amount|total due|attn\.?|adresse|téléphone|nom|prénom|datum|anschrift|firma|kunde|kunden-?nr\.?|telefon|bearbeiter|abteilung|nombre|dirección|teléfono|fecha|cliente|empresa|proyecto|姓名|部门|职务|电话|地址|日期|编号|单位))$/iu
const ANNOUNCES = /[:：]$/

/** `No.` and `Ref.` are names, not sentences. */
const SENTENCE = /[。!?]$|\p{L}{6,}\.$/u

const isLabel = ({ value, text, cell }: SheetCell) =>
  cell.kind === 'text' && value.kind === 'text' && text.length <= LONGEST_NAME && !SENTENCE.test(text)

const saysField = ({ text }: SheetCell) =>
  ANNOUNCES.test(text) || FIELD.test(text.replace(/\s+/g, '')) || FIELD.test(text)

/** So many of the labels must be known as names of fields, or be dressed otherwise than their values. */
const MOSTLY = 0.7
const SOME = 0.4
const FEWEST_LINES = 2

/** Every line is one name and its value, or two or three such pairs side by side, the names in the same columns. */
function isForm(rows: readonly (readonly SheetCell[])[]): boolean {
  const width = Math.max(...rows.map(({ length }) => length))
  if (rows.length < FEWEST_LINES || rows.length >= TALLEST || width < 2 || width > WIDEST_FORM) return false
  const boxes = rows.filter(isEmptyBoxes)
  if (boxes.length > rows.length * MOST_BOXES) return false
  const pairs = rows.filter((cells) => !boxes.includes(cells))
  const labels = pairs.flatMap((cells) => cells.filter((_, n) => n % 2 === 0))
  const values = pairs.flatMap((cells) => cells.filter((_, n) => n % 2 === 1))
  return areLabels(labels, values, width) && areFields(labels, values)
}

const FEWEST_SECTIONS = 2

/** A form whose lines stand beside the name of their section, merged down over them; a title may stand above a gap. */
function sectionsOfForm(sheet: Sheet, rows: readonly (readonly SheetCell[])[]): FoundRegion[] | null {
  const gap = rows.findIndex((cells, n) => n > 0 && (cells[0]?.row ?? 0) > (rows[n - 1]?.[0]?.row ?? 0) + 1)
  const isTitled = gap > 0 && gap <= TALLEST_TITLE && rows.slice(0, gap).every(({ length }) => length <= 2)
  const above = isTitled ? rows.slice(0, gap).flat() : []
  const sections: Section[] = []
  for (const [first, ...others] of isTitled ? rows.slice(gap) : rows) {
    if (!first) continue
    const merge = sheet.mergeAt(first.row, first.column)
    if (merge && merge.bottom > merge.top && merge.left === merge.right && isLabel(first))
      sections.push({ name: first, lines: [others] })
    else sections.at(-1)?.lines.push([first, ...others])
    const { name } = sections.at(-1) ?? {}
    if (!name || (first !== name && first.column <= name.column)) return null
  }
  if (sections.length < FEWEST_SECTIONS || !isForm(sections.flatMap(({ lines }) => lines))) return null
  return [...above.map(noteOf), ...sections.flatMap(regionsOfSection)]
}

/** `name`: null where it stands above the region. */
type Section = { name: SheetCell | null; lines: SheetCell[][] }

const regionsOfSection = ({ name, lines }: Section): FoundRegion[] => [
  ...(name ? [noteOf(name)] : []),
  { kind: 'keyvalue', box: boxOf(lines.flat()), confidence: 0.8, evidence: ['pairs'] },
]

/** A form whose lines stand below the name of their section, which is merged over them: `1. Personal details`. */
function headingsOfForm(sheet: Sheet, rows: readonly (readonly SheetCell[])[]): FoundRegion[] | null {
  const sections: Section[] = []
  for (const cells of rows) {
    const [first] = cells
    const merge = first ? sheet.mergeAt(first.row, first.column) : null
    const isHeading = cells.length === 1 && merge !== null && merge.right > merge.left && first?.value.kind === 'text'
    if (first && isHeading) sections.push({ name: first, lines: [] })
    else if (sections.length === 0) sections.push({ name: null, lines: [[...cells]] })
    else sections.at(-1)?.lines.push([...cells])
  }
  const isFilled = sections.every(({ lines }) => lines.length > 0)
  return isFilled && sections.some(({ name }) => name) && isForm(sections.flatMap(({ lines }) => lines))
    ? sections.flatMap(regionsOfSection)
    : null
}

/** More lines above a gap are a block of their own. */
const TALLEST_TITLE = 2

/** Three pairs stand side by side at most. */
const WIDEST_FORM = 6

/** The names are words, each another, in columns of their own. */
function areLabels(labels: readonly SheetCell[], values: readonly SheetCell[], width: number): boolean {
  if (values.length < labels.length * MOSTLY || !labels.every(isLabel)) return false
  if (new Set(labels.map(({ text }) => text)).size < labels.length) return false
  const columns = new Set(labels.map(({ column }) => column))
  return columns.size <= Math.ceil(width / 2) && !values.some(({ column }) => columns.has(column))
}

/** Most names are known as such. Else their values must be of several kinds: those of one kind are a column under its name. */
function areFields(labels: readonly SheetCell[], values: readonly SheetCell[]): boolean {
  const known = labels.filter(saysField).length / labels.length
  const areBeside = new Set(labels.map(({ column }) => column)).size > 1
  if (known >= (areBeside ? SOME : MOSTLY)) return true
  const columns = [...Map.groupBy(values, ({ column }) => column).values()]
  const areMixed = columns.some((cells) => kindsOf(cells).size > 1 && !isTurnedOnce(cells))
  return areMixed && (known >= SOME || areDressed(labels, values))
}

/** Boxes to sign or stamp: nothing but names, that other rows have no values under. */
const MOST_BOXES = 0.2
const SIGNED_BY =
  /^(?:部長|次長|課長|係長|主任|社長|専務|常務|所長|店長|担当者?|承認|検印|確認|作成|起案|総務|経理|人事|approved|checked|prepared|signature|date)(?:印|者| by)?$/iu
const isEmptyBoxes = (cells: readonly SheetCell[]) =>
  cells.length > 1 && cells.every(({ text }) => SIGNED_BY.test(text))

const kindsOf = (cells: readonly SheetCell[]) => new Set(cells.map(({ value }) => value.kind))

/** One text and then values of another kind: a name of a column and its values. */
const isTurnedOnce = ([, ...below]: readonly SheetCell[]) => kindsOf(below).size <= 1

function areDressed(labels: readonly SheetCell[], values: readonly SheetCell[]): boolean {
  return (
    labels.filter(isDressed).length >= labels.length * MOSTLY && values.filter(isDressed).length <= values.length * 0.3
  )
}

/** A block of more lines, or with wider ones, is a table with gaps. */
const MOST_SCATTERED = 14
const FILLS = 0.5
const FEWEST_FULL = 2

/** No line names its columns and too few lines have values in most of them. */
function isScattered(rows: readonly (readonly SheetCell[])[]): boolean {
  if (rows.length > MOST_SCATTERED) return false
  const columns = new Set(rows.flatMap((cells) => cells.map(({ column }) => column)))
  const full = rows.filter(({ length }) => length > columns.size * FILLS)
  return columns.size > 2 && full.length < FEWEST_FULL
}

/** Empty columns between an address and the numbers of a letter. */
const FEWEST_BETWEEN = 2

/** An address or a greeting at the left, and far to the right of it the number and the day of the letter, line by line. */
function arePairsBesideText(rows: readonly (readonly SheetCell[])[]): boolean {
  if (rows.length > MOST_SCATTERED) return false
  const pairs = rows.flatMap((cells) => (cells.length > 1 ? [cells.slice(-2)] : []))
  const names = pairs.flatMap(([name]) => name ?? [])
  const [first] = names
  const columns = new Set(pairs.map((pair) => pair.map(({ column }) => column).join()))
  if (!first || pairs.length < FEWEST_LINES || columns.size > 1 || !areNamesOfFields(names)) return false
  const texts = rows.flatMap((cells) => (cells.length > 1 ? cells.slice(0, -2) : cells))
  return (
    texts.length > 0 &&
    texts.length <= rows.length &&
    texts.every(({ cell, column }) => cell.kind === 'text' && first.column - column > FEWEST_BETWEEN)
  )
}

const areNamesOfFields = (names: readonly SheetCell[]) =>
  names.every(isLabel) &&
  new Set(names.map(({ text }) => text)).size === names.length &&
  names.filter(saysField).length >= names.length * MOSTLY

/** Columns from a name to its value. */
const WIDEST_PAIR = 3

/** Notes and titles that stand side by side as a name and its value, in several rows or under a word that names a field. */
function pairUp(sheet: Sheet, regions: readonly FoundRegion[]): FoundRegion[] {
  const single = new Map<string, FoundRegion>()
  for (const region of regions) {
    const { kind, box } = region
    if ((kind === 'note' || kind === 'title') && box.top === box.bottom && sheet.cellAt(box.top, box.left))
      single.set(`${box.top}:${box.left}`, region)
  }
  const pairs = pairsAmong(sheet, single)
  const taken = new Set(pairs.flatMap(({ cells }) => cells.map(({ row, column }) => `${row}:${column}`)))
  const kept = regions.filter(({ box }) => {
    const key = `${box.top}:${box.left}`
    return !(single.has(key) && taken.has(key) && box.top === box.bottom)
  })
  const forms = pairs.map(
    ({ cells }): FoundRegion => ({ kind: 'keyvalue', box: boxOf(cells), confidence: 0.8, evidence: ['pairs'] }),
  )
  return [...kept, ...forms].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
}

type Block = { cells: SheetCell[] }

function pairsAmong(sheet: Sheet, single: ReadonlyMap<string, FoundRegion>): Block[] {
  const cells = [...single.values()].flatMap(({ box }) => sheet.cellAt(box.top, box.left) ?? [])
  const rows = [...Map.groupBy(cells, ({ row }) => row)].sort(([one], [other]) => one - other)
  const found: { name: SheetCell; value: SheetCell }[] = []
  for (const [, line] of rows) {
    line.sort((one, other) => one.column - other.column)
    for (let n = 0; n + 1 < line.length; n++) {
      const [name, value] = [line[n], line[n + 1]]
      if (!name || !value || !isLabel(name) || isBetween(sheet, name, value)) continue
      if (ANNOUNCES.test(value.text) || SIGNED_BY.test(value.text) || value.column - rightOf(sheet, name) > WIDEST_PAIR)
        continue
      found.push({ name, value })
      n++
    }
  }
  const columns = Map.groupBy(found, ({ name, value }) => `${name.column}:${value.column}`)
  return [...columns.values()].flatMap((pairs) => {
    const known = pairs.filter(({ name }) => saysField(name)).length
    return known > 0 && known >= pairs.length * SOME ? runsOf(pairs) : []
  })
}

/** Pairs of following rows are one block. */
function runsOf(pairs: readonly { name: SheetCell; value: SheetCell }[]): Block[] {
  const blocks: Block[] = []
  for (const { name, value } of pairs) {
    const last = blocks.at(-1)
    if (last && (last.cells.at(-1)?.row ?? 0) === name.row - 1) last.cells.push(name, value)
    else blocks.push({ cells: [name, value] })
  }
  return blocks
}

const rightOf = (sheet: Sheet, { row, column }: SheetCell) => sheet.mergeAt(row, column)?.right ?? column

function isBetween(sheet: Sheet, name: SheetCell, value: SheetCell): boolean {
  for (let column = name.column + 1; column < value.column; column++) if (sheet.cellAt(name.row, column)) return true
  return false
}

function boxOf(cells: readonly SheetCell[]): Box {
  const rows = cells.map(({ row }) => row)
  const columns = cells.map(({ column }) => column)
  return { top: Math.min(...rows), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) }
}
