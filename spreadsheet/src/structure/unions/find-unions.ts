import { codesAlike, columnsAgree, sameRows, sharedColumns, sharesKinds, sizesDiffer } from './like-tables.ts'
import { granularityOf, isEdition, isNoPart, nameRoles, type SheetSeries, seriesOf } from './sheet-series.ts'
import type { TableSketch } from './table-sketch.ts'

/** Tables that are one, or may be. */
export type FoundUnion = {
  parts: readonly TableSketch[]
  /** For each part what its rows say in the column that tells the parts apart: the name of its sheet, or what its title says. */
  values: readonly string[]
  /** What the titles call that column; null: they do not say. */
  called: string | null
  partsAre: 'sheets' | 'blocks'
  evidence: readonly string[]
  /** Sure enough to unite them. */
  isUnited: boolean
  /** A person should be asked. */
  isDoubtful: boolean
}

/** Finds tables of different sheets that are parts of one table: their columns agree, and more than that says so. */
export const findUnions = (tables: readonly TableSketch[]): FoundUnion[] =>
  unionsIn(alikeTables(tables).flatMap(oneOfEachSheet))

/** Finds out of groups of tables with the same columns those that are one table, by the names of their sheets and what they hold. */
export function unionsIn(groups: readonly (readonly TableSketch[])[]): FoundUnion[] {
  return groups
    .flatMap(byStretchOfTime)
    .flatMap((group) => {
      const { parts, isDoubtful } = withoutOthers(group)
      if (parts.length < 2) return []
      const found = judge(parts)
      return found.isUnited && isDoubtful ? [{ ...found, isUnited: false, isDoubtful: true }] : [found]
    })
    .filter(({ isUnited, isDoubtful }) => isUnited || isDoubtful)
}

/** Tables whose columns agree with most of the others in their group. */
export function alikeTables(tables: readonly TableSketch[]): TableSketch[][] {
  const groups: TableSketch[][] = []
  for (const table of tables) {
    if (table.columns.length < 2) continue
    const group = groups.find((one) => one.filter((other) => columnsAgree(table, other)).length * 2 > one.length)
    if (group) group.push(table)
    else groups.push([table])
  }
  return groups.filter(({ length }) => length > 1)
}

/** Where every sheet has several such tables, the first of each belong together, and so on; else nothing says which do. */
function oneOfEachSheet(group: readonly TableSketch[]): TableSketch[][] {
  const sheets = [...Map.groupBy(group, ({ sheet }) => sheet).values()]
  const [first] = sheets
  if (!first || sheets.length < 2 || sheets.some(({ length }) => length !== first.length)) return []
  return first.map((_, n) => sheets.flatMap((tables) => tables[n] ?? []))
}

/** Months beside quarters beside a year are not parts of one table, but each kind may be. */
function byStretchOfTime(group: readonly TableSketch[]): TableSketch[][] {
  const stretches = Map.groupBy(group, ({ sheet }) => granularityOf(sheet))
  return stretches.has(null) ? [[...group]] : [...stretches.values()]
}

type Remaining = { parts: readonly TableSketch[]; isDoubtful: boolean }

/** Of this share of its rows a table is a copy of another. */
const COPIED = 0.5

/** Without the sheet that sums up the others, forms that are not filled in, and editions of other sheets. */
function withoutOthers(group: readonly TableSketch[]): Remaining {
  const named = group.filter(({ sheet }) => !isNoPart(sheet))
  const filled = named.filter(({ rows }) => rows.length > 0)
  const parts = filled.filter((table) => !sumsUp(table, filled))
  const copies = copiesIn(parts)
  const left = parts.filter((table) => !copies.has(table) || !isOther(table, copies.get(table) ?? []))
  const still = copiesIn(left)
  if (still.size === 0) return { parts: left, isDoubtful: false }
  // Months may say the same again; two lists that do are two editions of one.
  return seriesOf(left.map(({ sheet }) => sheet)) === 'periods'
    ? { parts: left, isDoubtful: true }
    : { parts: left.filter((table) => !still.has(table)), isDoubtful: false }
}

/** It is called an edition, or holds what several others hold. */
const isOther = ({ sheet }: TableSketch, copies: readonly TableSketch[]) => isEdition(sheet) || copies.length > 1

/** For each table those that hold mostly the same rows. */
function copiesIn(tables: readonly TableSketch[]): Map<TableSketch, TableSketch[]> {
  const copies = new Map<TableSketch, TableSketch[]>()
  for (const [n, table] of tables.entries())
    for (const other of tables.slice(n + 1)) {
      if (sameRows(table, other) < COPIED) continue
      copies.set(table, [...(copies.get(table) ?? []), other])
      copies.set(other, [...(copies.get(other) ?? []), table])
    }
  return copies
}

