import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { notReadOnly, type Refused, refused, sentence } from './sql-problem.ts'

/** Preparing costs more than running it. */
const prepared = new WeakMap<DuckDBConnection, DuckDBPreparedStatement>()

type Serialized = { statements: unknown[] } | Failed
type Failed = { error: true; error_type: string; error_message: string; position?: string }

export type Statement = { node: unknown; named_param_map: { key: string }[] }

/** The one statement of the text as DuckDB's parser sees it. Nothing is bound, planned or looked up. */
export async function serializeSql(connection: DuckDBConnection, sql: string): Promise<Statement> {
  const serialize = prepared.get(connection) ?? (await connection.prepare('SELECT json_serialize_sql($1::VARCHAR)'))
  prepared.set(connection, serialize)
  serialize.bindVarchar(1, sql)
  const [row = []] = (await serialize.runAndReadAll()).getRows()

  // Safe: json_serialize_sql writes this object; the walk looks at every node below it.
  const serialized = JSON.parse(String(row[0])) as Serialized
  if (!('statements' in serialized)) throw refusalOf(serialized, sql)
  const [statement, ...others] = serialized.statements
  if (others.length > 0) throw refused('The SQL holds more than one statement.', 'Send one SELECT at a time.')
  if (!statement) throw refused('The SQL holds no statement.', 'Send one SELECT.')
  // Safe: as above.
  return statement as Statement
}

function refusalOf({ error_type: type, error_message: message, position }: Failed, sql: string): Refused {
  const at = position === undefined ? undefined : Number(position)
  if (type === 'not implemented' && message.startsWith('Only SELECT')) {
    return /\bpivot\b/i.test(sql)
      ? refused('A PIVOT must say which values become columns.', "Write PIVOT … ON column IN ('a', 'b') USING ….")
      : notReadOnly('Only a SELECT can be run here: a query reads and changes nothing.', 'Send one SELECT or WITH.')
  }
  if (/^A CTE needs a SELECT|^SELECT INTO/.test(message)) {
    return notReadOnly('A query reads and changes nothing.', 'Leave out INTO, INSERT, UPDATE and DELETE.', at)
  }
  if (type === 'serialization') {
    return refused('The values of a PIVOT must be constants.', "Write them out: ON column IN ('a', 'b').")
  }
  const [line = ''] = message.split('\n')
  return refused(sentence(line), at === undefined ? 'Write this part in another way.' : MEND_SYNTAX, at)
}

const MEND_SYNTAX =
  'Look at what stands just before this place. Names with spaces, dashes or reserved words go in "double quotes", texts in ' +
  "'single quotes'."
