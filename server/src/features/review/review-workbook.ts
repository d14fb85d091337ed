import type { Context } from '../../platform/context.ts'
import { creditsOf } from '../billing/credits-of.ts'
import { openReadableTables } from '../governance/open-readable-tables.ts'
import type { OpenedWorkbook } from '../workbooks/open-workbook.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type Advice, adviseFindings } from './advise-findings.ts'
import { type Ask, askThrough } from './ask-engine.ts'
import { describeTables } from './describe-tables.ts'
import { byGravity, CHECKS, type Finding } from './finding.ts'
import { judgeFindings } from './judge-findings.ts'
import { lintTables } from './lint-workbook.ts'
import { openAdviser } from './open-adviser.ts'
import { adviserOff, reviewOfGoverned } from './review.errors.ts'
import type { Review, ReviewWish } from './review.ts'
import { tablesLeftOut, tablesWanted } from './tables-wanted.ts'

export type ReviewLimits = { mostMs: number; signal?: AbortSignal; report?: (done: number, total: number) => void }

/** Looks for what is usually wrong with tables; every finding was shown by SQL that its reader can run. Reads only. */
export async function reviewWorkbook(
  ctx: Context,
  workbookId: string,
  wish: ReviewWish,
  { mostMs, signal, report }: ReviewLimits,
): Promise<Review> {
  const begunMs = performance.now()
  const workbook = await openForReview(ctx, workbookId, wish)
  const opened = await openReadableTables(ctx, workbookId, undefined)
  const tables = await tablesWanted(ctx, workbookId, opened, wish)
  const ask = askThrough(ctx, {
    workbookId,
    tables: opened.tables.map(({ table }) => table),
    endsAt: begunMs + mostMs,
    ...(signal ? { signal } : {}),
  })
  const { findings, coverage } = await lintTables(ctx, ask, {
    tables,
    checks: wish.checks ?? CHECKS,
    ...(report ? { report: (done) => report(done, tables.length) } : {}),
  })
  coverage.tablesSkipped.push(...tablesLeftOut(opened, wish))
  const advised = await withAdviser(ctx, workbook, wish, {
    ask,
    findings,
    describe: () => describeTables(ctx, tables),
    ...(signal ? { signal } : {}),
  })
  return {
    ...advised,
    findings: advised.findings.slice(0, wish.maxFindings),
    left: Math.max(0, advised.findings.length - wish.maxFindings),
    coverage,
    mode: wish.mode,
    elapsedMs: Math.round(performance.now() - begunMs),
    accountId: workbook.accountId,
  }
}

/** Of a governed workbook findings would tell what policies hide; and nobody is asked who is not there. */
export async function openForReview(ctx: Context, workbookId: string, { mode }: ReviewWish): Promise<OpenedWorkbook> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  if (workbook.isGoverned) throw reviewOfGoverned(workbookId)
  if (mode === 'agent' && !ctx.settings.adviser) throw adviserOff()
  return workbook
}

type Material = { ask: Ask; findings: readonly Finding[]; describe: () => Promise<unknown[]>; signal?: AbortSignal }
type Advised = Pick<Review, 'judge' | 'advice' | 'credits'> & { findings: readonly Finding[] }

/** Asks the adviser, where one is there, wanted and paid for; without one the findings are as they are. */
async function withAdviser(
  ctx: Context,
  { accountId }: OpenedWorkbook,
  { mode, isJudged }: ReviewWish,
  { ask, findings, describe, signal }: Material,
): Promise<Advised> {
  const { adviser: settings } = ctx.settings
  const plain: Advised = { findings, judge: 'off', advice: null, credits: 0 }
  if (!settings || (mode === 'lint' && !isJudged)) return plain
  const credits = settings.credits * (Number(mode === 'agent') + Number(isJudged))
  if (mode === 'lint' && credits > 0 && (await creditsOf(ctx.db, accountId)).remaining < credits)
    return { ...plain, judge: 'skipped_no_credits' }
  const adviser = openAdviser(settings)
  const tables = await describe()
  const advice: Advice | null = mode === 'agent' ? await adviseFindings(adviser, ask, tables, signal) : null
  const all = [...findings, ...(advice?.findings ?? [])]
  const judged = isJudged ? await judgeFindings(adviser, all, tables, signal) : all
  return {
    findings: judged.sort(byGravity),
    judge: isJudged ? 'ran' : 'off',
    advice: advice && { proposed: advice.proposed, dropped: advice.dropped },
    credits,
  }
}
