import { asReadable, type ReadableTable } from '../../engine/table/readable-table.ts'
import type { Column } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { RuleState } from '../rules/check-rows.ts'
import { findRegistered } from './readable-tables.store.ts'

type Whole = { table: ReadableTable; columns: readonly Column[] }

/**
 * What rules are checked against: every row and column, seen or not. It answers the checker alone, which says no more of it
 * than that a rule is broken. Reads what is committed; a transaction's own changes are not in it.
 */
export function ruleState({ bulk, reader }: Context, workbookId: string): RuleState {
  const opened = new Map<string, Promise<Whole | undefined>>()
  const open = (tableId: string): Promise<Whole | undefined> => {
    const known = opened.get(tableId) ?? openWhole(bulk, workbookId, tableId)
    opened.set(tableId, known)
    return known
  }
  const tableOf = async (tableId: string): Promise<ReadableTable> => {
    const whole = await open(tableId)
    assertState(whole, `table ${tableId} was there`)
    return whole.table
  }
  return {
    columnsOf: async (tableId) => (await open(tableId))?.columns,
    rows: async (tableId, rowIds, columnIds) => reader.rowsById(await tableOf(tableId), rowIds, columnIds),
    match: async (tableId, columnIds, values) => reader.matchRows(await tableOf(tableId), columnIds, values),
  }
}

async function openWhole({ db }: Context['bulk'], workbookId: string, tableId: string): Promise<Whole | undefined> {
  const found = await findRegistered(db, workbookId, toWireId('art', tableId), tableId)
  if (!found || found.editVersion === null || found.schemaNo === null || found.rowCount === null) return undefined
  const columns = found.columns.map((column) => ({ ...column, isMasked: false }))
  const { name, editVersion: version, schemaNo, rowCount, editSeq } = found
  return {
    columns: found.columns,
    table: asReadable({ workbookId, tableId, name, version, schemaNo, rowCount, columns, editSeq }),
  }
}
