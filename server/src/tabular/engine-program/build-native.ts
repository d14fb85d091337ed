import type { BuildNativeCommand } from '../engine/protocol.ts'
import { quoteName } from '../engine/quote-name.ts'
import { nativeVersion } from '../engine/relation.ts'
import { applyEdits } from './apply-change.ts'
import { attachStatement, detachStatement, nativeStatements } from './change-statements.ts'
import { coverKeyStatements } from './cover-sql.ts'
import type { EngineDatabase, Folders } from './engine-database.ts'
import { inNativeFile } from './loaded-table.ts'

/** Writes a table, as it is at one version, as a native file. It is whole when this resolves. */
export function buildNative(
  database: EngineDatabase,
  { load, covers, to }: BuildNativeCommand,
  { input, own }: Folders,
) {
  const { key, version, rowCount, columns, edits } = load
  const files = load.files.map((name) => `${input}/${name}`)
  return database.lend(async (connection) => {
    await connection.run(attachStatement(`${own}/${to}`, to))
    for (const sql of coverKeyStatements(covers)) await connection.run(sql)
    for (const sql of nativeStatements(to, files, columns, covers)) await connection.run(sql)
    await applyEdits(connection, key, inNativeFile(to, { version, rowCount, columns }), columns, edits)
    await connection.run(`INSERT INTO ${nativeVersion(to)} VALUES ($1, $2)`, [version, rowCount])
    await connection.run(`CHECKPOINT ${quoteName(to)}`)
    await connection.run(detachStatement(to))
  })
}
