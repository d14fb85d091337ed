import { randomInt, randomUUID } from 'node:crypto'
import type { Body } from '../../server/test/client.ts'
import { newEdit, ROWS } from '../lib/race-tables.ts'
import type { Model, Sight, Uploaded, WatchedTable } from './model.ts'
import type { Answer, Ask } from './patient-client.ts'

/** One call of a client. Its answer, and what is wrong with it, if anything. */
export type Done = { answer: Answer; fault?: string }

export type Operation = {
  name: string
  share: number
  run: (ask: Ask, model: Model) => Promise<Done>
  /** A call that takes longer counts as not served; ten seconds by default. */
  patienceMs?: number
}

const UPLOADED_ROWS = 3

/** What people do all day, and how often. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'read rows', share: 36, run: readRows },
  { name: 'edit', share: 26, run: edit },
  { name: 'query', share: 14, run: query },
  { name: 'read schema', share: 4, run: readSchema },
  { name: 'read profile', share: 4, run: readProfile },
  { name: 'read copy', share: 5, run: readCopy },
  { name: 'recompute', share: 3, run: (ask, model) => remake(ask, model, `${model.at}/recompute`) },
  { name: 'run transform', share: 2, run: (ask, model) => remake(ask, model, `${model.at}/transforms/copy/run`) },
  { name: 'upload', share: 1, run: upload },
  { name: 'upload as job', share: 1, run: uploadAsJob },
  { name: 'read upload', share: 4, run: readUpload },
]

const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

const anyTable = ({ watchedTables, copy }: Model): WatchedTable => oneOf(watchedTables) ?? copy.watched

const unexpected = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 300)}`

/** Reads are judged at the end, when all edits are known. */
const see = (watched: WatchedTable, sight: Omit<Sight, 'at'>) =>
  watched.sights.push({ ...sight, at: new Date().toISOString() })

const valuesIn = (rows: readonly Body[]): number[] => rows.map(({ value }) => value)

const queryString = (path: string) => `${path}?limit=100`

async function readRows(ask: Ask, model: Model): Promise<Done> {
  const watched = anyTable(model)
  const floor = watched.acknowledged
  const answer = await ask({ method: 'GET', path: queryString(watched.path) })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  const { edit_version, rows } = answer.body
  see(watched, { what: 'rows', floor, version: edit_version, shown: valuesIn(rows) })
  return { answer }
}

async function query(ask: Ask, model: Model): Promise<Done> {
  const watched = anyTable(model)
  const floor = watched.acknowledged
  const sql = `SELECT value FROM "${watched.name}" ORDER BY __svc_row_id`
  const answer = await ask({ method: 'POST', path: `${model.at}/query`, body: { sql } })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  const { rows, tables } = answer.body
  see(watched, { what: 'query', floor, version: tables[0].edit_version, shown: valuesIn(rows) })
  return { answer }
}

async function readSchema(ask: Ask, model: Model): Promise<Done> {
  const watched = anyTable(model)
  const floor = watched.acknowledged
  const answer = await ask({ method: 'GET', path: watched.path.replace(/rows$/, 'schema') })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  const { edit_version, row_count, columns } = answer.body
  see(watched, { what: 'schema', floor, version: edit_version, shown: null })
  const isRight = row_count === ROWS && columns[0].name === 'value'
  return isRight ? { answer } : { answer, fault: unexpected(answer) }
}

async function readProfile(ask: Ask, model: Model): Promise<Done> {
  const watched = anyTable(model)
  const floor = watched.acknowledged
  const answer = await ask({ method: 'GET', path: watched.path.replace(/rows$/, 'profile') })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  const { edit_version, columns } = answer.body
  see(watched, { what: 'profile', floor, version: edit_version, shown: columns[0].max })
  return { answer }
}

