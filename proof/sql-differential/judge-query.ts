import type { DuckDBConnection } from '@duckdb/node-api'
import type { Answer } from './answers.ts'
import { askAgain, askQuery, askValidate, type Client, type HttpAnswer } from './ask-over-http.ts'
import { askBare } from './bare-duckdb.ts'
import { asJsonSays, difference } from './compare.ts'
import type { Dice } from './dice.ts'
import type { QueryRequest } from './parameters.ts'

export type Tally = {
  queries: number
  answered: number
  /** Failed here and there, both while planning or both while running. */
  failedAlike: number
  /** DuckDB alone ran out of memory. */
  notJudged: number
  /** DuckDB alone gave other answers when it was asked again: there is nothing to be compared with. */
  unsteady: string[]
  rows: number
  validated: number
  readAgain: number
  differences: Difference[]
}

type Difference = { sql: string; params: QueryRequest['params']; where: string; what: string }
type Report = (where: string, what: string | undefined) => void

type Judging = { bare: DuckDBConnection; client: Client; dice: Dice; tally: Tally }

const MOST_JSON_ROWS = 10_000

/** Asks DuckDB alone, then the service for JSON and for Arrow; a part of the questions is also validated and read again. */
export async function judgeQuery(judging: Judging, query: QueryRequest) {
  const { bare, client, tally } = judging
  const found: Difference[] = []
  const report: Report = (where, what) => {
    if (what !== undefined) found.push({ sql: query.sql, params: query.params, where, what })
  }
  const expected = await askBare(bare, query)
  if ('fails' in expected) {
    if (expected.message.includes('Out of Memory')) {
      tally.notJudged += 1
      return
    }
    await judgeFailure(client, query, expected, report)
    if (found.length === 0) tally.failedAlike += 1
  } else {
    tally.answered += 1
    tally.rows += expected.rows.length
    await judgeAnswer(judging, query, expected, report)
    if (found.some(isOfRows) && !(await isSteady(bare, query, expected))) {
      tally.unsteady.push(query.sql)
      found.splice(0, found.length, ...found.filter((difference) => !isOfRows(difference)))
    }
  }
  tally.differences.push(...found)
}

const isOfRows = ({ where }: Difference) => where === 'arrow' || where === 'json'

/** What DuckDB says otherwise once in twenty times is noticed. */
const TIMES = 200

async function isSteady(bare: DuckDBConnection, query: QueryRequest, expected: Answer): Promise<boolean> {
  for (let n = 0; n < TIMES; n++) {
    const again = await askBare(bare, query)
    if ('fails' in again || difference(expected, again, query.isOrdered) !== undefined) return false
  }
  return true
}

async function judgeAnswer({ client, dice, tally }: Judging, query: QueryRequest, expected: Answer, report: Report) {
  const shape = dice.of(['arrays', 'objects'])
  const arrow = await askQuery(client, query, { format: 'arrow' })
  report('arrow', judge(expected, arrow, query.isOrdered))
  if (expected.rows.length <= MOST_JSON_ROWS) {
    const json = await askQuery(client, query, { format: 'json', shape })
    report('json', judge(asJsonSays(expected), json, query.isOrdered))
    if ('answer' in json && dice.chance(10)) {
      tally.readAgain += 1
      const again = await askAgain(client, json.resultId)
      report('result', judge(json.answer, again, true))
    }
  }
  if (dice.chance(10)) {
    tally.validated += 1
    const types = await askValidate(client, query)
    report('validate', types === expected.types.join() ? undefined : `${types} instead of ${expected.types}`)
  }
}

const judge = (expected: Answer, asked: HttpAnswer, isOrdered: boolean) =>
  'failed' in asked ? asked.failed : difference(expected, asked.answer, isOrdered)

async function judgeFailure(
  client: Client,
  query: QueryRequest,
  { fails, message }: { fails: 'planning' | 'running'; message: string },
  report: Report,
) {
  for (const format of ['json', 'arrow']) {
    const asked = await askQuery(client, query, { format })
    const isAlike = 'failed' in asked && asked.failed.startsWith('400 invalid_sql')
    report(format, isAlike ? undefined : `${'failed' in asked ? asked.failed : 'an answer'} instead of ${message}`)
  }
  const canBePlanned = (await askValidate(client, query)) !== 'cannot be run'
  report('validate', canBePlanned === (fails === 'running') ? undefined : `not while ${fails}: ${message}`)
}
