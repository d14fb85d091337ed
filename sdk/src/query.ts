import type { Api } from './api.ts'
import { type ArrowAnswer, arrowAnswerOf } from './arrow-answer.ts'
import type { Operations, QueryResult } from './generated/types.ts'
import { type Listing, listing } from './listing.ts'
import type { Row } from './row.ts'
import { type CallOptions, type Connection, request } from './send.ts'

export type QueryOptions = CallOptions & Omit<Operations['runQuery']['body'], 'sql' | 'format' | 'shape'>

/** The manifest of a result with its first rows; `all` reads on, as long as the result is kept. */
export type Answered<R extends Row> = Omit<QueryResult, 'rows'> & { rows: R[]; all: () => Listing<R> }

export async function runQuery<R extends Row>(
  api: Api,
  workbookId: string,
  sql: string,
  { signal, headers, ...wishes }: QueryOptions = {},
): Promise<Answered<R>> {
  const first = await api.runQuery({ workbook_id: workbookId, body: { sql, ...wishes }, signal, headers })
  const readPage = (offset: number | undefined) =>
    offset === undefined
      ? Promise.resolve(first)
      : api.readResult({ result_id: first.id, offset, limit: first.limit, format: 'json', signal })
  // Safe: the caller says what the rows are like.
  const rowsOf = (page: { rows: unknown[] }) => page.rows as R[]
  return {
    ...first,
    rows: rowsOf(first),
    all: () =>
      listing<R, { rows: unknown[]; next_offset: number | null }, number>(readPage, rowsOf, (page) => page.next_offset),
  }
}

/** The rows of an answer, up to a million, as Arrow. */
export async function runQueryAsArrow(
  connection: Connection,
  workbookId: string,
  sql: string,
  { signal, headers, ...wishes }: QueryOptions = {},
): Promise<ArrowAnswer> {
  const body = { sql, limit: 1_000_000, ...wishes, format: 'arrow' as const }
  return arrowAnswerOf(await request(connection, 'runQuery', { workbook_id: workbookId, body, signal, headers }))
}
