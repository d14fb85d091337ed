import type { Column } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { ARTIFACT_STATES, artifactIdIn, hasRows } from '../../artifacts/artifact.ts'
import { actorOf } from '../../audit/actor.ts'
import { lensFor } from '../../reading/lens.ts'
import { findRegistered, listRegistered, type Registered } from '../../reading/readable-tables.store.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { mayGovern } from '../../workbooks/workbook.ts'
import { openForGovernance } from '../open-for-governance.ts'
import {
  deleteTag,
  listColumnSources,
  listSetTags,
  listTagLabels,
  type TagRow,
  upsertTag,
  upsertTagLabel,
} from '../policies.store.ts'
import { changePolicies } from '../policies.ts'
import type { ColumnKey } from '../policy.ts'
import { readPolicies, readPoliciesNow } from '../workbook-policies.ts'
import type { Classification } from './classification.ts'
import { nameOfColumn } from './spread-tags.ts'

type TagRequest = { tag: string; label: string | null; note: string | null; actor: string | null }

/** Says what a column holds (`pii`, `hr`), so that policies may say who sees it. `isNew`: it did not have the tag before. */
export async function tagColumn(
  ctx: Context,
  place: ColumnPlace,
  { tag, label, note, actor }: TagRequest,
): Promise<Classification & { isNew: boolean }> {
  const { workbookId } = place
  const { table, column, key } = await openTaggedColumn(ctx, place)
  const had = (await listSetTags(ctx.db, workbookId)).find(
    (held) => held.tableId === key.tableId && held.origin === key.origin && held.tag === tag && held.isAttached,
  )
  const labelled = (await listTagLabels(ctx.db, workbookId)).get(tag) ?? null
  const shown = { table, column: column.name, inheritedFrom: null, label: label ?? labelled }
  if (had && shown.label === labelled) return { ...shown, ...had, isNew: false }
  const target = { table, column: column.name }
  const detail = { tag, ...(label === null ? {} : { label }) }
  const set = await changePolicies(ctx, { workbookId, action: 'column.tag', target, detail, actor }, async (tx) => {
    if (label !== null) await upsertTagLabel(tx, workbookId, tag, label)
    return had ?? upsertTag(tx, { workbookId, ...key, tag, isAttached: true, note, actor: actorOf(ctx, actor) })
  })
  return { ...shown, ...set, isNew: !had }
}

/** Takes a tag off a column. One that came along with the column's values is remembered as taken off, or it would be back. */
export async function untagColumn(ctx: Context, place: ColumnPlace, tag: string, actor: string | null) {
  const { workbookId } = place
  const { table, column, key } = await openTaggedColumn(ctx, place)
  const { tags } = await readPoliciesNow(ctx.db, workbookId)
  if (!tags.get(nameOfColumn(key))?.has(tag)) throw notFound('tag', tag)
  const target = { table, column: column.name }
  await changePolicies(ctx, { workbookId, action: 'column.untag', target, detail: { tag }, actor }, async (tx) => {
    const isMade = (await listColumnSources(tx, workbookId, key)).length > 0
    if (!isMade) return deleteTag(tx, workbookId, key, tag)
    await upsertTag(tx, { workbookId, ...key, tag, isAttached: false, note: null, actor: actorOf(ctx, actor) })
  })
}

type ColumnPlace = { workbookId: string; name: string; column: string }

/** A column for an admin who decides who sees it, hidden from them or not. */
async function openTaggedColumn(
  ctx: Context,
  { workbookId, name, column: called }: ColumnPlace,
): Promise<{ table: string; column: Column; key: ColumnKey }> {
  await openForGovernance(ctx, workbookId)
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const column = found.columns.find((candidate) => candidate.name === called.normalize('NFC'))
  if (!column) throw notFound('column', called)
  return { table: found.name, column, key: { tableId: found.artifactId, origin: column.origin } }
}

/** Every tag on a column of today that the caller may know of: denied ones are listed for admins only. */
export async function readClassifications(ctx: Context, workbookId: string): Promise<Classification[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const tables = (await listRegistered(ctx.db, workbookId, ARTIFACT_STATES)).filter(({ kind }) => hasRows(kind))
  const policies = await readPolicies(ctx.db, workbookId, Math.max(workbook.policyEpoch, tables[0]?.policyEpoch ?? 0))
  const lens = await lensFor(ctx, workbook, policies.policyEpoch)
  const set = new Map((await listSetTags(ctx.db, workbookId)).map((row) => [`${nameOfColumn(row)} ${row.tag}`, row]))
  const labels = await listTagLabels(ctx.db, workbookId)
  const names = namesOf(tables)
  const shown = tables.flatMap(({ artifactId: tableId, columns }) =>
    (mayGovern(ctx, workbook) ? columns : lens.columnsOf(tableId, columns)).map(({ origin }) => ({ tableId, origin })),
  )
  const found = shown.flatMap((key) =>
    [...(policies.tags.get(nameOfColumn(key)) ?? [])].map(([tag, from]) => ({ key, tag, from })),
  )
  return found.flatMap(({ key, tag, from }) => {
    const row = rootOf(key, tag, from)
    const place = names.get(nameOfColumn(key))
    if (!row || !place) return []
    const { note, actor, createdAt } = row
    return [
      {
        ...place,
        tableId: key.tableId,
        tag,
        label: labels.get(tag) ?? null,
        inheritedFrom: from && (names.get(nameOfColumn(from)) ?? null),
        note,
        actor,
        createdAt,
      },
    ]
  })

  /** Who attached it, to this column or to the one it came from. */
  function rootOf(key: ColumnKey, tag: string, from: ColumnKey | null): TagRow | undefined {
    let [at, next] = [key, from]
    while (next) [at, next] = [next, policies.tags.get(nameOfColumn(next))?.get(tag) ?? null]
    return set.get(`${nameOfColumn(at)} ${tag}`)
  }
}

const namesOf = (tables: readonly Registered[]) =>
  new Map(
    tables.flatMap(({ artifactId: tableId, name: table, columns }) =>
      columns.map(({ origin, name: column }) => [nameOfColumn({ tableId, origin }), { table, column }] as const),
    ),
  )
