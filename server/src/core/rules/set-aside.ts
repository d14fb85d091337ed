import type { TableWrite } from '../../engine/table/commit.ts'
import type { ContentPlan } from '../../engine/table/content.ts'
import type { Cells, Column } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { compileRules } from './compile-rules.ts'
import { addedRows, contentAfter, currentContent } from './content-after.ts'
import { originsOf, type Rule } from './rule.ts'
import type { WorkbookRules } from './rules.store.ts'
import { messageOf } from './see-violations.ts'
import { sieveContent } from './sieve-content.ts'
import { takeOut } from './sieve-write.ts'

/** Of one ingest so many rows are set aside; where more break rules, the file is refused. */
export const MOST_SET_ASIDE = 50_000

/** Rows of a write that stay out of its table, with the columns it has by then. */
export type SetAside = { tableId: string; columns: readonly Column[]; rows: readonly RowAside[] }

/** `reason`: what it breaks, without its values. `origin`: of a column that a broken rule is about. */
export type RowAside = { rowId: number; cells: Cells; reason: string; origin: number | null }

/** Null: more rows break rules than are set aside. */
export type Sieved = { write: TableWrite; aside: SetAside } | null

/** Takes the rows out of a write without which the others break no rule of its table. Undefined: none does. */
export async function setAside(
  { db, bulk }: Context,
  workbookId: string,
  write: TableWrite,
  { tables }: WorkbookRules,
): Promise<Sieved | undefined> {
  const { tableId } = write
  const content = write.create ? undefined : await contentAfter(db, workbookId, write)
  const own = tables.get(tableId) ?? []
  if (!content || own.length === 0) return undefined
  const { after } = content
  const entering = write.kind === 'rows' ? addedRows(content, write.rows ?? []) : content.entering
  const rules = compileRules(own, after.columns)
  const targets = new Map<string, ContentPlan>([[tableId, after]])
  for (const { test } of rules) {
    if (test.kind !== 'reference' || targets.has(test.tableId)) continue
    const target = await currentContent(db, workbookId, test.tableId)
    if (target) targets.set(test.tableId, target)
  }
  const found = await sieveContent(bulk.storage, { tableId, after, entering, rules, targets }, MOST_SET_ASIDE)
  if (found.count === 0) return undefined
  if (found.count > MOST_SET_ASIDE) return null
  const rowIds = [...found.rows.keys()]
  const { write: left, taken } =
    write.kind === 'rows' ? withoutRows(write, entering, rowIds) : await takeOut(bulk, write, entering, rowIds)
  const { columns } = after
  const rows = [...found.rows].map(([rowId, broken]) => ({
    rowId,
    cells: taken.get(rowId) ?? {},
    ...reasonOf(
      broken.flatMap((index) => own[index] ?? []),
      columns,
    ),
  }))
  return { write: left, aside: { tableId, columns, rows } }
}

function withoutRows(write: TableWrite, { laid }: ContentPlan, rowIds: readonly number[]) {
  const out = new Set<number | null>(rowIds)
  const taken = new Map(rowIds.map((id) => [id, laid.get(id)?.cells ?? {}]))
  return { write: { ...write, rows: (write.rows ?? []).filter(({ rowId }) => !out.has(rowId)) }, taken }
}

function reasonOf(rules: readonly Rule[], columns: readonly Column[]): Pick<RowAside, 'reason' | 'origin'> {
  const nameOf = (origin: number) => columns.find((column) => column.origin === origin)?.name ?? ''
  const reason = rules.map((rule) => messageOf(rule, originsOf(rule).map(nameOf))).join(' ')
  return { reason, origin: rules.flatMap(originsOf)[0] ?? null }
}
