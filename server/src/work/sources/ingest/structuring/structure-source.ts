import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { TemplateMiss } from '@bindery-data/spreadsheet/parse-spec/template-match.ts'
import { languageOf, type StoredLanguage } from '../../../../core/workbooks/workbook.ts'
import type { Loader, StagedTable, Watch } from '../../../../engine/loader/load-request.ts'
import { holdCredits } from '../../../../people/billing/credits/credits.ts'
import type { Context } from '../../../../platform/context.ts'
import { ServiceError } from '../../../../platform/errors.ts'
import { inTransaction } from '../../../../platform/postgres.ts'
import { applyRules, findPreprocessing } from '../../parse-spec/apply-rules.ts'
import type { ParsedRules } from '../../parse-spec/preprocess-rules.ts'
import { withChecks } from '../../parse-spec/spec-checks.ts'
import type { StoredFile } from '../../source.ts'
import { withMisses } from '../../templates/try-templates.ts'
import { buildTables } from '../build-tables.ts'
import { madeOf } from '../made-of.ts'
import { adviseReading } from './advice/advise-reading.ts'
import { type Claim, claimStructuring, giveBackStructuring } from './claim-structuring.ts'
import {
  type Bill,
  failedFor,
  fallBack,
  notStructured,
  optionsHash,
  priceOf,
  type Structured,
  type StructuringKey,
} from './structuring.ts'

/** A file in a loader whose sheets have been staged as they are. */
export type SheetsAtHand = {
  workbook: { workbookId: string; workspaceId: string; accountId: string } & StoredLanguage
  loader: Loader
  file: StoredFile
  sourceName: string
  sheets: readonly Pick<StagedTable, 'rows' | 'columns'>[]
  /** Templates that nearly fit. */
  misses?: readonly TemplateMiss[]
  watch?: Watch | undefined
}

const LEASE_SECONDS = 120
const LEASE_SECONDS_PER_MEGABYTE = 3

/**
 * Finds the tables that people see in the sheets of a file and builds them, as segments that nothing names yet. What cannot
 * be structured, or paid, stays as it is: that is an answer, not a failure.
 */
export async function structureSource(ctx: Context, at: SheetsAtHand): Promise<Structured> {
  const { workbook, file, sheets } = at
  const { isOn, credits: price } = ctx.settings.structuring
  if (!isOn) return notStructured('off')
  const preprocessing = await findPreprocessing(ctx, workbook)
  if (preprocessing.isSkipped(file.filename)) return notStructured('skipped')

  const { workbookId, accountId } = workbook
  const key = { workbookId, accountId, content: Buffer.from(file.sha256, 'hex') }
  const options = optionsHash({ sourceName: at.sourceName, language: languageOf(workbook), rules: preprocessing.text })
  const leaseSeconds = LEASE_SECONDS + LEASE_SECONDS_PER_MEGABYTE * Math.ceil(file.sizeBytes / 1_000_000)
  const claim = await claimStructuring(ctx, key, { options, leaseSeconds })
  if (claim.kind === 'building') return fallBack('building')
  const bill = claim.kind === 'mine' ? await holdFor(ctx, key, priceOf(sheets, price), leaseSeconds) : null
  return orGiveBack(ctx, bill, async () => {
    if (bill && bill.credits > 0 && !bill.held) return fallBack('no_credits')
    return build(ctx, at, await proposal(ctx, at, claim, preprocessing), bill)
  })
}

/** As long as the lease: if this node dies, both are free for other requests at once. */
async function holdFor(ctx: Context, key: StructuringKey, credits: number, seconds: number): Promise<Bill> {
  const { accountId, workbookId } = key
  const asked = { accountId, workbookId, credits, note: 'structuring', seconds }
  const unpaid = { key, credits, held: null }
  if (credits === 0) return unpaid
  const held = await holdCredits(ctx, asked).catch(async (error: unknown) => {
    await giveBack(ctx, unpaid)
    throw error
  })
  return { ...unpaid, held }
}

async function proposal(
  ctx: Context,
  at: SheetsAtHand,
  claim: Exclude<Claim, { kind: 'building' }>,
  rules: ParsedRules,
): Promise<ParseSpec> {
  if (claim.kind === 'known' && claim.spec) return claim.spec
  const { loader, file, sourceName, workbook, watch } = at
  const { sha256 } = file
  const asked = { kind: 'analyze', sourceName, sha256, language: languageOf(workbook) } as const
  return adviseReading(ctx, at, await applyRules(await loader.ask(asked, watch), rules, loader))
}

type ToPropose = Pick<SheetsAtHand, 'loader' | 'sourceName'> & {
  workbook: StoredLanguage & { workspaceId: string }
  file: Pick<StoredFile, 'sha256'>
}

/** How a file would be read by itself, as the rules of the workspace want it. Nothing is kept or paid. */
export async function proposeReading(
  ctx: Context,
  { loader, file, sourceName, workbook }: ToPropose,
): Promise<ParseSpec> {
  const asked = { kind: 'analyze', sourceName, sha256: file.sha256, language: languageOf(workbook) } as const
  return applyRules(await loader.ask(asked), await findPreprocessing(ctx, workbook), loader)
}

async function build(ctx: Context, at: SheetsAtHand, proposed: ParseSpec, bill: Bill | null): Promise<Structured> {
  const { loader, workbook, watch } = at
  const staged = await loader.ask({ kind: 'stage-spec', spec: proposed, rows: null }, watch)
  const spec = withMisses(withChecks(proposed, staged), at.misses ?? [])
  if (!staged.some(({ output }) => output !== 'notes')) return failedFor('no_tables')
  const markOf = (table: StagedTable) => madeOf(at.file.sha256, spec, table)
  const tables = await buildTables(ctx, workbook.workbookId, loader, staged, { watch, markOf })
  return { isStructured: true, spec, tables, bill }
}

/** Gives lease and credits back where there is no result. What the file itself is to blame for is its outcome. */
async function orGiveBack(ctx: Context, bill: Bill | null, work: () => Promise<Structured>): Promise<Structured> {
  const outcome = await work().catch(async (error: unknown) => {
    const fault = faultOfFile(error)
    if (fault === null && bill) await giveBack(ctx, bill)
    if (fault === null) throw error
    ctx.log.warn({ err: error }, 'a file could not be structured')
    return failedFor(fault)
  })
  if (!outcome.isStructured && bill) await giveBack(ctx, bill)
  return outcome
}

const giveBack = ({ db }: Context, bill: Bill) => inTransaction(db, (tx) => giveBackStructuring(tx, bill))

function faultOfFile(error: unknown): string | null {
  if (error instanceof FileRefused) return error.message
  return error instanceof ServiceError && error.kind !== 'unavailable' ? error.text.detail : null
}
