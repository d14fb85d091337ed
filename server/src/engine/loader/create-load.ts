import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { type SharePercent, shareOf } from '../../platform/shares.ts'
import { sandboxChoice } from '../duckdb/sandbox-mode.ts'
import { Slots } from '../duckdb/slots.ts'
import { makeProcessFolder, shareWithSandbox } from '../sandbox/sandbox-user.ts'
import { Spares } from '../sandbox/spares.ts'
import { takeOver } from '../sandbox/take-over.ts'
import {
  type Calculate,
  type CalculationFailure,
  COMPARING,
  FILLING,
  openCalculator,
} from './calculator/calculate-workbook.ts'
import {
  type CalculationPurpose,
  type DraftOutcome,
  type Load,
  type LoadAnswers,
  type Loader,
  type LoadReply,
  type LoadRequest,
  type OpenedAnswer,
  SOURCE_FILE,
  VALUES_FILE,
  type Watch,
} from './load-request.ts'
import { LoaderEnded, type LoaderProcess, startLoaderProcess } from './loader-process-handle.ts'

export type LoadOptions = {
  /** Each loader has a folder below this one, which it must be able to pass. */
  cacheFolder: string
  isSandboxed: () => Promise<boolean>
  log: Log
  /** Values of formulas stay missing without. */
  calculate?: Calculate
  mostAtOnce?: number
  /** What of the places one account may hold. */
  accountShare: SharePercent
  spares?: number
  /** For one question, unless it is one of opening; so much more for each megabyte of the file. */
  deadlineMs?: number
  deadlinePerMegabyteMs?: number
  patienceMs?: number
}

export type LoadDeadlines = Pick<LoadOptions, 'deadlineMs' | 'deadlinePerMegabyteMs'>

export type OpenLoad = { load: Load; close: () => Promise<void> }

const MEGABYTE = 1024 * 1024
/**
 * Older formats are read whole when they are opened, by a library that one wrong bit sends into a loop without end: such a file
 * must not hold a loader for as long as a large one may. Others are opened in a moment.
 */
const OPENING = { deadlineMs: 20_000, deadlinePerMegabyteMs: 2_000 }

/** Loaders as this node is set up: in the sandbox under the same rule as engines. Nothing is started before the first file. */
export function openLoad(
  settings: Pick<Settings, 'sandbox' | 'host' | 'cacheFolder' | 'accountShare'> & Partial<Pick<Settings, 'python'>>,
  log: Log,
  deadlines: LoadDeadlines = {},
): OpenLoad {
  const isSandboxed = sandboxChoice(settings, log)
  const calculate = openCalculator(settings.python?.runtime ?? null, isSandboxed, log)
  const { cacheFolder, accountShare } = settings
  return createLoad({ cacheFolder, accountShare, isSandboxed, log, calculate, ...deadlines })
}

