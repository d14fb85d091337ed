import type { World } from './drive.ts'
import { amountAt, type KnownTable, ROWS } from './known-table.ts'

/** Rows of all tables that do not hold what was last acknowledged, and tables whose expected rows are not known. */
export async function countLostRows({ clients, tables }: World): Promise<{ lost: number; unknown: number }> {
  const found = { lost: 0, unknown: tables.filter(({ isLost }) => isLost).length }
  for (const table of tables) {
    const api = clients.get(table.tokens[0] ?? '')?.api
    if (!api || table.isLost) continue
    const { edit_version, rows } = await api.readTableRows({
      workbook_id: table.workbookId,
      name: table.name,
      limit: ROWS,
    })
    found.lost += edit_version === table.acknowledged ? countWrong(table, rows) : ROWS
  }
  return found
}

function countWrong(table: KnownTable, rows: readonly Record<string, unknown>[]): number {
  const wrong = rows.filter(
    ({ __svc_row_id, amount }) => amount !== amountAt(table, Number(__svc_row_id), table.acknowledged),
  )
  return wrong.length + ROWS - rows.length
}
