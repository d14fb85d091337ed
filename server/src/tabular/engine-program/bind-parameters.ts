import type { DuckDBPreparedStatement } from '@duckdb/node-api'
import { type SqlParameter, type SqlParameters, SqlRefused } from '../sql-question.ts'

const INT32 = 2 ** 31

/** Gives a statement its values. A text takes whatever type is wanted where it stands. */
export function bindParameters(prepared: DuckDBPreparedStatement, parameters: SqlParameters) {
  const wanted = Array.from({ length: prepared.parameterCount }, (_, n) => prepared.parameterName(n + 1))
  const values: ReadonlyMap<string, SqlParameter> = new Map(
    Array.isArray(parameters)
      ? parameters.map((value: SqlParameter, n) => [String(n + 1), value])
      : Object.entries(parameters),
  )
  refuseIfUneven(wanted, values)
  for (const [n, name] of wanted.entries()) bind(prepared, n + 1, values.get(name) ?? null)
}

function refuseIfUneven(wanted: readonly string[], values: ReadonlyMap<string, SqlParameter>) {
  const missing = wanted.filter((name) => !values.has(name))
  const unused = [...values.keys()].filter((name) => !wanted.includes(name))
  if (missing.length > 0) throw refused(`No value was sent for the parameter ${told(missing)}.`)
  if (unused.length > 0) throw refused(`The SQL has no parameter ${told(unused)}, for which a value was sent.`)
}

/** `?` counts from one. */
const told = (names: readonly string[]) => names.map((name) => `$${name}`).join(', ')

const refused = (message: string) =>
  new SqlRefused({
    code: 'invalid_sql',
    message,
    line: null,
    column: null,
    suggestion: 'Send one value in params for each ? in the SQL, or a name and value for each $name.',
  })

function bind(prepared: DuckDBPreparedStatement, place: number, value: SqlParameter) {
  if (value === null) prepared.bindNull(place)
  else if (typeof value === 'string') prepared.bindVarchar(place, value)
  else if (typeof value === 'boolean') prepared.bindBoolean(place, value)
  else if (!Number.isSafeInteger(value)) prepared.bindDouble(place, value)
  else if (Math.abs(value) < INT32) prepared.bindInteger(place, value)
  else prepared.bindBigInt(place, BigInt(value))
}
