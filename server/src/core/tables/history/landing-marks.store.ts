import type { Db } from '../../../platform/postgres.ts'
import type { OpDetail } from '../../ops/op.ts'

/** Of these versions those that a source made, by table, with what they were made of: to go back to one is to have it again. */
export async function listMarksAt(
  db: Db,
  workbookId: string,
  versions: readonly { tableId: string; version: number }[],
): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  for (const { tableId, version } of versions) {
    const found = await db
      .selectFrom('tableVersion as v')
      .innerJoin('op', (join) => join.onRef('op.workbookId', '=', 'v.workbookId').onRef('op.opId', '=', 'v.opId'))
      .select('op.detail')
      .where('v.workbookId', '=', workbookId)
      .where('v.tableId', '=', tableId)
      .where('v.version', '=', version)
      .executeTakeFirst()
    // Safe: commits alone write them.
    const mark = (found?.detail as OpDetail | undefined)?.made_of?.[tableId]
    if (mark !== undefined || (found && version === 1)) marks[tableId] = mark ?? ''
  }
  return marks
}
