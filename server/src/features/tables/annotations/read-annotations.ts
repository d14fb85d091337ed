import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { openReadableTable } from '../../governance/reading/open-readable-table.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { type SeenAnnotation, seenAnnotation } from './annotation.ts'
import { listAnnotations } from './annotations.store.ts'
import { liveRows, refuseIfRowsMissing } from './resolve-targets.ts'

export type AskedAnnotations = {
  column?: string | undefined
  rowId?: number | undefined
  limit: number
  after: string | null
}

/** Annotations in the order they were made. Those of rows and columns that are not there now are passed over. */
export async function readAnnotations(
  ctx: Context,
  place: EditPlace,
  { column, rowId, limit, after }: AskedAnnotations,
) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'viewer' })
  const asked = opened.table.columns.find(({ name }) => name === column)
  if (column !== undefined && !asked) throw notFound('column', column)
  if (rowId !== undefined) await refuseIfRowsMissing(ctx, opened, [rowId])

  const { workbookId, artifactId: tableId } = opened
  const question = { origin: asked?.origin ?? null, rowId: rowId ?? null, limit: limit + 1, after }
  const found = await listAnnotations(ctx.db, { workbookId, tableId }, question)
  const page = found.slice(0, limit)
  const seen = page.flatMap((annotation) => seenAnnotation(opened, annotation) ?? [])
  const live = await liveRows(ctx, opened, seen.flatMap(rowsNamed))
  const annotations = seen.filter((annotation) => rowsNamed(annotation).every((id) => live.has(id)))
  return { annotations, next: found.length > limit ? (page.at(-1)?.annotationId ?? null) : null }
}

/** Of a range some rows may be gone. */
const rowsNamed = ({ kind, rowIds }: SeenAnnotation) => (kind === 'range' ? [] : (rowIds ?? []))
