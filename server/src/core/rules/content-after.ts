import type { RowEdit, TableWrite } from '../../engine/table/commit.ts'
import {
  type ContentPlan,
  type FoldedRows,
  foldEdits,
  listStoredSegments,
  planContent,
} from '../../engine/table/content.ts'
import type { Edit, SegmentRef, TableHead } from '../../engine/table/table.ts'
import { findColumns, findTableHead, listEdits } from '../../engine/table/tables.store.ts'
import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'

/** What a table holds now, what it holds after a write, and the rows that the write brings. */
export type WrittenContent = { before: ContentPlan; after: ContentPlan; entering: ContentPlan }

/** Undefined when the table is gone. */
export async function currentContent(db: Db, workbookId: string, tableId: string): Promise<ContentPlan | undefined> {
  const head = await findTableHead(db, workbookId, tableId)
  return head && planContent(db, workbookId, tableId, head.editVersion)
}

export async function contentAfter(db: Db, workbookId: string, write: TableWrite): Promise<WrittenContent | undefined> {
  const head = await findTableHead(db, workbookId, write.tableId)
  const before = head && (await planContent(db, workbookId, write.tableId, head.editVersion))
  if (!before) return undefined
  switch (write.kind) {
    case 'schema':
      return { before, after: before, entering: { ...before, segments: [], laid: new Map() } }
    case 'rows': {
      const after = { ...before, laid: laidOver(before.laid, write.rows ?? [], head) }
      return { before, after, entering: after }
    }
    case 'append': {
      const added = await segmentsOf(db, workbookId, write.segments)
      const entering = { ...before, segments: added, laid: new Map() }
      return { before, after: { ...before, segments: [...before.segments, ...added] }, entering }
    }
    case 'replace': {
      const after = await replaced(db, workbookId, write, before, head)
      return { before, after, entering: after }
    }
  }
}

/** Of a write of rows only those that it adds. */
export function addedRows({ before, after }: WrittenContent, rows: readonly RowEdit[]): ContentPlan {
  const added = rows.flatMap(({ op, rowId }) => (op === 'I' && rowId !== null ? [rowId] : []))
  const laid = new Map(added.flatMap((id) => [[id, after.laid.get(id)] as const]).filter(isThere))
  return { ...before, segments: [], laid }
}

const isThere = <V>(entry: readonly [number, V | undefined]): entry is readonly [number, V] => entry[1] !== undefined

async function replaced(
  db: Db,
  workbookId: string,
  write: TableWrite,
  before: ContentPlan,
  head: TableHead,
): Promise<ContentPlan> {
  const { tableId, columns, schemaNo, overlays = [] } = write
  const laid = foldEdits(await listEdits(db, workbookId, tableId, overlays))
  const then = schemaNo === undefined ? before.columns : await findColumns(db, workbookId, tableId, schemaNo)
  return {
    ...before,
    columns: columns ? [...columns] : then,
    segments: await segmentsOf(db, workbookId, write.segments),
    laid: laidOver(laid, write.rows ?? [], head),
  }
}

/** Segments of a write are named one after the other, and most are still pending; readers want them in order. */
async function segmentsOf(db: Db, workbookId: string, segments: readonly SegmentRef[] = []) {
  const stored = await listStoredSegments(db, workbookId, segments, ['L', 'P'])
  return stored.toSorted((a, b) => a.rowLo - b.rowLo)
}

/** Rows of the write over what lies there already. New ones get ids that no row has. */
function laidOver(laid: FoldedRows, rows: readonly RowEdit[], { nextRowId }: TableHead): FoldedRows {
  let next = nextRowId
  const old = [...laid].map(([rowId, { op, cells }]): Edit => ({ rowId, op, cells }))
  const written = rows.map(({ op, rowId, cells }): Edit => {
    assertState(op === 'I' || rowId !== null, 'a row that is changed has an id')
    return { rowId: rowId ?? next++, op, cells: cells ?? {} }
  })
  return foldEdits([...old, ...written])
}
