import { masked, type ReadableColumn } from '../../engine/table/readable-table.ts'
import type { RowFilter } from '../../engine/table/row-filter.ts'
import type { Column } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { decideStrictest } from '../policies/decide-effect.ts'
import type { ColumnTags } from '../policies/policy.ts'
import { callerOf } from '../policies/rows/caller-of.ts'
import { filteredTables, inheritingFrom } from '../policies/rows/row-access.ts'
import type { FilterCaller } from '../policies/rows/row-policy.ts'
import { nameOfColumn } from '../policies/tags/spread-tags.ts'
import { readPolicies, type WorkbookPolicies } from '../policies/workbook-policies.ts'
import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'

/** How a caller sees the tables of a workbook. */
export type Lens = {
  /** The same for callers who see the same of the same tables. */
  name: string
  /** The columns they see, plainly or masked; denied ones are not among them. */
  columnsOf(tableId: string, columns: readonly Column[]): ReadableColumn[]
  /** A rule has something to say about one of these columns, to this caller or to others. */
  governs(tableId: string, columns: readonly Column[]): boolean
  /** The caller may not even know that this column exists. */
  denies(tableId: string, origin: number): boolean
  /** Which rows they see; undefined: all. */
  rowsOf(tableId: string): RowFilter | undefined
  /** There are tables of which they do not see all rows. */
  hidesRows: boolean
}

const NO_TAGS: ColumnTags = new Map()

/** Lists of columns that are seen as they are, by the lists they were made from: most are asked for again and again. */
const plainLists = new WeakMap<readonly Column[], ReadableColumn[]>()

function plainly(columns: readonly Column[]): ReadableColumn[] {
  const known = plainLists.get(columns)
  if (known) return known
  const plain = columns.map((column) => ({ ...column, isMasked: false }))
  plainLists.set(columns, plain)
  return plain
}

type ColumnsOf = Lens['columnsOf']

/** The same list of columns of the same table is seen alike. */
function keptByList(columnsOf: ColumnsOf): ColumnsOf {
  const kept = new WeakMap<readonly Column[], { tableId: string; seen: ReadableColumn[] }>()
  return (tableId, columns) => {
    const known = kept.get(columns)
    if (known?.tableId === tableId) return known.seen
    const seen = columnsOf(tableId, columns)
    kept.set(columns, { tableId, seen })
    return seen
  }
}

const PLAIN: Lens = {
  name: 'plain',
  columnsOf: (_tableId, columns) => plainly(columns),
  governs: () => false,
  denies: () => false,
  rowsOf: () => undefined,
  hidesRows: false,
}

/** How the caller sees the tables of a workbook they have opened. `policyEpoch`: the newest that anything of them was read at. */
export async function lensFor(ctx: Context, workbook: OpenedWorkbook, policyEpoch: number): Promise<Lens> {
  const epoch = Math.max(policyEpoch, workbook.policyEpoch)
  // Most workbooks have no policies and never had any.
  if (epoch === 0) return PLAIN
  const policies = await readPolicies(ctx.db, workbook.workbookId, epoch)
  return lensThrough(policies, await callerOf(ctx, workbook, policies))
}

const MOST_LENSES = 200
/** By policies, which are others at every epoch, and by what they know of a caller: most ask again and again. */
const lenses = new WeakMap<WorkbookPolicies, LruMap<string, Lens>>()

/** How a caller who is known so does. */
export function lensThrough(policies: WorkbookPolicies, asker: FilterCaller): Lens {
  if (policies.rules.length === 0 && policies.rows.policies.length === 0) return PLAIN
  const known = lenses.get(policies) ?? new LruMap<string, Lens>(MOST_LENSES)
  lenses.set(policies, known)
  const name = JSON.stringify({ ...asker, mapped: [...asker.mapped] })
  const lens = known.get(name) ?? newLens(policies, asker)
  known.set(name, lens)
  return lens
}

function newLens({ rules, tags, rows, policyEpoch }: WorkbookPolicies, asker: FilterCaller): Lens {
  const { roleSets } = asker
  const filtered = filteredTables(rows, asker)
  const ruledRows = inheritingFrom(rows)
  const ruled = new Set(rules.map(({ tag }) => tag))
  const tagsOf = (tableId: string, { origin }: Pick<Column, 'origin'>) =>
    tags.get(nameOfColumn({ tableId, origin })) ?? NO_TAGS
  return {
    name: JSON.stringify([policyEpoch, ...roleSets, [...filtered].map(([id, { name }]) => `${id} ${name}`).sort()]),
    columnsOf: keptByList((tableId, columns) =>
      columns.flatMap((column) => {
        const { effect, style } = decideStrictest({ tags: tagsOf(tableId, column), type: column.type }, rules, roleSets)
        if (effect === 'deny') return []
        return [effect === 'mask' ? masked(column, style ?? undefined) : { ...column, isMasked: false }]
      }),
    ),
    governs: (tableId, columns) =>
      ruledRows.has(tableId) ||
      columns.some((column) => [...tagsOf(tableId, column).keys()].some((tag) => ruled.has(tag))),
    denies: (tableId, origin) =>
      decideStrictest({ tags: tagsOf(tableId, { origin }) }, rules, roleSets).effect === 'deny',
    rowsOf: (tableId) => filtered.get(tableId),
    hidesRows: filtered.size > 0,
  }
}
