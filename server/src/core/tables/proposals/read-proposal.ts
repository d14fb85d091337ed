import type { Context } from '../../../platform/context.ts'
import { notFound, ServiceError } from '../../../platform/errors.ts'
import type { VisibleValue } from '../../../platform/visible-value.ts'
import { listEdges } from '../../lineage/lineage.store.ts'
import { reachable } from '../../lineage/lineage.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { openTablesById } from '../../reading/open-readable-tables.ts'
import { recordGovernedReads } from '../../reading/record-governed-reads.ts'
import { visibleIn } from '../../reading/visible-value.ts'
import { checkWrites } from '../../rules/check-writes.ts'
import { RuleViolated, type VisibleViolation } from '../../rules/rules.errors.ts'
import { readWorkbookRules } from '../../rules/rules.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { editsOf, type MergedRow, type RowConflict } from './merge-rows.ts'
import type { ProposalPlace } from './proposals.store.ts'
import { type JudgedProposal, openProposal } from './proposals.ts'
import { type MergedTable, mergeTableNow, tableAsMade } from './rows-now.ts'

export type CellDiff = {
  column: string
  base: VisibleValue | null
  before: VisibleValue | null
  after: VisibleValue | null
  isConflict: boolean
}
export type ProposedRowDiff = {
  rowId: number | null
  op: MergedRow['op']
  conflict: RowConflict | null
  isDone: boolean
  cells: CellDiff[]
}

/** A table of a proposal, as far as its reader sees its columns. */
export type TableDiff = {
  table: string
  tableId: string
  baseVersion: number
  editVersion: number
  rows: ProposedRowDiff[]
  rowCount: number
  cellCount: number
  conflictCount: number
  isPartial: boolean
  isCut: boolean
}

export type VisibleProposal = JudgedProposal & {
  diffs: TableDiff[]
  /** Null: it is closed, or its reader does not see all of it. */
  violations: readonly VisibleViolation[] | null
  stale: string[]
}

/** Cells that are listed of each table. */
const MOST_CELLS = 2_000

/** A proposal cell by cell: beside the tables of now while it is open, as it was made once it is closed. */
export async function readProposal(ctx: Context, place: ProposalPlace): Promise<VisibleProposal> {
  const { seen } = await whilePoliciesHold(ctx, place.workbookId, async () => {
    const workbook = await openWorkbook(ctx, place.workbookId, 'editor')
    const proposal = await openProposal(ctx, place)
    const isOpen = proposal.state === 'open'
    const merged: MergedTable[] = []
    for (const table of proposal.tables) {
      const found = await mergeIfThere(ctx, place, table, !isOpen)
      if (found) merged.push(found)
    }
    await recordGovernedReads(
      ctx,
      merged.map(({ opened }) => opened),
    )
    const diffs = merged.map((table) => diffOf(table))
    const isWhole = merged.length === proposal.tables.length && diffs.every(({ isPartial }) => !isPartial)
    const violations = isOpen && isWhole ? await violationsOf(ctx, place.workbookId, merged) : null
    const stale = isOpen ? await staleAfter(ctx, workbook, merged) : []
    const isSeen = diffs.every(({ isPartial }) => !isPartial)
    const said = isSeen ? proposal : withoutTexts(proposal)
    return { seen: { ...said, diffs, violations, stale }, policyEpoch: workbook.policyEpoch }
  })
  return seen
}

/** What is said to cells that are hidden may tell what they hold. */
const withoutTexts = (proposal: JudgedProposal): JudgedProposal => ({
  ...proposal,
  description: null,
  reviews: proposal.reviews.map((review) => ({ ...review, text: null })),
})

/** Null: the table is gone. */
async function mergeIfThere(
  ctx: Context,
  place: ProposalPlace,
  table: JudgedProposal['tables'][number],
  isPast: boolean,
): Promise<MergedTable | null> {
  try {
    return await (isPast ? tableAsMade : mergeTableNow)(ctx, place, table)
  } catch (error) {
    if (error instanceof ServiceError && error.code === notFound('table', '').code) return null
    throw error
  }
}

function diffOf({ opened, baseVersion, rows }: MergedTable): TableDiff {
  const listed: ProposedRowDiff[] = []
  let [cellCount, shown] = [0, 0]
  for (const row of rows) {
    const cells = row.cells.filter(({ base, now, after }) => after !== base || after !== now)
    cellCount += cells.length
    if (shown >= MOST_CELLS) continue
    const some = cells.slice(0, MOST_CELLS - shown)
    shown += some.length
    listed.push({
      rowId: row.rowId,
      op: row.op,
      conflict: row.conflict,
      isDone: row.isDone,
      cells: some.map(({ column, base, now, after, isConflict }) => ({
        column: column.name,
        base: visibleIn(column, base),
        before: visibleIn(column, now),
        after: visibleIn(column, after),
        isConflict,
      })),
    })
  }
  return {
    table: opened.name,
    tableId: opened.artifactId,
    baseVersion,
    editVersion: opened.editVersion,
    rows: listed,
    rowCount: rows.length,
    cellCount,
    conflictCount: rows.filter(({ conflict }) => conflict !== null).length,
    isPartial: rows.some(({ isPartial }) => isPartial),
    isCut: shown < cellCount || listed.length < rows.length,
  }
}

/** Rows that would break a rule of a table, as they are proposed. */
async function violationsOf(ctx: Context, workbookId: string, merged: readonly MergedTable[]) {
  const writes = merged.flatMap(({ opened, rows, now }) => {
    const edits = editsOf(opened, rows, now, 'proposed')
    const write = { tableId: opened.artifactId, expected: null, read: opened.editVersion, kind: 'rows' as const }
    return edits.length > 0 ? [{ ...write, rows: edits }] : []
  })
  try {
    await checkWrites(ctx, { workbookId, writes }, await readWorkbookRules(ctx.db, workbookId))
    return []
  } catch (error) {
    if (error instanceof RuleViolated) return error.shown
    throw error
  }
}

/** Derived tables that are fresh, and would not be. */
async function staleAfter(
  ctx: Context,
  workbook: Awaited<ReturnType<typeof openWorkbook>>,
  merged: readonly MergedTable[],
): Promise<string[]> {
  const edges = (await listEdges(ctx.db, workbook.workbookId)).filter(({ kind }) => kind === 'transform')
  const changed = merged.map(({ opened }) => opened.artifactId)
  const below = new Set(changed.flatMap((id) => [...reachable(edges, id, 'down', edges.length)]))
  for (const id of changed) below.delete(id)
  const tables = await openTablesById(ctx, workbook, [...below])
  return tables.flatMap(({ name, staleSince }) => (staleSince === null ? [name] : [])).sort()
}
