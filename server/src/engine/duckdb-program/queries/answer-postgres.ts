import { type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { chunksOf } from '../../duckdb/chunks-of.ts'
import type { EngineResult, RowsForPostgresCommand, ValidateCommand } from '../../duckdb/protocol/protocol.ts'
import type { PostgresColumn } from '../../reading/sql-question.ts'
import { postgresEncoder } from '../encode/postgres-rows.ts'
import { OID, oidOf, postgresColumn } from '../encode/postgres-types.ts'
import { resultColumns } from '../encode/result-columns.ts'
import { budgetOf } from '../encode/row-encoder.ts'
import { explaining } from '../gate/explain-error.ts'
import {
  type Begun,
  beginQuery,
  failAgain,
  namedTables,
  type Querying,
  readTables,
  versionsOf,
} from './answer-query.ts'

/** Runs one SELECT of a user's and sends all its rows, no faster than they are taken. Nothing is kept. */
export async function answerPostgresRows(querying: Querying, command: RowsForPostgresCommand): Promise<EngineResult> {
  const named = await namedTables(querying, command.sql)
  if ('needed' in named) return { version: 0, needed: named.needed }
  const begin = (connection: DuckDBConnection) =>
    explaining(querying, command.sql, named.names, () => beginQuery(querying, connection, command, named.keys))
  const answer = (begun: Begun) =>
    explaining(querying, command.sql, named.names, () =>
      sendRows(querying, begun, command).catch((error: unknown) => failAgain(querying, begun, error)),
    )
  return readTables(querying, named.keys, () => querying.state.readCut(begin, answer))
}

async function sendRows({ send, head }: Querying, { result, tables }: Begun, { binary }: RowsForPostgresCommand) {
  const own = result.columnNames()
  const columns = resultColumns(result)
  const shown = columns.map(({ source }, n) => postgresColumn(own[n] ?? '', source))
  send.beginWith(() => head({ columns: [], tables, postgres: { columns: shown, parameters: [] } }))
  const encoder = postgresEncoder(columns, formOfEach(columns.length, binary))
  const budget = budgetOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  for await (const chunk of chunksOf(result)) {
    send.refuseIfCancelled()
    encoder.load(chunk)
    for (let isThrough = false; !isThrough; ) {
      isThrough = encoder.add(budget)
      await send.page(encoder.take())
    }
  }
  await send.flush()
  const rowCount = budget.taken.rows
  return { version: 0, result: { rowCount, isTruncated: false, pageRows: rowCount, file: null } }
}

/** None: all are texts. One: it holds for all. */
const formOfEach = (count: number, binary: readonly boolean[]): boolean[] =>
  Array.from({ length: count }, (_, n) => (binary.length === 1 ? binary[0] : binary[n]) ?? false)

/** Plans without values: which columns would come, and of which types the parameters would be. */
export async function answerPostgresValidate(querying: Querying, command: ValidateCommand): Promise<EngineResult> {
  const named = await namedTables(querying, command.sql)
  if ('needed' in named) return { version: 0, needed: named.needed }
  const plan = (connection: DuckDBConnection) =>
    explaining(querying, command.sql, named.names, async () => {
      const prepared = await connection.prepare(command.sql)
      const postgres = { columns: plannedColumns(prepared), parameters: parameterTypes(prepared) }
      querying.head({ columns: [], tables: versionsOf(querying.state, named.keys), postgres })
      return { version: 0 }
    })
  return querying.state.readCut(plan, async (planned) => planned)
}

/** A column whose type hangs on a parameter will be what a text makes of it. */
function plannedColumns(prepared: DuckDBPreparedStatement): PostgresColumn[] {
  return Array.from({ length: prepared.columnCount }, (_, n) => {
    const name = prepared.columnName(n)
    const type = knownType(prepared.columnTypeId(n), () => prepared.columnType(n))
    return type ? postgresColumn(name, type) : { name, oid: OID.text, modifier: -1 }
  })
}

function parameterTypes(prepared: DuckDBPreparedStatement): number[] {
  const oids: number[] = []
  for (let n = 1; n <= prepared.parameterCount; n++) {
    const place = Number(prepared.parameterName(n))
    const type = knownType(prepared.parameterTypeId(n), () => prepared.parameterType(n))
    oids[place - 1] = type ? oidOf(type) : 0
  }
  return Array.from(oids, (oid) => oid ?? 0)
}

const OPEN: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.INVALID, DuckDBTypeId.ANY, DuckDBTypeId.SQLNULL])

function knownType(id: DuckDBTypeId, read: () => DuckDBType): DuckDBType | undefined {
  if (OPEN.has(id)) return undefined
  try {
    return read()
  } catch {
    // Open somewhere inside: the client has no word for that.
    return undefined
  }
}
