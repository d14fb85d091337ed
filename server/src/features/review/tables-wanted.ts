import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import type { OpenedTables } from '../governance/open-readable-tables.ts'
import { openSheet } from '../sheets/open-sheet.ts'
import { tablesOn } from '../sheets/sheet.ts'
import type { Coverage } from './finding.ts'
import type { ReviewWish } from './review.ts'

/** Active tables of the workbook, or those that are named. */
export async function tablesWanted(
  ctx: Context,
  workbookId: string,
  { tables, leftOut }: OpenedTables,
  { tables: named, sheet }: ReviewWish,
): Promise<readonly OpenedTable[]> {
  if (!named && !sheet) return tables.filter(({ state }) => state === 'active')
  const shown = sheet === null ? [] : tablesOn((await openSheet(ctx, workbookId, sheet)).spec)
  const names = [...new Set([...(named ?? []).map((name) => name.normalize('NFC')), ...shown])]
  return names.flatMap((name) => {
    const table = tables.find((each) => each.name === name)
    // A sheet may show tables that are gone.
    if (!table && !shown.includes(name) && !leftOut.has(name)) throw notFound('table', name)
    return table ?? []
  })
}

/** Tables that no name in SQL leads to, where the whole workbook was to be looked at. */
export function tablesLeftOut({ leftOut }: OpenedTables, { tables, sheet }: ReviewWish): Coverage['tablesSkipped'] {
  if (tables || sheet) return []
  return [...leftOut.values()].flatMap((left) =>
    left.reason === 'alike'
      ? left.names.map((name) => ({ name, reason: 'SQL cannot tell its name from that of another table' }))
      : [],
  )
}
