import type { Context } from '../../platform/context.ts'
import { ARTIFACT_STATES, hasRows } from '../artifacts/artifact.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { Classification } from './classification.ts'
import { lensFor } from './lens.ts'
import { mayGovern } from './open-for-governance.ts'
import { listSetTags, type TagRow } from './policies.store.ts'
import type { ColumnKey } from './policy.ts'
import { listRegistered, type Registered } from './readable-tables.store.ts'
import { nameOfColumn } from './spread-tags.ts'
import { readPolicies } from './workbook-policies.ts'

/** Every tag on a column of today that the caller may know of: of denied ones only who governs is told. */
export async function readClassifications(ctx: Context, workbookId: string, limit: number): Promise<Classification[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const tables = (await listRegistered(ctx.db, workbookId, ARTIFACT_STATES)).filter(({ kind }) => hasRows(kind))
  const policies = await readPolicies(ctx.db, workbookId, Math.max(workbook.policyEpoch, tables[0]?.policyEpoch ?? 0))
  const lens = await lensFor(ctx, workbook, policies.policyEpoch)
  const set = new Map((await listSetTags(ctx.db, workbookId)).map((row) => [`${nameOfColumn(row)} ${row.tag}`, row]))
  const names = namesOf(tables)
  const shown = tables.flatMap(({ artifactId: tableId, columns }) =>
    (mayGovern(ctx, workbook) ? columns : lens.columnsOf(tableId, columns)).map(({ origin }) => ({ tableId, origin })),
  )
  const found = shown.flatMap((key) =>
    [...(policies.tags.get(nameOfColumn(key)) ?? [])].map(([tag, from]) => ({ key, tag, from })),
  )
  return found.slice(0, limit).flatMap(({ key, tag, from }) => {
    const row = rootOf(key, tag, from)
    const place = names.get(nameOfColumn(key))
    if (!row || !place) return []
    const { note, actor, createdAt } = row
    return [
      {
        ...place,
        tableId: key.tableId,
        tag,
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
