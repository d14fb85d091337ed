import { type FSWatcher, openAsBlob, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, isProblem, type Wire, type Workbook } from '@bindery-data/sdk'
import { type FolderFile, listFolder } from './folder-files.ts'
import { isPassing, type KeptFile, type KeptFolder, keptFolder, reasonOf } from './kept-folder.ts'
import { type LocalPlace, writeKept } from './state-folder.ts'
import { hashOf, isOurOwn } from './written-files.ts'

/** Programs write a file in several steps: it is read when it has been left alone this long, or after `MOST_WAIT_MS`. */
const QUIET_MS = 200
const MOST_WAIT_MS = 2_000
const AT_ONCE = 3
/** No file has this size: it counts as changed. */
const NEVER_SEEN = -1

/** What the service has of the folder. */
export type FolderState = KeptFolder & { pending: string[]; isCut: boolean }

/** Keeps one workbook in step with a folder: a source for each file, and a new revision of it for each change. */
export class FolderFollower {
  readonly #client: Client
  readonly #place: LocalPlace
  readonly #kept: KeptFolder
  readonly #pending = new Set<string>()
  #isCut = false
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #watcher: FSWatcher | undefined
  #soon: NodeJS.Timeout | undefined

  constructor(client: Client, place: LocalPlace) {
    this.#client = client
    this.#place = place
    this.#kept = keptFolder(place.state)
  }

  /** The workbook of the folder; made where it is not there, or has been deleted. */
  async open(): Promise<string> {
    const { workbookId } = this.#kept
    if (workbookId !== null && (await isThere(this.#client, workbookId))) return workbookId
    const made = await this.#client.createWorkbook({ title: basename(this.#place.folder).slice(0, 200) || 'Folder' })
    this.#kept.workbookId = made.id
    this.#kept.files = {}
    this.#keep()
    return made.id
  }

  /** Looks by itself when something changes. A change that the system does not report is seen by the next `catchUp`. */
  follow(onError: (error: unknown) => void) {
    const look = () => void this.catchUp().catch(onError)
    try {
      this.#watcher = watch(this.#place.folder, { recursive: true }, () => {
        clearTimeout(this.#soon)
        this.#soon = setTimeout(look, QUIET_MS)
      })
      this.#watcher.on('error', onError)
    } catch (error) {
      onError(error)
    }
    look()
  }

  /** Resolves when everything has been read that was in the folder at the time of the call. */
  catchUp(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#running = this.#turn()
        return this.#running
      })
    return this.#next
  }

