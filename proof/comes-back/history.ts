import type { Called } from '../../server/test/client.ts'
import type { Person } from '../../server/test/person.ts'
import { uploadTo } from '../../server/test/upload.ts'
import type { Random } from '../split-and-merge/model.ts'
import {
  csvOf, type FileRow, isSame, keptIn, type Landing, newFile, nextEdition, overwrittenIn, randomEdit, type TableRow,
} from './model.ts' // biome-ignore format: a list

export const DOORS = ['revise', 'push', 'revert', 'sync'] as const

export type Tally = {
  histories: number
  doors: Record<(typeof DOORS)[number], number>
  refused: number
  undone: number
  lost_edits: number
  silent: number
  matching: number
  kept: number
  lost_annotations: number
  lost_returns: number
}

export type HistoryWorkbook = {
  url: string
  owner: Person
  at: string
  random: Random
  tally: Tally
  say: (line: string) => void
  /** Runs before each edition comes. */
  spoil: (at: string) => Promise<void>
}

type History = HistoryWorkbook & { name: string; link: string; file: FileRow[] }

/** One file and its table: sent, edited, annotated, sent out, and brought again through a random door; then perhaps undone. */
export async function runHistory(place: HistoryWorkbook, n: number): Promise<void> {
  const { random, tally } = place
  const name = `h${n}`
  const file = newFile(random, n)
  const door = DOORS[Math.floor(random() * DOORS.length)] ?? 'revise'
  const isTracked = door === 'push' || door === 'revert'
  if (!isTracked || random() < 0.3) await sent(place, '/sources', name, csvOf(file))
  const tracked = isTracked ? await sent(place, '/file-links/local', name, csvOf(file)) : null
  const history = { ...place, name, link: tracked?.body.link_id ?? '', file }
  // There is an older version to go back to.
  if (door === 'revert') await bring(history, 'push', csvOf(nextEdition(random, file, `${name}-mid`)), {})
  const made = await rowsOf(place, name)
  const edits = Math.floor(random() * 4)
  for (let edit = 0; edit < edits; edit++) await change(history)
  const noted = await annotate(history)
  const branch = random() < 0.25 ? await sendOut(history) : null
  const before = await rowsOf(place, name)
  tally.doors[door] += 1
  await place.spoil(place.at)
  const landed = await land(history, door, before, !isSame(before, made))
  await judge(history, { made, before, after: await rowsOf(place, name) }, landed, { noted, branch })
  tally.histories += 1
}

async function sent(
  place: HistoryWorkbook,
  path: string,
  name: string,
  text: string,
  fields: Record<string, string> = {},
) {
  const file = { bytes: text, filename: `${name}.csv`, fields }
  return uploadTo(place.url, place.owner.session, `${place.at}${path}`, file)
}

async function rowsOf({ owner, at }: HistoryWorkbook, name: string, query = ''): Promise<TableRow[]> {
  return (await owner.call('GET', `${at}/tables/${name}/rows?limit=1000${query}`)).body.rows
}

async function change({ owner, at, name, random, ...place }: History) {
  const edit = randomEdit(random, await rowsOf({ ...place, owner, at, random }, name))
  const body = edit.kind === 'write' ? { rows: [edit.row] } : { row_ids: [edit.rowId] }
  const path = `${at}/tables/${name}/rows${edit.kind === 'write' ? '' : '/delete'}`
  const answer = await owner.call('POST', path, { ...body, expected_version: null })
  if (answer.status !== 200) throw new Error(`${JSON.stringify(body)} answered ${JSON.stringify(answer.body)}`)
}

/** A row of the table that gets a note. */
async function annotate(history: History): Promise<TableRow | null> {
  const { owner, at, name, random } = history
  const rows = await rowsOf(history, name)
  const row = rows[Math.floor(random() * rows.length)]
  if (!row) return null
  const target = { kind: 'cell', row_id: row.__svc_row_id, column: 'amount' }
  await owner.call('POST', `${at}/tables/${name}/annotations`, { annotations: [{ target, note: 'checked' }] })
  return row
}

type SentOut = { branchId: string; text: string }

