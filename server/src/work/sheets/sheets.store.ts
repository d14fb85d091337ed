import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Sheet as SheetTable } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import type { Sheet, SheetSpec } from './sheet.ts'

export async function listSheets(db: Db, workbookId: string, limit: number, after: string | null): Promise<Sheet[]> {
  let query = db.selectFrom('sheet').selectAll().where('workbookId', '=', workbookId).orderBy('name').limit(limit)
  if (after !== null) query = query.where('name', '>', after)
  return (await query.execute()).map(sheetFrom)
}

export async function findSheet(db: Db, workbookId: string, name: string): Promise<Sheet | undefined> {
  const row = await db
    .selectFrom('sheet')
    .selectAll()
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && sheetFrom(row)
}

export async function countSheets(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('sheet')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export type SheetContent = Pick<Sheet, 'workbookId' | 'name' | 'title' | 'description' | 'spec'>

/** Version 1 of a new one, the next of one that is there. */
export async function upsertSheet(tx: Tx, { spec, ...sheet }: SheetContent): Promise<Sheet> {
  const content = { title: sheet.title, description: sheet.description, spec: JSON.stringify(spec) }
  const row = await tx
    .insertInto('sheet')
    .values({ ...sheet, spec: content.spec, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workbookId', 'name'])
        .doUpdateSet({ ...content, version: sql`sheet.version + 1`, updatedAt: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return sheetFrom(row)
}

/** False: there was none. */
export async function deleteSheetRow(tx: Tx, workbookId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sheet')
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

// Safe: what was checked against its schema before it was kept.
const sheetFrom = (row: Selectable<SheetTable>): Sheet => ({ ...row, spec: row.spec as unknown as SheetSpec })
