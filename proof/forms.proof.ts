import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { newPerson, type Person } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { uploadTo } from '../server/test/upload.ts'
import { CORRECTIONS } from './forms/corrections.ts'
import { type FilledForm, filledForm, isWrong, sampleForm } from './forms/fill.ts'
import type { FormKind } from './forms/form.ts'
import { differences, type Read } from './forms/judge-form.ts'
import { KINDS } from './forms/kinds.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** Of each kind in each language; two languages make fifty. */
const FILES = 25
const FOR_CONTROL = 12
const LEAST_RIGHT = 0.98

type Body = Awaited<ReturnType<Person['call']>>['body']

/** Forms that come back, each judged by what was filled in. */
export const proof: Proof = {
  promise:
    'Forms of one template become rows of one table, and one that does not fit is listed with the reason and never misread',
  isQuick: false,
  minutes: 9,
  about: ['spreadsheet/src/structure/templates', 'server/src/work/sources/templates'],
  measure: (options) => measure(options, KINDS, FILES),
  // The cells of the sample are read in every file, wherever its labels stand.
  control: (options) => measure(options, KINDS.slice(0, 1), FOR_CONTROL, true),
  holds: ({ files, right, misread_unannounced, doubled_on_repeat }) =>
    Number(files) > 0 && Number(right) >= LEAST_RIGHT && misread_unannounced === 0 && doubled_on_repeat === 0,
}

async function measure(
  { say }: ProofOptions,
  kinds: readonly FormKind[],
  count: number,
  isBlind = false,
): Promise<Figures> {
  const service = await runService({ workers: 1, jobHandlers, checkResponses: false })
  const total = { files: 0, right: 0, listed: 0, misread: 0, doubled: 0 }
  try {
    const owner = await newPerson(service.urls[0] ?? '')
    for (const kind of kinds) await addKind({ url: service.urls[0] ?? '', owner, say }, kind, count, isBlind, total)
  } finally {
    await service.close()
  }
  return {
    files: total.files,
    right: Number((total.right / Math.max(1, total.files)).toFixed(3)),
    listed: total.listed,
    misread_unannounced: total.misread,
    doubled_on_repeat: total.doubled,
  }
}

type FormsWorld = { url: string; owner: Person; say: ProofOptions['say'] }
type Total = { files: number; right: number; listed: number; misread: number; doubled: number }

async function addKind({ url, owner, say }: FormsWorld, kind: FormKind, count: number, isBlind: boolean, total: Total) {
  const { workspace, spec } = await saveTemplate({ url, owner, say }, kind)
  const { body: made } = await owner.call('POST', '/api/v1/workbooks', { title: kind.title, workspace_id: workspace })
  const at = `/api/v1/workbooks/${made.workbook_id}`
  const forms = Array.from({ length: count }, (_, seed) => filledForm(kind, seed))
  const outcomes = isBlind ? await readBlindly(url, owner, at, forms, spec) : await sendAll(url, owner, at, forms)
  const tables = await tablesOf(owner, at, kind)
  for (const form of forms) {
    const outcome = outcomes.get(form.filename)
    const why = judge(form, outcome, tables)
    total.files += 1
    total.right += Number(why.isRight)
    total.listed += Number(outcome?.outcome === 'not_fitting')
    total.misread += Number(why.isMisread)
    if (!why.isRight) say(`${kind.title} ${form.filename} (${form.variation}): ${why.why}`)
  }
  if (isBlind) return
  const rows = countRows(tables)
  await sendAll(url, owner, at, forms.slice(0, 10))
  total.doubled += countRows(await tablesOf(owner, at, kind)) - rows
  say(`${kind.title}: ${rows} rows, ${total.right} of ${total.files} right so far`)
}

