import { type SqlProblem, SqlRefused } from '../../reading/sql-question.ts'
import type { PartSender } from '../queries/part-sender.ts'
import type { EngineState } from '../tables/engine-state.ts'
import { columnsOf, type KnownTables, tableNames } from './names.ts'
import { suggestNames } from './nearest-names.ts'
import { type Fault, problemOf, sentence, withAsciiSpaces } from './sql-problem.ts'

/** What DuckDB throws for reasons that lie in the statement or the values; all else is the engine's own trouble. */
const OF_THE_STATEMENT =
  /^(Parser|Syntax|Binder|Catalog|Conversion|Out of Range|Invalid Input|Invalid Type|Mismatch Type|Divide by Zero|Not implemented|Parameter Not Resolved|Parameter Not Allowed|Expression|Sequence|Constraint) Error: ([\s\S]*)$/

/** A sentence for each class whose own words may not be shown. */
const IN_GENERAL: Readonly<Record<string, string>> = {
  Conversion: 'A value could not be converted to the type asked for.',
  'Out of Range': 'A value is outside the range of its type.',
  'Invalid Input': 'A function was given a value it cannot take.',
  'Not implemented': 'This combination is not supported.',
}

const TRY_CAST = 'Use TRY_CAST(value AS type), which gives NULL where a value does not fit.'

type RefusedStatement = { known: KnownTables; tables: readonly string[] }
type Rule = { pattern: RegExp; fault: (found: readonly string[], asked: RefusedStatement) => Omit<Fault, 'code'> }

/** The first that fits is used. Names come from the statement itself or from what is known to the caller, never from DuckDB. */
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

function unknownColumn(name: string, { known, tables }: RefusedStatement) {
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
  return problemOf(
    { code: 'invalid_sql', message: messageWithoutForeignNames(kind, body, sql), at, ...suggestion },
    sql,
  )
}

/** Paths, the engine's own tables and columns, and names that begin with the catalog's. */
const FOREIGN_NAME = /[\w.]*[/\\][\w./\\-]+|\b_t\b[\w."]*|\bc\d+\b|\b__\w+|\b(?:memory|system|main)\.\w+/g

/** DuckDB's words, unless they hold a name that is not the caller's: of a file, of the engine's tables, of its source. */
function messageWithoutForeignNames(kind: string, body: string, sql: string): string {
  const [line = ''] = body.replace(/ when casting from source column [\s\S]*$/, '').split(/\n|Did you mean|Candidate /)
  const names = line.match(FOREIGN_NAME) ?? []
  const isForeign = names.some((name) => !sql.includes(name))
  return line.trim() === '' || isForeign ? (IN_GENERAL[kind] ?? 'The SQL cannot be run.') : sentence(line)
}

/** As DuckDB draws it: a piece of the line, and below it a caret that counts two for a wide character. */
const DRAWING = /\n\s*\nLINE (\d+): (.*)\n( *)\^[\s\S]*$/

const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

/** The text of an error without the drawing below it, and the byte of the statement that the drawing points at. */
function pointedAt(text: string, sql: string): { body: string; at?: number } {
  const [drawing, line = '', drawn = '', caret = ''] = DRAWING.exec(text) ?? []
  if (drawing === undefined) return { body: text }

  const body = text.slice(0, -drawing.length)
  const seen = withAsciiSpaces(sql)
  const lines = seen.split('\n')
  const ours = lines[Number(line) - 1]
  if (ours === undefined) return { body }

  // A long line is cut at both ends, which three dots show.
  const isCut = drawn.startsWith('...') && !ours.startsWith('...')
  const piece = drawn.slice(isCut ? 3 : 0).replace(/\.\.\.$/, '')
  const start = ours.indexOf(piece)
  if (start < 0) return { body }
  const offset = caret.length - `LINE ${line}: `.length - (isCut ? 3 : 0)
  const before = `${lines
    .slice(0, Number(line) - 1)
    .map((text) => `${text}\n`)
    .join('')}${ours.slice(0, start)}`
  return { body, at: Buffer.byteLength(before + startOf(piece, offset)) }
}

/** The beginning of a text that is so many cells wide. */
function startOf(text: string, cells: number): string {
  let taken = ''
  let width = 0
  for (const character of text) {
    if (width >= cells) break
    taken += character
    width += WIDE.test(character) ? 2 : 1
  }
  return taken
}

/** What DuckDB says about SQL is put in words of the product; what is the engine's own trouble goes on. */
export async function explaining<T>(
  { state, send }: { state: EngineState; send?: PartSender },
  sql: string,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    send?.refuseIfCancelled()
    const message = error instanceof Error ? error.message : String(error)
    const problem = error instanceof SqlRefused ? undefined : explainError(message, sql, state.catalog.known, tables)
    throw problem ? new SqlRefused(problem) : error
  }
}
