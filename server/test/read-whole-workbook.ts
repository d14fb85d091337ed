import type { Body, Call } from './client.ts'

/** All that can be read of a workbook over HTTP, by what was asked. */
export type WholeState = ReadonlyMap<string, unknown>

type Ask = (path: string) => Promise<Body>

const LISTS = [
  '', '/tables?state=all', '/artifacts?state=all', '/classifications', '/policies', '/ops?limit=500', '/conflicts?status=all',
  '/transforms', '/sources', '/snapshots', '/versions', '/branches', '/sheets', '/charts',
  '/saved-views', '/questions', '/dashboards', '/proposals?state=all',
] // biome-ignore format: a list

/** Reads every list, and of every table its rows now, at every snapshot, and what changed since each of its versions. */
export async function readWholeWorkbook(call: Call, at: string): Promise<WholeState> {
  const state = new Map<string, unknown>()
  const ask: Ask = async (path) => {
    const { status, body, headers } = await call('GET', `${at}${path}`)
    const seen = /json/.test(headers.get('content-type') ?? '') ? body : `${body.length} characters`
    state.set(path, { status, body: seen })
    return body
  }
  const found = new Map<string, Body>()
  for (const path of LISTS) found.set(path, await ask(path))
  const snapshots = found.get('/snapshots').snapshots.map(({ snapshot_id }: Body) => snapshot_id)
  for (const { name, edit_version } of found.get('/tables?state=all').tables) {
    await readTable(ask, encodeURIComponent(name), edit_version, snapshots)
  }
  for (const { proposal_id } of found.get('/proposals?state=all').proposals) await ask(`/proposals/${proposal_id}`)
  for (const { name } of found.get('/transforms').transforms) await ask(`/transforms/${encodeURIComponent(name)}`)
  for (const { name } of found.get('/sheets').sheets) await ask(`/sheets/${encodeURIComponent(name)}`)
  for (const { name } of found.get('/sources').sources) {
    for (const part of ['', '/parse-spec', '/download']) await ask(`/sources/${encodeURIComponent(name)}${part}`)
  }
  return state
}

async function readTable(ask: Ask, name: string, version: number, snapshots: readonly string[]) {
  const table = `/tables/${name}`
  for (const part of [
    '',
    '/columns',
    '/access',
    '/annotations',
    '/comments?state=all',
    '/rules',
    '/overrides',
    '/lineage?depth=20',
  ])
    await ask(`${table}${part}`)
  const { rows = [] } = await ask(`${table}/rows?limit=10000`)
  for (const snapshot of snapshots) await ask(`${table}/rows?limit=10000&as_of=${snapshot}`)
  for (let since = 1; since < version; since++) await ask(`${table}/changes?since=${since}&limit=10000`)
  for (const { __svc_row_id: id } of rows.slice(0, 5)) {
    await ask(`${table}/rows/${id}/history`)
    await ask(`${table}/rows/${id}/origin`)
  }
}

/** Who and where are another's; numbers that count what is done go on. */
const ELSEWHERE = new Set([
  'actor',
  'resolved_by',
  'created_by',
  'author',
  'closed_by',
  'owner',
  'owner_id',
  'account_id',
  'workspace_id',
  'edit_seq',
  'request_id',
  'instance',
  'updated_at_of_workbook',
])
const ID = /\b(?:wb|art|snap|br|cf|src|ovr|tf|ann|cmt|bnd|req|sv|qn|dash|prop|prv)_[0-9A-HJKMNP-TV-Z]{26}\b/g

/** Leaves that differ: `path: one ≠ other`. Ids are distinguished by the order in which they are met, not by what they are. */
export function differences(one: WholeState, other: WholeState): string[] {
  const left = flattened(one)
  const right = flattened(other)
  const paths = new Set([...left.keys(), ...right.keys()])
  return [...paths].flatMap((path) =>
    left.get(path) === right.get(path) ? [] : [`${path}: ${left.get(path)} ≠ ${right.get(path)}`],
  )
}

function flattened(state: WholeState): Map<string, string> {
  const met = new Map<string, string>()
  const named = (text: string) =>
    text.replace(ID, (id) => {
      const known = met.get(id) ?? `${id.split('_')[0]}#${met.size}`
      met.set(id, known)
      return known
    })
  const leaves = new Map<string, string>()
  const walk = (path: string, value: unknown) => {
    if (typeof value !== 'object' || value === null) leaves.set(path, named(JSON.stringify(value) ?? 'undefined'))
    else
      for (const [key, member] of Object.entries(value))
        if (!ELSEWHERE.has(key)) walk(`${path} › ${named(key)}`, member)
  }
  for (const [asked, answer] of state) walk(named(asked), withoutImport(answer))
  return leaves
}

/** The op and the time of having been brought back are the one difference there must be. */
function withoutImport(answer: unknown): unknown {
  const { body }: { body?: Body } = { ...(answer as object) } // Safe: any answer is an object.
  if (Array.isArray(body?.ops))
    return {
      ...(answer as object),
      body: { ...body, ops: body.ops.filter(({ kind }: Body) => kind !== 'workbook.import') },
    }
  if (body?.workbook_id && body.title)
    return { ...(answer as object), body: { ...body, updated_at: null, created_at: null } }
  return answer
}
