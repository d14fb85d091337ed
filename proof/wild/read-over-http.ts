import { readdirSync, readFileSync } from 'node:fs'
import { callAs } from '../../server/test/client.ts'
import { mintToken, newPerson } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'

/** The form in which a scorer takes what a file became. */
export type ReadFile = {
  tables: { name: string; role: string | null; columns: { name: string; type: string }[]; rows: unknown[][] }[]
  warnings: string[]
  error: string | null
  needs_review: boolean
  seconds: number
}

export type ReadOverHttp = (folder: string, language: string, isRaw: boolean) => Promise<ReadFile>

const MOST_WAIT_MS = 600_000
const OUTPUT_ROLES: Readonly<Record<string, string>> = { notes: 'notes', computed: 'computed', accounts: 'accounts' }

// biome-ignore lint/suspicious/noExplicitAny: the answers of the API, whose schemas other proofs compare with them.
type Body = any

/** Uploads files as a person does, each into a workbook of its own, and reads back the tables that stand there afterwards. */
export async function newReader(url: string): Promise<ReadOverHttp> {
  const person = await newPerson(url)
  const token = await mintToken(person.call)
  const call = callAs(url, token)
  const read = async (path: string): Promise<Body> => {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  return async (folder, language, isRaw) => {
    const filename = readdirSync(folder).find((one) => one.startsWith('input.')) ?? 'input'
    const { body: workbook } = await call('POST', '/api/v1/workbooks', { title: filename, language })
    const at = `/api/v1/workbooks/${workbook.workbook_id}`
    const began = performance.now()
    const uploaded = await uploadTo(url, token, `${at}/sources`, {
      bytes: new Uint8Array(readFileSync(`${folder}/${filename}`)),
      filename,
      fields: isRaw ? { structuring: 'skip' } : {},
    })
    const refusal = uploaded.status < 300 ? null : `${uploaded.status} ${uploaded.body.code}: ${uploaded.body.detail}`
    if (refusal === null) await jobEnds(read, uploaded.body.job?.job_id)
    const seconds = Number(((performance.now() - began) / 1_000).toFixed(2))
    if (refusal !== null) return { tables: [], warnings: [], error: refusal, needs_review: false, seconds }
    return { ...(await outcomeIn(read, at, uploaded.body)), seconds }
  }
}

async function jobEnds(read: (path: string) => Promise<Body>, jobId: string | undefined) {
  if (!jobId) return
  const until = performance.now() + MOST_WAIT_MS
  while (performance.now() < until) {
    const { status } = await read(`/api/v1/jobs/${jobId}`)
    if (['succeeded', 'failed', 'canceled'].includes(status)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`job ${jobId} has not ended after ${MOST_WAIT_MS / 1_000} s`)
}

async function outcomeIn(read: (path: string) => Promise<Body>, at: string, uploaded: Body) {
  const { sources } = await read(`${at}/sources`)
  const [source] = sources
  const spec = source.parse_spec
    ? await read(`${at}/sources/${encodeURIComponent(source.name)}/parse-spec`)
    : { regions: [], warnings: [] }
  const kinds = new Map<string, string>(
    spec.regions.flatMap(({ outputs = [] }: Body) => outputs.map((output: Body) => [output.name, output.kind])),
  )
  const said = [...(uploaded.warnings ?? []), ...(spec.warnings ?? [])].map(
    ({ code, message }: Body) => `${code}: ${message}`,
  )
  if (source.structuring_reason) said.push(`${source.structuring}: ${source.structuring_reason}`)
  const { tables } = await read(`${at}/tables?state=active`)
  const made: ReadFile['tables'] = []
  for (const { name, layer } of tables) {
    const kind = kinds.get(name)
    const role = layer === 'raw' ? 'raw' : kind === undefined ? null : (OUTPUT_ROLES[kind] ?? 'data')
    made.push({ name, role, ...(await rowsOf(read, `${at}/tables/${encodeURIComponent(name)}/rows`)) })
  }
  return {
    tables: made,
    warnings: [...new Set(said)],
    error: source.error ? JSON.stringify(source.error) : null,
    needs_review: spec.regions.some((region: Body) => region.needs_review === true),
  }
}

async function rowsOf(read: (path: string) => Promise<Body>, path: string) {
  const rows: unknown[][] = []
  for (let cursor: string | null = ''; ; ) {
    const page: Body = await read(`${path}?limit=10000${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    const columns = page.columns.filter(({ name }: Body) => !name.startsWith('__svc'))
    for (const row of page.rows) rows.push(columns.map(({ name }: Body) => row[name]))
    cursor = page.next_cursor
    if (!cursor) return { columns: columns.map(({ name, type }: Body) => ({ name, type })), rows }
  }
}