/** A version conflict is a correct answer if a newer version exists. */
async function edit(ask: Ask, model: Model): Promise<Done> {
  const watched = anyTable(model)
  const floor = watched.acknowledged
  const { expected, rowId, value, body } = newEdit(watched)
  const key = randomUUID()
  const sentAt = performance.now()
  const answer = await ask({ method: 'POST', path: watched.path, body, key })
  if (answer.status === 200) {
    const version = answer.body.edit_version
    watched.wins.push({ version, expected, sentAt, answeredAt: performance.now(), rowId, value, key })
    watched.acknowledged = Math.max(watched.acknowledged, version)
    watched.current = Math.max(watched.current, version)
    return version === expected + 1 ? { answer } : { answer, fault: unexpected(answer) }
  }
  if (answer.body.code !== 'version_conflict') return { answer, fault: unexpected(answer) }
  const reported: number = answer.body.current_version
  watched.refused.add(value)
  watched.current = Math.max(watched.current, reported)
  return reported > expected && reported >= floor ? { answer } : { answer, fault: unexpected(answer) }
}

/** A copy that is said to be fresh shows the newest version, and any other what the last run saw. */
async function readCopy(ask: Ask, { copy }: Model): Promise<Done> {
  const { watched, remade } = copy
  const floor = watched.acknowledged
  const answer = await ask({ method: 'GET', path: queryString(copy.path) })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  const { rows, freshness } = answer.body
  const inOrder = rows.toSorted((a: Body, b: Body) => a.place - b.place)
  see(watched, {
    what: freshness.stale ? 'stale copy' : 'fresh copy',
    floor: freshness.stale ? remade : floor,
    version: null,
    shown: valuesIn(inOrder),
  })
  return { answer }
}

async function remake(ask: Ask, model: Model, path: string): Promise<Done> {
  const { copy } = model
  if (copy.isRemaking) return readRows(ask, model)
  copy.isRemaking = true
  const floor = copy.watched.acknowledged
  const asked = { method: 'POST', path, body: {}, key: randomUUID() } as const
  const answer = await ask(asked).finally(() => {
    copy.isRemaking = false
  })
  if (answer.status !== 200) return { answer, fault: unexpected(answer) }
  // An abandoned attempt may have finished before this one; the answer then reports it.
  if (answer.body.failed.length === 0) copy.remade = Math.max(copy.remade, floor)
  return { answer }
}

async function upload(ask: Ask, model: Model): Promise<Done> {
  const { file, uploaded } = newFile(model)
  const answer = await ask({ method: 'POST', path: `${model.at}/sources`, file, key: randomUUID() })
  if (answer.status !== 201) return { answer, fault: unexpected(answer) }
  model.uploaded.push(uploaded)
  return { answer }
}

async function uploadAsJob(ask: Ask, model: Model): Promise<Done> {
  const { file, uploaded } = newFile(model)
  const path = `${model.at}/sources`
  const answer = await ask({ method: 'POST', path, file, isAsync: true, key: randomUUID() })
  if (answer.status !== 202) return { answer, fault: unexpected(answer) }
  model.jobs.set(answer.body.job_id, uploaded)
  return { answer }
}

function newFile({ at }: Model): { file: File; uploaded: Uploaded } {
  const name = `file-${randomUUID().slice(0, 13)}`
  const values = Array.from({ length: UPLOADED_ROWS }, () => randomInt(1, 1_000_000))
  const file = new File([`value\n${values.join('\n')}\n`], `${name}.csv`)
  return { file, uploaded: { path: `${at}/tables/${name}/rows`, values } }
}

/** A file that was taken, or what there is instead as long as there is none. */
async function readUpload(ask: Ask, model: Model): Promise<Done> {
  const uploaded = oneOf(model.uploaded)
  return uploaded ? checkUpload(ask, uploaded) : readRows(ask, model)
}

export async function checkUpload(ask: Ask, { path, values }: Uploaded): Promise<Done> {
  const answer = await ask({ method: 'GET', path: queryString(path) })
  const isThere = answer.status === 200 && valuesIn(answer.body.rows).join() === values.join()
  return isThere ? { answer } : { answer, fault: `an uploaded table: ${unexpected(answer)}` }
}
