import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { BuiltTable } from './build-tables.ts'
import { commitTables } from './commit-tables.ts'
import type { Source, StructuringWish } from './source.ts'
import { insertSourceTables, updateSource } from './sources.store.ts'
import { structureSource } from './structure-source.ts'
import { tellMaterialized } from './tell-materialized.ts'

export type Landing = { source: Source; tables: readonly BuiltTable[]; wish: StructuringWish }

/** The sheets of a source become its raw tables. The caller holds the head lock. */
export async function landTables(tx: Tx, ctx: Context, { source, tables, wish }: Landing) {
  const { workbookId, name } = source
  const names = await commitTables(tx, ctx, { workbookId, source: name, layer: 'raw', actor: null }, tables)
  await insertSourceTables(
    tx,
    source,
    tables.map(({ tableId, part, regionId }) => ({ tableId, part, regionId })),
  )
  const { structuring, reason } = structureSource(wish)
  await updateSource(tx, source, { status: 'materialized', structuring, structuringReason: reason, error: null })
  const made = tables.map(({ rowCount }, n) => ({ name: names[n] ?? '', rowCount }))
  await tellMaterialized(tx, ctx, { source, made, structuring, actor: null })
}
