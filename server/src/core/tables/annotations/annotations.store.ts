import { type Selectable, sql } from 'kysely'
import type { Annotation as AnnotationTable } from '../../../platform/database/database-schema.ts'
import { newId } from '../../../platform/ids.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Actor } from '../../audit/actor.ts'
import {
  type Anchor,
  type Annotation,
  type Marks,
  ROWS_TOLD,
  type RowRange,
  type Style,
  type TargetKind,
} from './annotation.ts'

export type AnnotatedTable = { workbookId: string; tableId: string }

const COLUMNS = [
  'annotationId', 'kind', 'anchor', 'origins', 'range', 'style', 'note', 'label', 'actor', 'createdAt', 'updatedAt',
] as const // biome-ignore format: a list

const rowsTold = sql<[number, number][] | null>`case when annotation.row_count <= ${ROWS_TOLD} then (
  select coalesce(json_agg(json_build_array(lower(r), upper(r) - 1) order by lower(r)), '[]')
  from unnest(annotation.rows) as r) end`.as('rows')

type Row = Pick<Selectable<AnnotationTable>, (typeof COLUMNS)[number]> & { rows: [number, number][] | null }

export type AnchoredAnnotation = Annotation & { anchor: string }

/** What is annotated already is merged member by member. No target twice. */
export async function upsertAnnotations(
  tx: Tx,
  table: AnnotatedTable,
  actor: Actor,
  annotations: readonly { anchor: Anchor; marks: Marks }[],
): Promise<AnchoredAnnotation[]> {
  const rows = await tx
    .insertInto('annotation')
    .values(rowsOf(table, actor, annotations))
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'tableId', 'anchor']).doUpdateSet({
        style: sql`case when excluded.style is null then annotation.style
          else coalesce(annotation.style, '{}') || excluded.style end`,
        note: sql`coalesce(excluded.note, annotation.note)`,
        label: sql`coalesce(excluded.label, annotation.label)`,
        actor: sql`excluded.actor`,
        updatedAt: sql`clock_timestamp()`,
      }),
    )
    .returning(COLUMNS)
    .returning(rowsTold)
    .execute()
  return rows.map(annotationFrom)
}

/** Made at one moment, they are listed in the order they were sent. */
function rowsOf(table: AnnotatedTable, actor: Actor, annotations: readonly { anchor: Anchor; marks: Marks }[]) {
  const ids = annotations.map(() => newId()).sort()
  return annotations.map(({ anchor: { rows: ranges, origins, ...anchor }, marks: { style, note, label } }, n) => ({
    ...table,
    ...anchor,
    annotationId: ids[n] ?? newId(),
    rows: sql<string>`${multirange(ranges)}::int8multirange`,
    origins: [...origins],
    style: style && JSON.stringify(style),
    note,
    label,
    actor: JSON.stringify(actor),
  }))
}

/** One statement has room for so many. */
const MOST_AT_ONCE = 2_000

/** What is said already stays as it is; what is not is added. */
export async function insertMissingAnnotations(
  tx: Tx,
  table: AnnotatedTable,
  actor: Actor,
  annotations: readonly { anchor: Anchor; marks: Marks }[],
) {
  for (let from = 0; from < annotations.length; from += MOST_AT_ONCE)
    await tx
      .insertInto('annotation')
      .values(rowsOf(table, actor, annotations.slice(from, from + MOST_AT_ONCE)))
      .onConflict((conflict) =>
        conflict.columns(['workbookId', 'tableId', 'anchor']).doUpdateSet({
          style: sql`case when excluded.style is null then annotation.style
            else excluded.style || coalesce(annotation.style, '{}') end`,
          note: sql`coalesce(annotation.note, excluded.note)`,
          label: sql`coalesce(annotation.label, excluded.label)`,
        }),
      )
      .execute()
}

export type AnnotationsQuery = { origin: number | null; rowId: number | null; limit: number; after: string | null }

/** In the order they were made. */
export async function listAnnotations(
  db: Db,
  { workbookId, tableId }: AnnotatedTable,
  { origin, rowId, limit, after }: AnnotationsQuery,
): Promise<Annotation[]> {
  let query = db
    .selectFrom('annotation')
    .select(COLUMNS)
    .select(rowsTold)
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .orderBy('annotationId')
    .limit(limit)
  if (after !== null) query = query.where('annotationId', '>', after)
  if (origin !== null) query = query.where(sql<boolean>`${origin} = any (annotation.origins)`)
  if (rowId !== null) query = query.where(sql<boolean>`annotation.rows @> ${rowId}::bigint`)
  return (await query.execute()).map(annotationFrom)
}

export type StoredStyle = { kind: TargetKind; origins: readonly number[]; rows: readonly RowRange[]; style: Style }

/** Every style of a table with all rows it lies on, in the order they were made. */
export async function listStyles(db: Db, { workbookId, tableId }: AnnotatedTable): Promise<StoredStyle[]> {
  const found = await db
    .selectFrom('annotation')
    .select(['kind', 'origins', 'style'])
    .select(
      sql<[number, number][]>`(
        select coalesce(json_agg(json_build_array(lower(r), upper(r) - 1) order by lower(r)), '[]')
        from unnest(annotation.rows) as r)`.as('ranges'),
    )
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('style', 'is not', null)
    .orderBy('annotationId')
    .execute()
  return found.map(({ kind, origins, style, ranges }) => ({
    kind,
    origins,
    // Safe: written here alone.
    style: style as Style,
    rows: ranges.map(([from, to]) => ({ from, to })),
  }))
}

/** How many of them there were. */
export async function deleteAnnotations(
  tx: Tx,
  { workbookId, tableId }: AnnotatedTable,
  { annotationIds, anchors }: { annotationIds: readonly string[]; anchors: readonly string[] },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('annotation')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where(sql<boolean>`(annotation_id = any (${annotationIds}::uuid[]) or anchor = any (${anchors}::text[]))`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const multirange = (ranges: readonly RowRange[]) => `{${ranges.map(({ from, to }) => `[${from},${to}]`).join(',')}}`

const annotationFrom = ({ rows, style, actor, ...row }: Row): AnchoredAnnotation => ({
  ...row,
  rows: rows?.map(([from, to]) => ({ from, to })) ?? null,
  // Safe: both are written here alone.
  style: style as Style | null,
  actor: actor as unknown as Actor,
})