  get state(): FolderState {
    return { ...this.#kept, pending: [...this.#pending], isCut: this.#isCut }
  }

  async close() {
    this.#watcher?.close()
    clearTimeout(this.#soon)
    await this.#running.catch(() => {})
  }

  async #turn() {
    const { folder, state } = this.#place
    const { files, isCut } = await listFolder(folder, [state])
    this.#isCut = isCut
    const there = new Set(files.map(({ path }) => path))
    const changed = files.filter((file) => !isAsKept(file, this.#kept.files[file.path]))
    const gone = Object.entries(this.#kept.files).filter(([path, file]) => !there.has(path) && !file.isGone)
    for (const [, file] of gone) file.isGone = true
    for (const { path } of changed) this.#pending.add(path)
    const workbook = this.#client.workbook(await this.open())
    // New ones first: one may be the new name of a file whose source would otherwise look free.
    const isNew = ({ path }: FolderFile) => this.#kept.files[path] === undefined
    const lanes = [
      ...(await this.#readAll(workbook, changed.filter(isNew))),
      ...(await this.#readAll(
        workbook,
        changed.filter((file) => !isNew(file)),
      )),
    ]
    this.#pending.clear()
    if (changed.length > 0 || gone.length > 0) this.#keep()
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  }

  /** All are done before one failure ends the turn: nothing is under way behind it. */
  #readAll(workbook: Workbook, files: readonly FolderFile[]) {
    const waiting = [...files]
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await this.#read(workbook, file)
    }
    return Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  }

  /** What is wrong with a file is kept with it, until it changes; after a failure of the service it is tried again by the next turn. */
  async #read(workbook: Workbook, seen: FolderFile) {
    const { path } = seen
    const before = this.#kept.files[path]
    try {
      const file = await untilQuiet(join(this.#place.folder, path), seen)
      const stamp = { sizeBytes: file.sizeBytes, changedMs: file.changedMs, isGone: false }
      try {
        this.#kept.files[path] = { ...(await this.#feed(workbook, path, before)), ...stamp }
      } catch (error) {
        if (isMissing(error)) throw error
        const seenAs = isPassing(error) ? { ...stamp, sizeBytes: NEVER_SEEN } : stamp
        this.#kept.files[path] = { ...(before ?? NOTHING), ...seenAs, error: reasonOf(error) }
      }
    } catch (error) {
      // Gone between two looks: the next turn sees that.
      if (!isMissing(error)) throw error
    } finally {
      this.#pending.delete(path)
    }
  }

  async #feed(workbook: Workbook, path: string, before: KeptFile | undefined): Promise<KeptFile> {
    const { folder, state } = this.#place
    const absolute = join(folder, path)
    const sha256 = await hashOf(absolute)
    if (before && before.sha256 === sha256) return { ...before, error: null }
    if (isOurOwn(state, absolute, sha256)) return this.#alreadyHere(workbook, before, sha256)
    const content = await openAsBlob(absolute)
    const file = { content, filename: path.replaceAll('/', '_') }
    const own = before && this.#ownSource(path, before)
    const revised = own ? await revise(workbook, own, file) : null
    if (revised) return revised
    const { source } = await workbook.upload(file)
    return { ...NOTHING, ...(source ? keptOf(source) : {}), sha256: source?.sha256 ?? sha256 }
  }

  /** A file that we wrote ourselves: the newest revision of its source, or a result, which is no source. */
  async #alreadyHere(workbook: Workbook, before: KeptFile | undefined, sha256: string): Promise<KeptFile> {
    if (!before?.sourceId) return { ...NOTHING, sha256, note: 'written by save_file; it is read when it is changed' }
    const { revision } = await workbook.source(before.sourceId).read()
    return { ...before, sha256, revision, error: null, note: null }
  }

  /** Files of the same bytes are one source, until one of them changes: that one leaves it to the others. */
  #ownSource(path: string, before: KeptFile): KeptFile | undefined {
    const { sourceId } = before
    if (sourceId === null) return undefined
    const isShared = Object.entries(this.#kept.files).some(
      ([other, file]) => other !== path && file.sourceId === sourceId && !file.isGone,
    )
    if (isShared) this.#kept.files[path] = { ...before, sourceId: null }
    return isShared ? undefined : before
  }

  #keep() {
    writeKept(this.#place.state, 'files.json', this.#kept)
  }
}

const NOTHING: KeptFile = {
  sizeBytes: 0,
  changedMs: 0,
  sha256: null,
  sourceId: null,
  source: null,
  revision: null,
  error: null,
  note: null,
  isGone: false,
}

const isAsKept = (file: FolderFile, kept: KeptFile | undefined) =>
  kept !== undefined && !kept.isGone && kept.sizeBytes === file.sizeBytes && kept.changedMs === file.changedMs

/** Null: the source is no longer there. */
async function revise(workbook: Workbook, before: KeptFile, file: { content: Blob; filename: string }) {
  const source = workbook.source(before.sourceId ?? '')
  try {
    const { revision } = await source.read()
    const { source: revised } = await source.revise(file)
    if (!revised) return null
    const note =
      revision === before.revision
        ? null
        : `The file changed on disk after it was edited here: revision ${revision} holds those edits.`
    return { ...NOTHING, ...keptOf(revised), note }
  } catch (error) {
    if (isProblem(error, 'not_found')) return null
    throw error
  }
}

const keptOf = ({ source_id, name, revision, sha256 }: Wire.Source) => ({
  sourceId: source_id,
  source: name,
  revision,
  sha256,
})

async function untilQuiet(path: string, seen: Pick<FolderFile, 'sizeBytes' | 'changedMs'>) {
  let last = seen
  for (const until = Date.now() + MOST_WAIT_MS; Date.now() < until; ) {
    const age = Date.now() - last.changedMs
    if (age >= QUIET_MS || age < 0) break
    await pause(QUIET_MS - age)
    const now = await stat(path)
    last = { sizeBytes: now.size, changedMs: now.mtimeMs }
  }
  return last
}

async function isThere(client: Client, workbookId: string): Promise<boolean> {
  try {
    await client.workbook(workbookId).read()
    return true
  } catch (error) {
    if (isProblem(error, 'not_found')) return false
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
