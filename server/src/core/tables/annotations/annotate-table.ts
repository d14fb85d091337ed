import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { actorOf } from '../../audit/actor.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { type Anchor, idsIn, type Marks, mergeMarks, type Target, visibleAnnotation } from './annotation.ts'
import { deleteAnnotations, upsertAnnotations } from './annotations.store.ts'
import { refuseIfRowsMissing, resolveTargets } from './resolve-targets.ts'

export type NewAnnotation = Marks & { target: Target }

/** Marks cells, rows, columns or the table. Presentation, no data: it makes no version. */
export async function annotateTable(
  ctx: Context,
  place: EditPlace,
  annotations: readonly NewAnnotation[],
  actor: string | null,
) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  annotations.forEach(refuseIfEmpty)
  const targets = annotations.map(({ target }, n) => ({ target, loc: ['body', 'annotations', n, 'target'] }))
  const anchors = await resolveTargets(ctx, opened, targets)
  await refuseIfRowsMissing(ctx, opened, anchors.flatMap(namedRows))

  const { workbookId, artifactId: tableId, name } = opened
  const merged = mergedByTarget(anchors, annotations)
  const written = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const kept = await upsertAnnotations(tx, { workbookId, tableId }, actorOf(ctx, actor), merged)
    const detail = { annotations: kept.length }
    await appendAuditEntry(tx, ctx, { workbookId, action: 'table.annotate', target: { table: name }, detail, actor })
    return kept
  })
  const places = new Map(merged.map(({ anchor }, n) => [anchor.anchor, n]))
  const inOrder = written.toSorted((a, b) => (places.get(a.anchor) ?? 0) - (places.get(b.anchor) ?? 0))
  return {
    annotations: inOrder.flatMap((annotation) => visibleAnnotation(opened, annotation) ?? []),
    applied: anchors.length,
  }
}

/** A range names rows that were just read. */
const namedRows = ({ kind, rows }: Anchor) => (kind === 'range' ? [] : idsIn(rows))

function refuseIfEmpty({ style, note, label }: NewAnnotation, n: number) {
  if (style === null && note === null && label === null)
    throw invalidField(['body', 'annotations', n], 'required', 'must have a style, a note or a label')
}

/** One statement cannot write a target twice. */
function mergedByTarget(anchors: readonly Anchor[], annotations: readonly NewAnnotation[]) {
  const merged = new Map<string, { anchor: Anchor; marks: Marks }>()
  for (const [n, anchor] of anchors.entries()) {
    const { style = null, note = null, label = null } = annotations[n] ?? {}
    const before = merged.get(anchor.anchor)?.marks ?? { style: null, note: null, label: null }
    merged.set(anchor.anchor, { anchor, marks: mergeMarks(before, { style, note, label }) })
  }
  return [...merged.values()]
}

export type Unmarked = { annotationId: string } | Target

/** Takes annotations away, named by their ids or by what they are on. */
export async function deleteTableAnnotations(ctx: Context, place: EditPlace, targets: readonly Unmarked[]) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  const named = targets.flatMap((target, n) => ('kind' in target ? [{ target, loc: ['body', 'targets', n] }] : []))
  const anchors = (await resolveTargets(ctx, opened, named)).map(({ anchor }) => anchor)
  const annotationIds = targets.flatMap((target) => ('kind' in target ? [] : [target.annotationId]))

  const { workbookId, artifactId: tableId, name } = opened
  const deleted = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const count = await deleteAnnotations(tx, { workbookId, tableId }, { annotationIds, anchors })
    const detail = { annotations: count }
    if (count > 0)
      await appendAuditEntry(tx, ctx, { workbookId, action: 'table.unannotate', target: { table: name }, detail })
    return count
  })
  return { deleted, missing: targets.length - deleted }
}
