import { type Answer, readArrow, readJson } from './answers.ts'
import type { QueryRequest } from './parameters.ts'

export type Client = { url: string; token: string; at: string }

/** `failed`: the status and code of a problem. */
export type HttpAnswer = { answer: Answer; resultId: string } | { failed: string }

const MOST_JSON_ROWS = 10_000
const MOST_ROWS = 1_000_000
const TIMEOUT_MS = 120_000

/** An answer is read by its bytes, as any client would. */
export async function askQuery(
  client: Client,
  query: QueryRequest,
  how: { format: string; shape?: string },
): Promise<HttpAnswer> {
  const limit = how.format === 'json' ? MOST_JSON_ROWS : MOST_ROWS
  const body = { sql: query.sql, params: query.params, limit, timeout_ms: TIMEOUT_MS, ...how }
  const response = await post(client, '/query', body)
  if (!response.ok) return { failed: await problemIn(response) }
  return { answer: await read(response), resultId: response.headers.get('x-svc-result-id') ?? '' }
}

/** The same result once more, from where it is kept. */
export async function askAgain({ url, token }: Client, resultId: string): Promise<HttpAnswer> {
  const path = `/api/v1/results/${resultId}?limit=${MOST_JSON_ROWS}`
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return response.ok ? { answer: await read(response), resultId } : { failed: await problemIn(response) }
}

/** What query/validate says about it: the types of its columns, or that it cannot be run. */
export async function askValidate(client: Client, { sql, params }: QueryRequest): Promise<string> {
  const response = await post(client, '/query/validate', { sql, params })
  if (!response.ok) return problemIn(response)
  // Safe: only looked at to be compared.
  const { valid, columns } = (await response.json()) as { valid: boolean; columns: { type: string }[] }
  return valid ? columns.map(({ type }) => type).join() : 'cannot be run'
}

const post = ({ url, token, at }: Client, path: string, body: object) =>
  fetch(`${url}${at}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function read(response: Response): Promise<Answer> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? readJson(await response.text()) : readArrow(new Uint8Array(await response.arrayBuffer()))
}

async function problemIn(response: Response): Promise<string> {
  // Safe: every problem has a code.
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  return `${response.status} ${code}: ${detail}`
}
