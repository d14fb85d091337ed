import type { FilterCommand } from '../../duckdb/protocol/protocol.ts'
import { memoryName } from '../../duckdb/protocol/relation.ts'
import { expressionSql } from '../../expressions/expression-sql.ts'
import { ROW_ID } from '../../table/table.ts'
import type { EngineDatabase, Folders } from '../engine-database.ts'
import { physicalName } from '../reads/filter-sql.ts'
import { applyEdits } from './apply-change.ts'
import { filterStatement, overlayStatements, SEEN_ROWS } from './change-statements.ts'
import { inMemory } from './loaded-table.ts'
import { maskKeyStatements } from './mask-sql.ts'

/** Writes the rows of a table that may be seen; returns how many. A condition that is unknown for a row does not show it. */
export function filterTable(
  database: EngineDatabase,
  { load, where, columns, maskedColumns, to }: FilterCommand,
  { input, own }: Folders,
): Promise<number> {
  const { key, version, rowCount } = load
  const files = load.files.map((name) => `${input}/${name}`)
  const condition = expressionSql(where, physicalName)
  return database.lend(async (connection) => {
    for (const sql of overlayStatements(key, files, load.columns)) await connection.run(sql)
    await applyEdits(
      connection,
      key,
      inMemory(key, 'overlay', { version, rowCount, columns: load.columns }),
      load.columns,
      load.edits,
    )
    await connection.run(`CREATE TABLE ${SEEN_ROWS} (${ROW_ID} BIGINT)`)
    const { rowsChanged } = await connection.run(
      `INSERT INTO ${SEEN_ROWS} SELECT ${ROW_ID} FROM ${memoryName(key)} WHERE ${condition.sql}`,
      condition.parameters,
    )
    for (const sql of maskKeyStatements(maskedColumns)) await connection.run(sql)
    await connection.run(filterStatement(key, `${own}/${to}`, columns, maskedColumns))
    return rowsChanged
  })
}