async function sendOut({ url, owner, at, name }: History): Promise<SentOut> {
  const response = await fetch(`${url}${at}/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tables: [name], format: 'csv', record_branch: true }),
  })
  return { branchId: response.headers.get('x-svc-branch-id') ?? '', text: await response.text() }
}

/** First without a version, which an edited table must not take; then with the versions that the refusal names. */
async function land(history: History, door: (typeof DOORS)[number], before: readonly TableRow[], isEdited: boolean) {
  const { tally, name, random, file, say } = history
  const next = csvOf(nextEdition(random, file, `${name}-next`))
  const first = await bring(history, door, next, {})
  if (first.status === 200) return first
  if (first.status !== 409) throw new Error(`${door} answered ${first.status}: ${JSON.stringify(first.body)}`)
  tally.refused += 1
  if (!isEdited) say(`${name}: ${door} refused a table that was not edited`)
  if (!isSame(before, await rowsOf(history, name))) {
    tally.lost_edits += 1
    say(`${name}: ${door} was refused and changed rows`)
  }
  const tables: { table: string; edit_version: number }[] = first.body.tables ?? []
  const versions = Object.fromEntries(tables.map(({ table, edit_version }) => [table, edit_version]))
  return bring(history, door, next, { expected_versions: JSON.stringify(versions) })
}

async function bring(history: History, door: (typeof DOORS)[number], text: string, fields: Record<string, string>) {
  const { owner, at, name, link } = history
  switch (door) {
    case 'revise':
      return sent(history, `/sources/${name}.csv/revise`, name, text, fields)
    case 'push':
      return sent(history, `/file-links/${link}/versions`, name, text, fields)
    case 'sync':
      return sent(history, '/sync', name, text, fields)
    case 'revert': {
      const query = new URLSearchParams(fields).toString()
      return owner.call('POST', `${at}/file-links/${link}/versions/1/revert?${query}`)
    }
  }
}

type Marks = { noted: TableRow | null; branch: SentOut | null }

async function judge(history: History, landing: Landing, { status, body }: Called, { noted, branch }: Marks) {
  const { tally, name, say } = history
  if (status !== 200)
    throw new Error(`${name}: a file with the right versions answered ${status}: ${JSON.stringify(body)}`)
  const answer = body.results?.[0] ?? body
  const named = (answer.overwritten_edits ?? []).find(({ table }: { table: string }) => table === name)
  // A column that the new edition lacks, or has with another type, is named as a whole.
  const gone = overwrittenIn(landing, named?.columns ?? [])
  if (gone.cells + gone.rows > 0 && (named?.cells !== gone.cells || named?.rows !== gone.rows)) {
    tally.silent += 1
    say(`${name}: ${JSON.stringify(gone)} were overwritten, and the answer says ${JSON.stringify(named ?? null)}`)
    say(`${name}: ${JSON.stringify(landing)}`)
  }
  const snapshot = answer.safety_snapshot_id
  const kept = snapshot ? await rowsOf(history, name, `&as_of=${snapshot}`) : null
  if (gone.cells + gone.rows > 0 && !(kept && isSame(kept, landing.before))) {
    tally.lost_edits += gone.cells + gone.rows
    say(`${name}: no snapshot has the edits`)
  }
  const ids = keptIn(landing)
  tally.matching += ids.matching
  tally.kept += ids.kept
  await judgeMarks(history, landing, { noted, branch })
  if (answer.op_id !== null && history.random() < 0.5) await undo(history, landing, answer.op_id)
}

/** What was said about a row that is still there is still said, and a file that went out before comes back to its rows. */
async function judgeMarks(history: History, { after }: Landing, { noted, branch }: Marks) {
  const { owner, at, name, tally, say } = history
  if (noted && after.some(({ code }) => code === noted.code)) {
    const { body } = await owner.call('GET', `${at}/tables/${name}/annotations?row_id=${noted.__svc_row_id}`)
    if (body.annotations?.length !== 1) {
      tally.lost_annotations += 1
      say(`${name}: the note of ${noted.code} is gone`)
    }
  }
  if (!branch) return
  const fields = { branch_id: branch.branchId, dry_run: 'true' }
  const { body } = await sent(history, `/tables/${name}/merge`, name, branch.text, fields)
  if (body.skipped_count !== 0 && body.code !== 'too_many_deletes') {
    tally.lost_returns += 1
    say(`${name}: a file that was sent out does not come back: ${JSON.stringify(body).slice(0, 300)}`)
  }
}

async function undo(history: History, { before }: Landing, opId: number) {
  const { owner, at, name, tally, say } = history
  const { status, body } = await owner.call('POST', `${at}/ops/${opId}/undo`)
  const now = await rowsOf(history, name)
  if (status === 200 && isSame(now, before)) tally.undone += 1
  else {
    tally.lost_edits += 1
    say(`${name}: undo answered ${status} ${JSON.stringify(body).slice(0, 200)}, and the rows are others`)
  }
}
