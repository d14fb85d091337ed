import { isProblem } from '@bindery-data/sdk'
import { keep } from '../app/kept.ts'
import type { Misfit } from '../words/misfit-words.ts'
import { client } from './client.ts'
import { keys, queries } from './queries.ts'
import { untilMaterialized } from './until-materialized.ts'

/** A file on its way in. */
export type Upload = {
  id: number
  filename: string
  /** `read`: one of several, which wait in the tray until they are looked at. */
  stage: 'waiting' | 'sending' | 'reading' | 'read' | 'failed'
  /** Of its bytes, what has left. */
  share: number
  error: unknown
  /** Where the file is kept, once it has arrived. */
  landed: Landed | null
  /** The template it was read by, or nearly fits, and then why not. */
  template: { name: string; misfit: Misfit | null } | null
}

export const uploads = keep<readonly Upload[]>([])
let next = 1

const change = (id: number, part: Partial<Upload>) =>
  uploads.set(uploads.get().map((each) => (each.id === id ? { ...each, ...part } : each)))

export const forget = (id: number) => uploads.set(uploads.get().filter((each) => each.id !== id))

/** Where a file that came in can be looked at. */
export type Landed = { workbookId: string; sourceName: string }

/**
 * Brings a file into a workbook, or into a new one named after it, and has it looked at. No table is made yet: first
 * the user sees how it will be read.
 */
export const bringFile = async (file: File, into: string | undefined): Promise<Landed | null> => {
  const id = announce(file)
  return send(id, file, () => placeFor(file, into))
}

/** So many are sent at a time: more would only wait for each other. */
const AT_ONCE = 3

/** Brings several files into one workbook, a few at a time. Each has its own progress, and fails by itself. */
export async function bringFiles(files: readonly File[], into: string | undefined): Promise<void> {
  const waiting = files.map((file) => ({ file, id: announce(file) }))
  const [first] = files
  if (!first) return
  let place: ReturnType<typeof placeFor> | null = null
  // One that could not be made is tried again with the next file.
  const sharedPlace = () => {
    place ??= placeFor(first, into).catch((error) => {
      place = null
      throw error
    })
    return place
  }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id, file } = next
      const landed = await send(id, file, sharedPlace, { isKept: true })
      if (landed) change(id, { stage: 'read' })
    }
  }
  const ids = waiting.map(({ id }) => id)
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await offerUnion(ids)
}

/** Files that came together and whose columns agree: a user may make one table of them. */
export type UnionOffer = { workbookId: string; sourceName: string; others: readonly string[]; table: string }

export const unionOffer = keep<UnionOffer | null>(null)

/** The service is asked what would become of them, and keeps nothing. Files of a template are together already. */
async function offerUnion(ids: readonly number[]) {
  const read = uploads.get().filter(({ id, stage, template }) => ids.includes(id) && stage === 'read' && !template)
  const [first, ...others] = read.flatMap(({ landed }) => landed ?? [])
  if (!first || others.length === 0) return
  const names = others.map(({ sourceName }) => sourceName)
  try {
    const { regions } = await patchUnion(first, names, true)
    const table = regions.find(({ union }) => union?.files)?.union?.outputs[0]?.name ?? ''
    unionOffer.set({ ...first, others: names, table })
  } catch (error) {
    // Their columns do not agree: there is nothing to offer.
    if (!isProblem(error)) throw error
  }
}

async function patchUnion({ workbookId, sourceName }: Landed, sources: readonly string[], isDryRun: boolean) {
  const source = client.workbook(workbookId).source(sourceName)
  const { spec_version } = await source.parseSpec()
  const operations = [{ op: 'unite_files' as const, sources: [...sources] }]
  return source.patch({ spec_version, operations }, { preview: false, dry_run: isDryRun })
}

