import { alikeTables, type FoundUnion, unionsIn } from './find-unions.ts'
import type { TableSketch } from './table-sketch.ts'

/**
 * Finds tables of one sheet that are parts of one table: blocks with the same header, each under a title of its own that says which
 * part it is. Where the titles are not enough they stay apart, and nothing is asked.
 */
export function findBlockUnions(tables: readonly TableSketch[]): FoundUnion[] {
  const sheets = Map.groupBy(tables, ({ sheet }) => sheet)
  return [...sheets.values()].flatMap((ofSheet) => alikeTables(ofSheet).flatMap(unionOfBlocks))
}

function unionOfBlocks(blocks: readonly TableSketch[]): FoundUnion[] {
  const titles = blocks.flatMap(({ region }) => region.title?.trim() || [])
  if (titles.length < blocks.length || new Set(titles).size < titles.length || !haveOneHeader(blocks)) return []
  const { called, values } = partsNamed(titles)
  const byName = new Map(
    blocks.map((block, n): [TableSketch, TableSketch] => [calledBy(block, values[n] ?? ''), block]),
  )
  return unionsIn([[...byName.keys()]]).flatMap((found) => {
    if (!found.isUnited) return []
    const parts = found.parts.flatMap((part) => byName.get(part) ?? [])
    return [{ ...found, called, parts, partsAre: 'blocks' as const }]
  })
}

/** Judged as if the block stood on a sheet of that name. */
const calledBy = (block: TableSketch, name: string): TableSketch => ({ ...block, sheet: name })

const haveOneHeader = (blocks: readonly TableSketch[]) =>
  new Set(blocks.map(({ columns }) => columns.map(({ key }) => key).join(' '))).size === 1

/** What stands between the parts of a title: `Enrolment by school, 2022-23`, `売上（東京）`, `Sales - East`. */
const BETWEEN = /\s*[,、，;；:：|｜()（）[\]［］【】「」]\s*|\s+[-–—/／]\s+|\u3000+|\s{2,}/u

/** `棚番:A-01`, `Site: Leeds`. */
const PAIR = /^([^:：]{1,24})[:：]\s*(.+)$/u

/** What titles of one kind say of each part: without what they have in common, and with what they call it. */
export function partsNamed(titles: readonly string[]): { called: string | null; values: string[] } {
  const pairs = titles.map((title) => PAIR.exec(title))
  const [first] = pairs
  if (first && pairs.every((pair) => pair?.[1]?.trim() === first[1]?.trim()))
    return { called: first[1]?.trim() || null, values: pairs.map((pair) => pair?.[2]?.trim() ?? '') }
  const segments = titles.map((title) => title.split(BETWEEN).filter((segment) => segment !== ''))
  const shared = new Set(segments[0]?.filter((segment) => segments.every((all) => all.includes(segment))))
  const own = segments.map((all) => all.filter((segment) => !shared.has(segment)))
  const isEnough = shared.size > 0 && own.every(({ length }) => length === 1)
  return { called: null, values: isEnough ? own.map(([segment = '']) => segment) : [...titles] }
}