/** A file that a user sent is opened nowhere else: each gets a process of its own, which ends with it whatever it did. */
export function createLoad(options: LoadOptions): OpenLoad {
  const { cacheFolder, isSandboxed, log, accountShare, mostAtOnce = 3, spares = 1, patienceMs = 120_000 } = options
  const folder = makeProcessFolder(cacheFolder, 'loaders')
  const slots = new Slots({ places: mostAtOnce, mostPerOwner: shareOf(mostAtOnce, accountShare) })
  const ending = new Set<Promise<void>>()
  const waiting = new Spares(spares, async () => startLoaderProcess({ folder, isSandboxed: await isSandboxed() }))
  return {
    load: async (lay, work, owner) => {
      const leave = await slots.take(patienceMs, owner)
      if (!leave) throw loadersBusy()
      let process: LoaderProcess | undefined
      try {
        process = await waiting.take()
        return await withLoader(process, options, lay, work)
      } finally {
        // The caller does not wait for the end of a process that has answered; its place is free when it is gone.
        const ended = endOf(process, log).then(() => {
          ending.delete(ended)
          leave()
          waiting.fill()
        })
        ending.add(ended)
      }
    },
    close: async () => {
      await waiting.close()
      await Promise.all(ending)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function endOf(process: LoaderProcess | undefined, log: Log) {
  await process?.end().catch((error: unknown) => log.warn({ err: error }, 'what a loader left could not be taken away'))
}

async function withLoader<T>(
  process: LoaderProcess,
  options: LoadOptions,
  lay: (path: string) => Promise<void>,
  work: (loader: Loader) => Promise<T>,
): Promise<T> {
  const { input } = process.folders
  await lay(join(input, SOURCE_FILE))
  let sizeBytes = 0
  for (const name of await readdir(input)) {
    const path = join(input, name)
    if (process.isSandboxed) shareWithSandbox(path, 'read')
    sizeBytes += (await stat(path)).size
  }
  return work(await loaderFor(process, options, sizeBytes))
}

async function loaderFor(process: LoaderProcess, options: LoadOptions, sizeBytes: number): Promise<Loader> {
  const { deadlineMs = 60_000, deadlinePerMegabyteMs = 1_000, log, calculate = async () => 'no_engine' } = options
  const megabytes = Math.floor(sizeBytes / MEGABYTE)
  const askingMs = deadlineMs + megabytes * deadlinePerMegabyteMs
  const openingMs = Math.min(OPENING.deadlineMs, deadlineMs) + megabytes * OPENING.deadlinePerMegabyteMs
  const ask = async <K extends LoadRequest['kind']>(request: LoadRequest & { kind: K }, watch?: Watch) => {
    const reply = await replyWithin(process, request, request.kind === 'open' ? openingMs : askingMs, log, watch)
    const answer = answerOf<K>(request, reply, log)
    await takeOver(process.folders, filesIn(answer))
    return answer
  }
  return { folder: process.folders.handed, ask: withCalculation(process, calculate, ask) }
}

/**
 * A loader whose file lacks values of formulas gets them as soon as it is open. Where all are saved they are compared with
 * computed ones when the file is analyzed, and at no other time.
 */
function withCalculation({ folders }: LoaderProcess, calculate: Calculate, ask: Loader['ask']): Loader['ask'] {
  let mayDiffer = false
  const compute = async (purpose: CalculationPurpose): Promise<CalculationFailure | null> => {
    const limits = purpose === 'fill' ? FILLING : COMPARING
    const [prepared] = await ask({ kind: 'prepare-calculation', purpose })
    if (!prepared) return 'too_large'
    // Where a sandbox can reach it.
    const workbook = join(folders.input, prepared.file)
    await rename(join(folders.handed, prepared.file), workbook)
    shareWithSandbox(workbook, 'read')
    const values = join(folders.input, VALUES_FILE)
    return calculate({ workbook, values, limits }).finally(() => rm(workbook))
  }
  const take = (failure: CalculationFailure | null) =>
    ask({ kind: 'calculated', outcome: failure === null ? { file: VALUES_FILE } : { failure } })
  /** The edited file, and the one before: values that a draft changes are those of the same engine. */
  const computeDraft = async ({ edits, rows }: LoadRequest & { kind: 'edit' }): Promise<DraftOutcome[]> => {
    const { files } = await ask({ kind: 'draft-edit', edits, rows })
    const outcomes: DraftOutcome[] = []
    for (const [n, { file }] of files.entries()) {
      const workbook = join(folders.input, file)
      await rename(join(folders.handed, file), workbook)
      shareWithSandbox(workbook, 'read')
      const name = `${VALUES_FILE}-${n}`
      const values = join(folders.input, name)
      const failure = await calculate({ workbook, values, limits: FILLING }).finally(() => rm(workbook))
      outcomes.push(failure === null ? { file: name } : { failure })
    }
    return outcomes
  }
  return async (request, watch) => {
    if (isEdit(request)) return ask({ ...request, outcomes: await computeDraft(request) })
    if (request.kind === 'analyze' && mayDiffer) {
      const failure = await compute('compare')
      if (failure === null) await take(null)
    }
    const answer = await ask(request, watch)
    if (request.kind !== 'open') return answer
    // Safe: what a loader answers when it is asked to open a file.
    const { formulas } = answer as OpenedAnswer
    mayDiffer = formulas === 'saved'
    if (formulas === 'missing') await take(await compute('fill'))
    return answer
  }
}

const isEdit = <R extends LoadRequest>(request: R): request is R & { kind: 'edit' } => request.kind === 'edit'

async function replyWithin(
  process: LoaderProcess,
  request: LoadRequest,
  limitMs: number,
  log: Log,
  watch?: Watch,
): Promise<LoadReply> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill()
  }, limitMs)
  try {
    return await process.conversation.ask(request, watch)
  } catch (error) {
    if (!(error instanceof LoaderEnded)) throw error
    if (isLate) throw new FileRefused('too_slow', `Reading the file took longer than ${limitMs / 1000} seconds.`)
    const { end, output } = await process.exited
    log.warn({ end, output: output.slice(0, 2_000), asked: request.kind }, 'a loader ended before it answered')
    throw end === 'memory'
      ? new FileRefused('too_large', 'The file needs more memory than one file may have.')
      : new FileRefused('corrupt', 'The file cannot be read: what reads it broke off.')
  } finally {
    clearTimeout(timer)
  }
}

function answerOf<K extends LoadRequest['kind']>(request: LoadRequest, reply: LoadReply, log: Log): LoadAnswers[K] {
  if ('refused' in reply) throw new FileRefused(reply.refused, reply.message)
  // Safe: our own program at the other end, which answers each question in its kind.
  if ('answer' in reply) return reply.answer as LoadAnswers[K]
  const reason = 'error' in reply ? reply.error : 'no answer'
  log.error({ reason: reason.slice(0, 2_000), asked: request.kind }, 'a loader failed')
  throw new FileRefused('corrupt', 'The file cannot be read: something in it is not as it should be.')
}

function filesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  if (typeof answer === 'object' && answer !== null && 'sheets' in answer) return filesIn(answer.sheets)
  if (typeof answer === 'object' && answer !== null && 'files' in answer) return filesIn(answer.files)
  if (!Array.isArray(answer)) return []
  return answer.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'file' in part ? [String(part.file)] : [],
  )
}

const loadersBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many files are being read just now',
    detail: 'This node reads a few files at a time, and those before this one take long.',
    suggestedFix: 'Try again in a minute, or upload with async=true and ask for the job.',
    headers: { 'Retry-After': '30' },
  })
