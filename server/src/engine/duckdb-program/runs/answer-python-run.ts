import type { DuckDBConnection } from '@duckdb/node-api'
import type { EngineResult } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { PythonRunCommand, TakeRunCommand, WriteInputsCommand } from '../../duckdb/protocol/run-protocol.ts'
import { SqlRefused } from '../../reading/sql-question.ts'
import { ROW_ID } from '../../table/table.ts'
import { quoteText } from '../../values/type-rules.ts'
import { isNested } from '../queries/kept-column.ts'
import { findAgain, keptPath } from './answer-run.ts'
import { isRowId, preparedColumns, type RunState, refusal } from './plan-run.ts'
import { keepStatement, type RunColumn, wireColumn } from './run-statements.ts'

/** What this process does for a transform in Python: hands out its inputs, and takes in what became of them. */
export function pythonStep(run: RunState, command: PythonRunCommand): Promise<EngineResult> {
  return run.database.lend((connection) =>
    command.do === 'write-inputs' ? writeInputs(run, connection, command) : takeRun(run, connection, command),
  )
}

/** Types that Python has no use for: as text everybody reads them. */
const AS_TEXT = new Set(['UUID', 'JSON'])

type KnownTable = RunState['state']['catalog']['known']['tables'][number]

/** In the order of the rows, which code may count on. They are read once, so packing them would only take time. */
async function writeInputs(
  { state, folders }: RunState,
  connection: DuckDBConnection,
  { hasRows, isInOrder }: WriteInputsCommand,
): Promise<EngineResult> {
  const which = hasRows ? (isInOrder ? '' : `ORDER BY ${ROW_ID}`) : 'LIMIT 0'
  for (const [n, table] of state.catalog.known.tables.entries())
    await connection.run(
      `COPY (SELECT ${cellsOf(table)} FROM main.${quoteName(table.name)} ${which}) TO ${quoteText(`${folders.own}/input_${n}.parquet`)}
        (FORMAT parquet, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 0, ROW_GROUP_SIZE 122880)`,
    )
  return { version: 0 }
}

/** All but the row's id, which is of no use outside its table. */
function cellsOf({ columns }: KnownTable): string {
  const cells = columns
    .filter(({ name }) => !isRowId(name))
    .map(({ name, type }) => {
      const column = quoteName(name)
      return AS_TEXT.has(type) ? `CAST(${column} AS VARCHAR) AS ${column}` : column
    })
  return cells.length > 0 ? cells.join(', ') : 'NULL AS nothing'
}

/** The file was written in the presence of the transform's code: whatever is wrong with it is the code's fault. */
async function takeRun(run: RunState, connection: DuckDBConnection, command: TakeRunCommand): Promise<EngineResult> {
  const sql = `SELECT * FROM read_parquet(${quoteText(`${run.folders.input}/${command.file}`)})`
  const columns = await judged(async () => {
    const all = preparedColumns(await connection.prepare(sql))
    const kept = all.filter(({ name }) => !isRowId(name))
    kept.forEach(refuseIfNested)
    await connection.run(keepStatement({ sql, width: all.length }, kept, keptPath(run)))
    return kept
  })
  return findAgain(
    run,
    connection,
    { columns, answer: { columns: columns.map(wireColumn), dependencies: [] } },
    command,
  )
}

function refuseIfNested({ name, source }: RunColumn) {
  if (isNested(source))
    throw refusal(`Column '${name}' is nested, which a table cannot hold.`, 'Give each part a column.')
}

async function judged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof SqlRefused || message.startsWith('Out of Memory Error')) throw error
    throw OUTSIDE.test(message)
      ? refusal(
          'A value of the result is outside what a table holds.',
          'Keep texts below 1,000,000 characters and years from 1 to 9999.',
        )
      : refusal('What the code has left cannot be read as a table.', 'Return a table, and leave its file alone.')
  }
}

const OUTSIDE = /outside what a table holds|Conversion Error|Out of Range Error/
