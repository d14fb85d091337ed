import type { Body } from '../../server/test/client.ts'
import { type Canary, fileCanary } from './canaries.ts'
import { EDITOR_SESSION, FIRST_ROWS, type LeakWorkbook, type Planted } from './place.ts'
import type { Caller } from './recorder.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<Body>

/** Rules that hold hidden values: as a limit, inside a condition, and in the words that people read. */
export async function ruleOut(call: Call, hidden: string, { texts, numbers }: Planted) {
  const unwanted = texts[FIRST_ROWS + 6]?.value
  await call('PUT', '/tables/staff/rules', {
    expected_version: null,
    rules: [
      { kind: 'range', column: 'pay', max: numbers[FIRST_ROWS + 2]?.value },
      { kind: 'row', name: 'kept apart', expression: `"${hidden}" != '${unwanted}'`, message: `not ${unwanted}` },
      { kind: 'row', name: 'both', expression: `pay < ${numbers[FIRST_ROWS + 2]?.value} or city != 'Otsu'` },
      { kind: 'required', column: 'name', message: 'Everyone has a name' },
    ],
  })
}

/** A table, a view and a page that name what will be hidden, shared while nothing was: their texts are with readers already. */
export async function shareByLinks(
  makers: readonly { name: string; call: Call }[],
  { view_id, dashboard_id }: Readonly<Record<string, string>>,
): Promise<Caller[]> {
  const targets = [
    { kind: 'table', target: 'staff' },
    { kind: 'table', target: 'copy' },
    { kind: 'view', target: view_id },
    { kind: 'dashboard', target: dashboard_id },
  ]
  const readers: Caller[] = []
  for (const { name, call } of makers)
    for (const target of targets) {
      const { url } = await call('POST', '/links', target)
      const credential = String(url).split('#')[1] ?? ''
      readers.push({ name: `old link of ${name} to a ${target.kind}`, credential, governs: false, isExempt: false })
    }
  return readers
}

export type United = { sources: readonly string[]; tables: readonly string[]; marks: readonly Canary[] }

/** Files that come together and become one table, with values that will be hidden in each. */
export async function uniteFiles(
  { url, owner, at }: LeakWorkbook,
  hidden: string,
  rows: readonly Body[],
): Promise<United> {
  const files = [1, 2].map((month) => ({
    name: `wages_2026-0${month}.csv`,
    text: `name,${hidden},pay,month\n${rows.map((row) => `${row.name},${row[hidden]},${row.pay},${month}`).join('\n')}\n`,
  }))
  const form = new FormData()
  for (const { name, text } of files) form.append('files[]', new Blob([text]), name)
  const headers = { authorization: `Bearer ${owner.session}` }
  const sent = await fetch(`${url}${at}/sources`, { method: 'POST', headers, body: form })
  // Safe: an accepted job names itself.
  const { job_id } = (await sent.json()) as { job_id: string }
  for (;;) {
    const { body } = await owner.call('GET', `/api/v1/jobs/${job_id}`)
    if (body.status === 'failed') throw new Error(`the files were not read: ${JSON.stringify(body)}`)
    if (body.status === 'succeeded') {
      const outcomes = body.result.files.map(({ outcome }: Body) => outcome)
      if (outcomes.join() !== 'united,united') throw new Error(`the files came out as ${outcomes}`)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { body } = await owner.call('GET', `${at}/artifacts?state=all`)
  const tables = body.artifacts.filter(({ name }: Body) => name.startsWith('wages'))
  return {
    sources: files.map(({ name }) => name),
    tables: tables.map(({ name }: Body) => name),
    marks: files.map(({ text }) => fileCanary(Buffer.from(text))),
  }
}

/** The editor writes a hidden column under a label, by which all of it can be taken back later. */
export const writeInSession = (call: Call, hidden: string, { texts }: Planted) =>
  call('POST', '/tables/staff/rows', {
    expected_version: null,
    rows: [{ __svc_row_id: 5, [hidden]: texts[FIRST_ROWS + 7]?.value, city: 'Gifu' }],
    session: EDITOR_SESSION,
  })
