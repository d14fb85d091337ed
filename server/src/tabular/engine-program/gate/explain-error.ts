import type { SqlProblem } from '../../sql-question.ts'
import { columnsOf, type KnownTables, tableNames } from './names.ts'
import { suggestNames } from './nearest-names.ts'
import { pointedAt } from './pointed-at.ts'
import { type Fault, problemOf, sentence } from './sql-problem.ts'

/** What DuckDB throws for reasons that lie in the statement or the values; all else is the engine's own trouble. */
const OF_THE_STATEMENT =
  /^(Parser|Syntax|Binder|Catalog|Conversion|Out of Range|Invalid Input|Invalid Type|Mismatch Type|Divide by Zero|Not implemented|Parameter Not Resolved|Parameter Not Allowed|Expression|Sequence|Constraint) Error: ([\s\S]*)$/

/** A sentence for each class whose own words may not be told. */
const IN_GENERAL: Readonly<Record<string, string>> = {
  Conversion: 'A value could not be converted to the type asked for.',
  'Out of Range': 'A value is outside the range of its type.',
  'Invalid Input': 'A function was given a value it cannot take.',
  'Not implemented': 'This combination is not supported.',
}

const TRY_CAST = 'Use TRY_CAST(value AS type), which gives NULL where a value does not fit.'

type Asked = { known: KnownTables; tables: readonly string[] }
type Rule = { pattern: RegExp; fault: (found: readonly string[], asked: Asked) => Omit<Fault, 'code'> }

/** The first that fits is told. Names come from the statement itself or from what is known to the caller, never from DuckDB. */
const RULES: readonly Rule[] = [
  {
    pattern: /^Referenced column "([\s\S]+?)" (?:not found|was not found)/,
    fault: ([name = ''], asked) => unknownColumn(name, asked),
  },
  {
    pattern: /^(?:Table|Values list|View) "[\s\S]+?" does not have a column named "([\s\S]+?)"/,
    fault: ([name = ''], asked) => unknownColumn(name, asked),
  },
  {
    pattern: /^Referenced table "([\s\S]+?)" not found/,
    fault: ([name = ''], { tables }) => ({
      message: `The FROM clause has no table "${name}".`,
      unknownTable: name,
      ...hint(suggestNames(name, tables, 'tables')),
    }),
  },
  {
    pattern: /^Table with name "?([\s\S]+?)"? does not exist/,
    fault: ([name = ''], { known }) => ({
      message: `There is no table "${name}" in this workbook.`,
      unknownTable: name,
      ...hint(suggestNames(name, tableNames(known), 'tables')),
    }),
  },
  {
    pattern: /^Ambiguous reference to column name "([\s\S]+?)"/,
    fault: ([name = '']) => ({
      message: `More than one table has a column "${name}".`,
      suggestion: 'Put the name or alias of the table before it, as in t.column.',
    }),
  },
  {
    pattern: /^column "?([\s\S]+?)"? must appear in the GROUP BY/,
    fault: ([name = '']) => ({
      message: `The column "${name}" is neither in GROUP BY nor inside an aggregate.`,
      suggestion: 'Add it to GROUP BY, write GROUP BY ALL, or use any_value(column).',
    }),
  },
  {
    pattern: /^No function matches the given name and argument types '([\s\S]+?)'\./,
    fault: ([call = '']) => ({
      message: `No function fits ${call.replaceAll('INTEGER_LITERAL', 'INTEGER').replaceAll('STRING_LITERAL', 'VARCHAR')}.`,
      suggestion: 'Check the number of arguments, and cast them to the types the function takes.',
    }),
  },
  {
    pattern: /^(?:Values were not provided for|Expected \d+ parameters|Parameter count mismatch)/,
    fault: () => ({
      message: 'The SQL has parameters for which no value was sent.',
      suggestion: 'Send params: a list for ?, an object for $name, with a value for each.',
    }),
  },
]

function unknownColumn(name: string, { known, tables }: Asked) {
  const columns = columnsOf(known, tables)
  return {
    message: `There is no column "${name}".`,
    unknownColumn: name,
    ...hint(suggestNames(name, columns, 'columns')),
  }
}

const hint = (suggestion: string | undefined) => (suggestion === undefined ? {} : { suggestion })

/**
 * What DuckDB says about a checked statement, in our words; undefined if it is not the statement's fault. `tables` are
 * those the check found.
 */
export function explainError(
  error: string,
  sql: string,
  known: KnownTables,
  tables: readonly string[] = tableNames(known),
): SqlProblem | undefined {
  const [, kind = '', text = ''] = OF_THE_STATEMENT.exec(error) ?? []
  if (kind === '') return undefined

  const { at, body } = pointedAt(text, sql)
  for (const { pattern, fault } of RULES) {
    const found = pattern.exec(body)
    if (found) return problemOf({ code: 'invalid_sql', at, ...fault(found.slice(1), { known, tables }) }, sql)
  }
  const suggestion = kind === 'Conversion' ? { suggestion: TRY_CAST } : {}
  return problemOf({ code: 'invalid_sql', message: tellable(kind, body, sql), at, ...suggestion }, sql)
}

/** Paths, the engine's own tables and columns, and names that begin with the catalog's. */
const FOREIGN_NAME = /[\w.]*[/\\][\w./\\-]+|\b_t\b[\w."]*|\bc\d+\b|\b__\w+|\b(?:memory|system|main)\.\w+/g

/** DuckDB's words, unless they hold a name that is not the caller's: of a file, of the engine's tables, of its source. */
function tellable(kind: string, body: string, sql: string): string {
  const [line = ''] = body.replace(/ when casting from source column [\s\S]*$/, '').split(/\n|Did you mean|Candidate /)
  const names = line.match(FOREIGN_NAME) ?? []
  const isForeign = names.some((name) => !sql.includes(name))
  return line.trim() === '' || isForeign ? (IN_GENERAL[kind] ?? 'The SQL cannot be run.') : sentence(line)
}