/** Uploads the sample, corrects how it is read where that is needed, and saves the reading as a template. */
async function saveTemplate({ url, owner }: FormsWorld, kind: FormKind) {
  const { body: made } = await owner.call('POST', '/api/v1/workbooks', { title: `${kind.title} sample` })
  const { workbook_id, workspace_id: workspace } = made
  const at = `/api/v1/workbooks/${workbook_id}`
  const sample = sampleForm(kind)
  await uploadTo(url, owner.session, `${at}/sources`, { ...sample, fields: { mode: 'staged' } })
  const source = `${at}/sources/${encodeURIComponent(sample.filename)}`
  const { body: analyzed } = await owner.call('POST', `${source}/analyze`)
  const operations = CORRECTIONS[`${kind.kind} ${kind.language}`]
  if (operations) {
    const { spec_version } = analyzed.parse_spec
    const corrected = await owner.call('PATCH', `${source}/parse-spec`, { spec_version, operations })
    if (corrected.status !== 200) throw new Error(`correcting ${kind.title} answered ${JSON.stringify(corrected.body)}`)
  }
  const asked = { name: kind.title, workbook_id, source_name: sample.filename }
  const saved = await owner.call('POST', `/api/v1/workspaces/${workspace}/templates`, asked)
  if (saved.status !== 201) throw new Error(`saving ${kind.title} answered ${saved.status} ${saved.body.code}`)
  const { body: again } = await owner.call('POST', `${source}/analyze`)
  return { workspace, spec: again.parse_spec }
}

/** All files in one request; what the job says of each. */
async function sendAll(url: string, { session, call }: Person, at: string, forms: readonly FilledForm[]) {
  const body = new FormData()
  for (const { bytes, filename } of forms) body.append('files[]', new Blob([bytes]), filename)
  const headers = { authorization: `Bearer ${session}` }
  const response = await fetch(`${url}${at}/sources`, { method: 'POST', headers, body })
  const { job_id } = (await response.json()) as Body
  for (;;) {
    const { body: job } = await call('GET', `/api/v1/jobs/${job_id}`)
    if (job.status === 'failed') throw new Error(`the job failed: ${job.error}`)
    if (job.status === 'succeeded') return outcomesIn(job.result.files)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const outcomesIn = (files: readonly Body[]) => new Map(files.map((file) => [String(file.filename), file]))

/** Every file by the cells of the sample, whatever stands there. */
async function readBlindly(
  url: string,
  { session, call }: Person,
  at: string,
  forms: readonly FilledForm[],
  spec: Body,
) {
  const outcomes: Body[] = []
  for (const { filename, bytes } of forms) {
    await uploadTo(url, session, `${at}/sources`, { bytes, filename, fields: { mode: 'staged' } })
    const source = `${at}/sources/${encodeURIComponent(filename)}`
    const { body: analyzed } = await call('POST', `${source}/analyze`)
    const { spec_version, revision, reader, sha256 } = analyzed.parse_spec
    const sheet = analyzed.parse_spec.regions[0]?.sheet
    const regions = spec.regions.map((region: Body) => ({
      ...region,
      sheet,
      union: { ...region.union, parts: [{ region_id: region.region_id, value: filename }] },
    }))
    await call('PUT', `${source}/parse-spec`, {
      ...spec,
      spec_version,
      revision,
      reader,
      sha256,
      source_name: filename,
      regions,
    })
    await call('POST', `${source}/materialize`, {})
    outcomes.push({ filename, outcome: 'template' })
  }
  return outcomesIn(outcomes)
}

async function tablesOf({ call }: Person, at: string, { title, language }: FormKind): Promise<Read> {
  const rowsOf = async (table: string): Promise<Body[]> =>
    (await call('GET', `${at}/tables/${encodeURIComponent(table)}/rows?include_row_ids=false&limit=5000`)).body.rows ??
    []
  const file = language === 'ja' ? 'ファイル' : 'file'
  const lines = await rowsOf(`${title}_${language === 'ja' ? '明細' : 'lines'}`)
  return { file, fields: await rowsOf(title), lines }
}

const countRows = ({ fields, lines }: Read) => fields.length + lines.length

type Judged = { isRight: boolean; isMisread: boolean; why: string }

/** A file that fits must be read as it was filled in; one that does not must be listed, and why. */
function judge(form: FilledForm, outcome: Body | undefined, tables: Read): Judged {
  const isTaken = outcome?.outcome === 'template'
  const wrong = isTaken ? differences(form, tables) : ''
  if (isTaken)
    return { isRight: wrong === '' && !isWrong(form.variation), isMisread: wrong !== '', why: wrong || 'was taken' }
  const codes = (outcome?.template_misses ?? []).flatMap(({ reasons }: Body) => reasons.map(({ code }: Body) => code))
  const isListed = form.codes.length === 0 || form.codes.some((code) => codes.includes(code))
  const isRight = isWrong(form.variation) && isListed
  return {
    isRight,
    isMisread: false,
    why: `${outcome?.outcome}: ${JSON.stringify(outcome?.template_misses ?? outcome).slice(0, 300)}`,
  }
}
