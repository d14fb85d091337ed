import { type Selectable, sql } from 'kysely'
import type { Dependency } from '../../engine/reading/sql-run.ts'
import type { Transform as TransformTable } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Transform, Visible } from './transform.ts'

/** A transform whose output is in the trash is there with it. */
const present = (db: Db) =>
  db
    .selectFrom('transform')
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.workbookId', '=', 'transform.workbookId')
        .onRef('artifact.artifactId', '=', 'transform.tableId'),
    )
    .selectAll('transform')
    .select('artifact.name')
    .where('artifact.deletedAt', 'is', null)

export async function listTransforms(db: Db, workbookId: string): Promise<Transform[]> {
  const rows = await present(db)
    .where('transform.workbookId', '=', workbookId)
    .orderBy('artifact.name')
    .orderBy('transform.tableId')
    .execute()
  return rows.map(transformFrom)
}

/** By the name of its output, the active one first; or by an id. */
export async function findTransform(
  db: Db,
  workbookId: string,
  name: string,
  transformId: string,
): Promise<Transform | undefined> {
  const found = await present(db)
    .where('transform.workbookId', '=', workbookId)
    .where((eb) => eb.or([eb('artifact.name', '=', name), eb('transform.transformId', '=', transformId)]))
    .orderBy(sql`transform.transform_id = ${transformId}::uuid`, 'desc')
    .orderBy(sql`artifact.state = 'active'`, 'desc')
    .orderBy('transform.tableId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found && transformFrom(found)
}

export async function countTransforms(db: Db, workbookId: string): Promise<number> {
  const { n } = await present(db)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('transform.workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export type NewTransform = Omit<Transform, 'name' | 'createdAt' | 'updatedAt'> & { createdBy: string }

/** Puts it there, or in the place of the one that makes the same table. */
export async function upsertTransform(tx: Tx, { dependencies, args, keyColumns, ...transform }: NewTransform) {
  const written = {
    ...transform,
    args: JSON.stringify(args.map(({ arg, tableId }) => [arg, tableId])),
    keyColumns: [...keyColumns],
    visible: JSON.stringify(transform.visible),
    columns: JSON.stringify(dependencies),
  }
  const { language, code, codeSha256, materialized, visible, columns } = written
  await tx
    .insertInto('transform')
    .values(written)
    .onConflict((conflict) =>
      conflict.columns(['workbookId', 'tableId']).doUpdateSet({
        language,
        code,
        codeSha256,
        materialized,
        args: written.args,
        keyColumns: written.keyColumns,
        visible,
        columns,
        updatedAt: sql`now()`,
      }),
    )
    .execute()
}

export async function updateDependencies(
  tx: Tx,
  { workbookId, tableId }: Pick<Transform, 'workbookId' | 'tableId'>,
  dependencies: readonly Dependency[],
) {
  await tx
    .updateTable('transform')
    .set({ columns: JSON.stringify(dependencies) })
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .execute()
}

function transformFrom(row: Selectable<TransformTable> & { name: string }): Transform {
  const { args, columns, visible, createdBy: _, ...rest } = row
  return {
    ...rest,
    // Safe: all three were written by upsertTransform.
    args: (args as [string, string][]).map(([arg, tableId]) => ({ arg, tableId })),
    visible: visible as Visible,
    dependencies: columns as unknown as Dependency[],
  }
}