/** Figures that differ by no more are the same. */
const ROUNDING = 0.01
/** Smaller sums agree by chance. */
const SMALLEST_SUM = 100

/** Whether the figures of a table are what those of all others add up to. No month is the sum of other months. */
function sumsUp(table: TableSketch, all: readonly TableSketch[]): boolean {
  if (seriesOf(all.map(({ sheet }) => sheet)) === 'periods') return false
  const others = all.filter((other) => other !== table)
  const compared = [...table.sums].flatMap(([key, sum]) => {
    const parts = others.map((other) => other.sums.get(key))
    return parts.some((part) => part === undefined) || Math.abs(sum) < SMALLEST_SUM
      ? []
      : [Math.abs(sum - parts.reduce((total: number, part) => total + (part ?? 0), 0)) <= ROUNDING]
  })
  return compared.filter((isSame) => isSame).length * 2 > compared.length
}

/** Points of what speaks for and against one table where the names of the sheets do not settle it. */
const POINTS = {
  same_header: 1,
  three_or_more: 1,
  same_kinds: 2,
  title_names_sheet: 2,
  same_title: 2,
  same_codes: 1,
  other_codes: -2,
  other_sizes: -2,
  any_columns: -2,
  names_of_roles: -2,
  editions: -2,
} as const
type Clue = keyof typeof POINTS

/** Tables of one workbook often have the same columns and speak of the same people and products, and are no parts of one table. */
const ENOUGH = 5
const MAYBE = 2

function judge(parts: readonly TableSketch[]): FoundUnion {
  const series = seriesOf(parts.map(({ sheet }) => sheet))
  const clues = cluesOf(parts)
  const evidence = ['columns_agree', ...(series ? [`sheets_are_${series}`] : []), ...clues]
  const decided = decide(series, clues)
  return {
    parts,
    values: parts.map(({ sheet }) => sheet),
    called: null,
    partsAre: 'sheets',
    evidence,
    isUnited: decided === 'united',
    isDoubtful: decided === 'doubtful',
  }
}

function decide(series: SheetSeries, clues: readonly Clue[]): 'united' | 'doubtful' | 'apart' {
  if (series === 'periods') return 'united'
  const has = (clue: Clue) => clues.includes(clue)
  if (series === 'parts' && !has('other_codes') && (!has('any_columns') || has('same_kinds'))) return 'united'
  const points = clues.reduce((sum, clue) => sum + POINTS[clue], 0)
  if (points >= ENOUGH) return 'united'
  return points >= MAYBE ? 'doubtful' : 'apart'
}

function cluesOf(parts: readonly TableSketch[]): Clue[] {
  const [first, ...others] = parts
  if (!first) return []
  const names = parts.map(({ sheet }) => sheet)
  const most = (isSo: (other: TableSketch) => boolean) => others.filter(isSo).length * 2 > others.length
  const codes = others.map((other) => codesAlike(first, other))
  const clues: readonly (readonly [Clue, boolean])[] = [
    ['same_header', others.every((other) => headerOf(other) === headerOf(first))],
    ['three_or_more', parts.length > 2],
    ['same_kinds', most((other) => sharesKinds(first, other))],
    ['title_names_sheet', parts.every(titleNamesSheet)],
    ['same_title', first.region.title !== null && others.every(({ region }) => region.title === first.region.title)],
    ['same_codes', codes.some((one) => one === true) && !codes.includes(false)],
    ['other_codes', codes.includes(false)],
    ['other_sizes', others.some((other) => sizesDiffer(first, other))],
    ['any_columns', parts.every(hasAnyColumns) || others.every((other) => sharedColumns(first, other).length < 3)],
    ['names_of_roles', nameRoles(names)],
    ['editions', names.some(isEdition)],
  ]
  return clues.flatMap(([clue, isSo]) => (isSo ? [clue] : []))
}

const headerOf = ({ columns }: TableSketch) => columns.map(({ key }) => key).join(' ')

const titleNamesSheet = ({ sheet, region }: TableSketch) =>
  region.title?.normalize('NFKC').toLowerCase().includes(sheet.normalize('NFKC').trim().toLowerCase()) ?? false

/** Names that tables of any kind have. */
const ANY_COLUMN =
  /^(?:no|number|id|code|name|names|value|values|key|item|items|description|desc|note|notes|remark|remarks|comment|type|category|date|amount|total|count|qty|unit|項目|名前|名称|氏名|品名|値|内容|説明|備考|摘要|コード|番号|日付|金額|数量|単位|区分|種別|件数|件名)$/

const hasAnyColumns = ({ columns }: TableSketch) =>
  columns.length < 3 || (columns.length < 4 && columns.every(({ key }) => ANY_COLUMN.test(key)))
