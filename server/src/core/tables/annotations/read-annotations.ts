import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { whilePoliciesHold } from '../../policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../reading/open-readable-table.ts'
import { pageOfVisible } from '../../reading/page-of-visible.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { type Annotation, type VisibleAnnotation, visibleAnnotation } from './annotation.ts'
import { listAnnotations } from './annotations.store.ts'
import { liveRows, refuseIfRowsMissing } from './resolve-targets.ts'

export type AnnotationsRequest = {
  column?: string | undefined
  rowId?: number | undefined
  limit: number
  after: string | null
}

/** Annotations in the order they were made. Those of rows and columns that are not there now are passed over. */
export async function readAnnotations(ctx: Context, place: EditPlace, query: AnnotationsRequest) {
  const { page, next } = await whilePoliciesHold(ctx, place.workbookId, () => pageUnderPolicies(ctx, place, query))
  return { annotations: page, next }
}

async function pageUnderPolicies(ctx: Context, place: EditPlace, { column, rowId, limit, after }: AnnotationsRequest) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'viewer', rows: 'filtered' })
  const asked = opened.table.columns.find(({ name }) => name === column)
  if (column !== undefined && !asked) throw notFound('column', column)
  if (rowId !== undefined) await refuseIfRowsMissing(ctx, opened, [rowId])

  const { workbookId, artifactId: tableId } = opened
  const within = { origin: asked?.origin ?? null, rowId: rowId ?? null }
  const listing = {
    list: (from: string | null, most: number) =>
      listAnnotations(ctx.db, { workbookId, tableId }, { ...within, limit: most, after: from }),
    idOf: ({ annotationId }: Annotation) => annotationId,
    visibleOf: (found: readonly Annotation[]) => visibleAnnotations(ctx, opened, found),
    visibleIdOf: ({ annotationId }: VisibleAnnotation) => annotationId,
  }
  return { ...(await pageOfVisible(listing, { after, limit })), policyEpoch: opened.policyEpoch }
}

/** Of a range its place among all rows is kept, which would count hidden ones: only callers who see all rows see it. */
async function visibleAnnotations(ctx: Context, opened: OpenedTable, found: readonly Annotation[]) {
  const seen = found.flatMap((annotation) => visibleAnnotation(opened, annotation) ?? [])
  const live = await liveRows(ctx, opened, seen.flatMap(rowsNamed))
  return seen.filter((annotation) =>
    annotation.kind === 'range' ? opened.rowAccess === 'all' : rowsNamed(annotation).every((id) => live.has(id)),
  )
}

/** Of a range some rows may be gone. */
const rowsNamed = ({ kind, rowIds }: VisibleAnnotation) => (kind === 'range' ? [] : (rowIds ?? []))
