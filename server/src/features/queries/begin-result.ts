import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { RowFormat, SqlAnswer, UsedTable } from '../../tabular/sql-question.ts'
import { maskedNames } from '../governance/column-info.ts'
import { hiddenHash } from '../governance/hidden-hash.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import type { OpenedTables } from '../governance/open-readable-tables.ts'
import { type BegunResult, daysAfter, type ReadTable } from './result.ts'

export type Beginning = { workbookId: string; sql: string; format: RowFormat; limit: number; opened: OpenedTables }

/** What can be told of a result before its query is through. */
export function beginResult(
  { caller, settings, now }: Context,
  { workbookId, sql, format, limit, opened }: Beginning,
  { columns, tables }: Pick<SqlAnswer, 'columns' | 'tables'>,
): BegunResult {
  const used = tablesUsed(opened, tables)
  const createdAt = now()
  return {
    resultId: newId(createdAt.getTime()),
    workbookId,
    userId: caller.userId,
    createdAt,
    expiresAt: daysAfter(createdAt, settings.retention.resultDays),
    policyEpoch: opened.policyEpoch,
    hiddenHash: hiddenHash(used),
    format,
    columns,
    maskedColumns: [...new Set(used.flatMap(({ table }) => maskedNames(table.columns)))],
    tables: used.map((table) => readTable(table, tables)),
    sqlSha256: createHash('sha256').update(sql).digest('hex'),
    limit,
  }
}

/** The tables that a query turned out to name. */
export const tablesUsed = (opened: OpenedTables, used: readonly UsedTable[]): OpenedTable[] =>
  used.flatMap(({ tableId }) => opened.tables.find(({ artifactId }) => artifactId === tableId) ?? [])

/** At the version that was read, which may be later than the one it was opened at. */
const readTable = (
  { artifactId, name, editVersion, staleSince }: OpenedTable,
  used: readonly UsedTable[],
): ReadTable => ({
  tableId: artifactId,
  name,
  editVersion: used.find(({ tableId }) => tableId === artifactId)?.version ?? editVersion,
  isStale: staleSince !== null,
})