/** Makes one table of the files that were offered, and waits until all their rows are in it. */
export async function takeUnion(
  { workbookId, sourceName, others, table }: UnionOffer,
  signal: AbortSignal,
): Promise<string> {
  const before = new Set((await materializing(workbookId)).map(({ job_id }) => job_id))
  await patchUnion({ workbookId, sourceName }, others, false)
  const jobError = async () => {
    const failed = (await materializing(workbookId)).find(
      ({ job_id, status }) => status === 'failed' && !before.has(job_id),
    )
    return failed ? (failed.error ?? failed.status) : null
  }
  for (const name of [sourceName, ...others])
    await untilMaterialized(() => client.workbook(workbookId).source(name).read({ signal }), jobError, { signal })
  uploads.set([])
  unionOffer.set(null)
  await queries.invalidateQueries({ queryKey: keys.workbook(workbookId) })
  return table
}

const MOST_JOBS = 100

const materializing = async (workbookId: string) =>
  (await client.api.listJobs({ limit: MOST_JOBS })).jobs.filter(
    ({ kind, workbook_id }) => kind === 'materialize' && workbook_id === workbookId,
  )

function announce(file: File): number {
  const id = next++
  uploads.set([
    ...uploads.get(),
    { id, filename: file.name, stage: 'waiting', share: 0, error: null, landed: null, template: null },
  ])
  return id
}

const placeFor = async (file: File, into: string | undefined) =>
  into ? client.workbook(into) : client.createWorkbook({ title: file.name.replace(/\.[^.]+$/, '') || file.name })

async function send(
  id: number,
  file: File,
  place: () => ReturnType<typeof placeFor>,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<Landed | null> {
  change(id, { stage: 'sending' })
  try {
    const workbook = await place()
    const { source } = await workbook.upload(file, {
      mode: 'staged',
      onProgress: ({ sentBytes, totalBytes }) => {
        const share = totalBytes ? sentBytes / totalBytes : 1
        change(id, share < 1 ? { share } : { share, stage: 'reading' })
      },
    })
    if (!source) throw new Error(`${file.name} left no source`)
    const landed = { workbookId: workbook.id, sourceName: source.name }
    change(id, { stage: 'reading', landed })
    void queries.invalidateQueries({ queryKey: keys.workbooks() })
    if (source.status === 'registered') await workbook.source(source.name).analyze()
    if (isKept) await takeByTemplate(id, workbook.source(source.name))
    return finished(id, landed, isKept)
  } catch (error) {
    change(id, { stage: 'failed', error })
    return null
  }
}

let lastTurn: Promise<unknown> = Promise.resolve()
const MOST_TRIES = 3

/** Forms of one template go into the same table, one after the other; another user may add to it at the same time. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const attempt = async (left: number): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (left > 1 && isProblem(error, 'version_conflict')) return attempt(left - 1)
      throw error
    }
  }
  const turn = lastTurn.then(() => attempt(MOST_TRIES))
  lastTurn = turn.catch(() => undefined)
  return turn
}

/** One of several forms: a file that a template fits becomes a row at once, and of one that nearly does the tray says why not. */
async function takeByTemplate(id: number, source: ReturnType<ReturnType<typeof client.workbook>['source']>) {
  const { template, template_misses, status } = await source.read()
  if (template && status !== 'materialized') await inTurn(() => source.materialize({}))
  const [miss] = template_misses
  if (template) change(id, { template: { name: template.name, misfit: null } })
  else if (miss) change(id, { template: { name: miss.name, misfit: miss.reasons[0] ?? null } })
}

function finished(id: number, landed: Landed, isKept = false): Landed {
  if (!isKept) forget(id)
  void queries.invalidateQueries({ queryKey: keys.workbooks() })
  void queries.invalidateQueries({ queryKey: keys.workbook(landed.workbookId) })
  return landed
}

/** Has a file looked at again that arrived and was not read. */
export async function readAgain(id: number, landed: Landed): Promise<Landed | null> {
  change(id, { stage: 'reading', error: null })
  try {
    await client.workbook(landed.workbookId).source(landed.sourceName).analyze()
    return finished(id, landed)
  } catch (error) {
    change(id, { stage: 'failed', error })
    return null
  }
}

/** A source that was read has no failure any more. */
export const forgetFailure = ({ workbookId, sourceName }: Landed) =>
  uploads.set(
    uploads.get().filter(({ stage, landed }) => {
      const isIt = landed?.workbookId === workbookId && landed.sourceName === sourceName
      return stage !== 'failed' || !isIt
    }),
  )
