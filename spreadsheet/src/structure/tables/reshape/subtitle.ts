import type { Region } from '../../../parse-spec/parse-spec.ts'
import type { Sheet } from '../../sheet.ts'
import { headingLevels } from '../heading-levels.ts'
import type { MadeCell } from '../made-table.ts'
import { isPageNumber } from '../page-number.ts'
import { NO_HEADINGS, NOTHING, plainColumn, type Relation, type RelationRow } from '../relation.ts'
import { headPairs } from './head-pairs.ts'

/**
 * Headings between the rows become a column of their own, one for each level of them; columns that held nothing else go. A
 * heading of several cells leaves those in their columns that are empty in the rows below: `A | Groundworks` over lines without
 * a letter. Pairs of a name and a value that come again above each block are a column for each name.
 */
export function subtitle(sheet: Sheet, region: Region, relation: Relation, nameTo: string): Relation {
  const levels = headingLevels(sheet, region)
  const depth = Math.max(0, ...levels.values()) + 1
  const rows: RelationRow[] = []
  const pairs = headPairs(relation)
  let path: MadeCell[] = []
  let beside: RelationRow = []
  let fields = new Map<string, MadeCell>()
  for (const [n, row] of relation.rows.entries()) {
    const said = relation.headings.has(row) ? pairs.of(row) : null
    if (said) {
      // A name that comes again begins the head of the next block.
      if ([...said.keys()].some((name) => fields.has(name))) fields = new Map()
      for (const [name, value] of said) fields.set(name, value)
    } else if (relation.headings.has(row)) {
      const { said: heading, left } = partsOf(row, isUsedBelow(relation, n))
      const level = levels.get(heading.from?.row ?? -1) ?? 0
      path = [
        ...Array.from({ length: level }, (_, outer) => path[outer] ?? NOTHING),
        withoutMarks(withoutName(heading, nameTo)),
      ]
      beside = left
    } else {
      const headings = Array.from({ length: depth }, (_, level) => path[level] ?? NOTHING)
      const given = pairs.names.map((name) => fields.get(name) ?? NOTHING)
      const own = row.map((cell, place) => (cell.text === null ? (beside[place] ?? cell) : cell))
      rows.push([...headings, ...given, ...own])
    }
  }
  const added = Array.from({ length: depth }, (_, level) => ({
    ...plainColumn(level === 0 ? nameTo : `${nameTo}${level + 1}`),
    isHeading: true,
  }))
  const pairColumns = pairs.names.map((name) => ({ ...plainColumn(name), isHeading: true }))
  const columns = [...added, ...pairColumns, ...relation.columns]
  const kept = columns.map((_, n) => rows.some((row) => row[n]?.text != null))
  return {
    columns: columns.filter((_, n) => kept[n]),
    rows: rows.map((row) => row.filter((_, n) => kept[n])),
    headings: NO_HEADINGS,
  }
}

/** Whether a place holds something in one of the rows from a heading to the next one. */
const isUsedBelow =
  ({ rows, headings }: Relation, heading: number) =>
  (place: number) => {
    for (let n = heading + 1; n < rows.length; n++) {
      const row = rows[n]
      if (!row || headings.has(row)) return false
      if (row[place]?.text != null) return true
    }
    return false
  }

/** What a heading says, and what of it stays where it stands. */
function partsOf(heading: RelationRow, isUsed: (place: number) => boolean): { said: MadeCell; left: RelationRow } {
  const places = [...heading.keys()].filter((place) => {
    const text = heading[place]?.text
    return text != null && !isPageNumber(text)
  })
  const [only = 0] = places
  if (places.length < 2) return { said: heading[only] ?? NOTHING, left: [] }
  const used = places.filter(isUsed)
  const saying = used.length > 0 ? used : places.slice(0, 1)
  return {
    said: joined(saying.map((place) => heading[place] ?? NOTHING)),
    left: heading.map((cell, place) => (saying.includes(place) ? NOTHING : cell)),
  }
}

function joined(cells: readonly MadeCell[]): MadeCell {
  const [first = NOTHING, ...more] = cells
  if (more.length === 0) return first
  return { text: cells.map(({ text }) => text).join(' '), from: first.from, parts: cells }
}

const MARKS = /^[■□◆◇●○▼▽▲△★☆◎※・*#>【〔［《〈<[]+\s*|\s*[】〕］》〉>\]]+$/g

/** The marks that make a text a heading are no part of what it says. */
const withoutMarks = (said: MadeCell): MadeCell => ({
  ...said,
  text: said.text?.replaceAll(MARKS, '').trim() || said.text,
})

/** `Account: Travel` under the name `Account` is `Travel`. */
function withoutName(said: MadeCell, name: string): MadeCell {
  const text = said.text ?? ''
  const rest = text.startsWith(name) ? /^\s*[:：]\s*(.+)$/s.exec(text.slice(name.length))?.[1] : undefined
  return rest === undefined ? said : { ...said, text: rest }
}
