import type { Rule } from '../../../core/rules/rule.ts'
import { readWorkbookRules } from '../../../core/rules/rules.store.ts'
import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import type { BuiltSegment } from '../../../engine/builder/build-request.ts'
import { type MatchedContent, matchContent } from '../../../engine/storage/bulk/match-content.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import { type ContentPlan, planContent } from '../../../engine/table/content.ts'
import type { Column } from '../../../engine/table/table.ts'
import { findTableHead } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { ClearedTable } from './clear-landing.ts'

/** Nothing outside this file can make the mark. */
const cleared: unique symbol = Symbol('cleared')

/** A table whose rows a file may replace, read at the version for which that was decided. */
export type KnownTable = {
  readonly [cleared]: true
  tableId: string
  name: string
  editVersion: number
  /** It holds edits, which the caller has seen. */
  isEdited: boolean
  columns: readonly Column[]
  nextColumnId: number
  ours: ContentPlan
  /** As the source made it, where it was edited since; null: it was not, or that version is forgotten. */
  base: ContentPlan | null
}

/** The one door to replacing rows: it opens for tables alone that a file was cleared to land over. */
export async function openKnown(
  { bulk: { db } }: Context,
  workbookId: string,
  table: ClearedTable,
): Promise<KnownTable> {
  const { tableId, name, editVersion, madeVersion, isAsMade } = table
  const contentAt = (version: number) => planContent(db, workbookId, tableId, version)
  const ours = await contentAt(editVersion)
  const head = await findTableHead(db, workbookId, tableId)
  assertState(ours && head, 'a table that was just listed has a content')
  const base = isAsMade || madeVersion === null ? null : ((await contentAt(madeVersion)) ?? null)
  const { nextColumnId } = head
  const known = { tableId, name, editVersion, isEdited: !isAsMade, columns: ours.columns, nextColumnId, ours, base }
  return { ...known, [cleared]: true }
}

/** The rows of a file as they came out of the loader, for a table that has rows. */
export type FreshTable = {
  columns: readonly Column[]
  rowCount: number
  folder: string
  /** Writes the rows into the folder, numbered behind this id. */
  write: (idsAfter: number) => Promise<readonly BuiltSegment[]>
  onViolation: OnViolation | null
}

/** What a file does to a table that is there. `carried`: columns that users added to it, which the file does not have. */
export type MatchedTable = MatchedContent & {
  idsAfter: number
  carried: readonly Column[]
  /** Columns that users changed, and that are again what the file says. */
  columnsOver: readonly string[]
}

/** Finds the rows that the table has already: they keep their ids. */
export async function matchTable(ctx: Context, known: KnownTable, fresh: FreshTable): Promise<MatchedTable> {
  const { workbookId, tableId } = known.ours
  const { columns, rowCount, folder, write, onViolation } = fresh
  const reserve = () => inTransaction(ctx.bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, rowCount))
  const idsAfter = rowCount > 0 ? (await reserve()) - 1 : 0
  const carried = carriedOf(known, columns)
  const rules = await readWorkbookRules(ctx.bulk.db, workbookId)
  const matched = await matchContent(ctx.bulk, {
    ours: known.ours,
    base: known.base,
    fresh: { folder, built: rowCount > 0 ? await write(idsAfter) : [], idsAfter, rowCount },
    columns: [...columns, ...carried],
    carried: carried.map(({ id }) => id),
    keys: keysFor(known, columns, rules.tables.get(tableId) ?? []),
    // Rows are set aside out of a whole content: one that would change another has no row of its own to be corrected in.
    isWhole: (onViolation ?? rules.onViolation.get(tableId)) === 'quarantine',
  })
  return { ...matched, idsAfter, carried, columnsOver: columnsOver(known, columns) }
}

/** Where it is not known what the file made, every column that it lacks is taken for one that users added. */
function carriedOf({ isEdited, columns, base }: KnownTable, fromFile: readonly Column[]): Column[] {
  if (!isEdited) return []
  const isOf = (of: readonly Column[], origin: number) => of.some((column) => column.origin === origin)
  return columns.filter(({ origin }) => !isOf(fromFile, origin) && !(base && isOf(base.columns, origin)))
}

function columnsOver({ isEdited, columns, base }: KnownTable, fromFile: readonly Column[]): string[] {
  if (!isEdited || !base) return []
  return columns.flatMap(({ origin, id, name }) => {
    const made = base.columns.find((column) => column.origin === origin)
    const next = fromFile.find((column) => column.origin === origin)
    if (!made) return []
    const isEditedColumn = made.id !== id || made.name !== name
    return !next || (isEditedColumn && (next.id !== id || next.name !== name)) ? [name] : []
  })
}

/**
 * What may name the rows, the best first: columns that a rule declares unique, then each column of texts, and the first column where
 * it holds whole numbers. Whether a column does name each row once is found in the rows.
 */
function keysFor({ columns }: KnownTable, fromFile: readonly Column[], rules: readonly Rule[]): number[][] {
  const idOf = (origin: number) => columns.find((column) => column.origin === origin)?.id ?? -1
  const declared = rules.flatMap((rule) => (rule.kind === 'unique' ? [rule.origins.map(idOf)] : []))
  const texts = fromFile.filter(({ type }) => type.name === 'VARCHAR' || type.name === 'UUID').map(({ id }) => [id])
  const [first] = fromFile
  const isNumbered = first?.type.name === 'INTEGER' || first?.type.name === 'BIGINT'
  return [...declared, ...(first && isNumbered ? [[first.id]] : []), ...texts]
}
