import type { Tx } from '../../platform/postgres.ts'

export type DescribedColumn = { workbookId: string; tableId: string; origin: number }

export async function upsertColumnDescription(tx: Tx, column: DescribedColumn, description: string) {
  await tx
    .insertInto('columnDescription')
    .values({ ...column, description })
    .onConflict((conflict) => conflict.columns(['workbookId', 'tableId', 'origin']).doUpdateSet({ description }))
    .execute()
}

export async function deleteColumnDescription(tx: Tx, { workbookId, tableId, origin }: DescribedColumn) {
  await tx
    .deleteFrom('columnDescription')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('origin', '=', origin)
    .execute()
}
