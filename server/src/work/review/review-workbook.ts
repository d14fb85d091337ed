import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import { type OpenedTables, openReadableTables } from '../../core/reading/open-readable-tables.ts'
import { type OpenedWorkbook, openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { creditsOf } from '../../people/billing/credits/credits.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { tablesOn } from '../sheets/sheet.ts'
import { openSheet } from '../sheets/sheets.ts'
import { type Advice, adviseFindings, describeTables, judgeFindings } from './adviser/advise-findings.ts'
import { byGravity, CHECKS, type Coverage, type Finding } from './finding.ts'
import { type Ask, askThrough } from './lint/ask-engine.ts'
import { lintTables } from './lint/lint-workbook.ts'
import { adviserOff, reviewOfGoverned } from './review.errors.ts'
import type { Review, ReviewOptions } from './review.ts'

type ReviewLimits = { mostMs: number; signal?: AbortSignal; report?: (done: number, total: number) => void }

/** Looks for what is usually wrong with tables; every finding was shown by SQL that its reader can run. Reads only. */
export async function reviewWorkbook(
  ctx: Context,
  workbookId: string,
  wish: ReviewOptions,
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

/** In a governed workbook, findings would reveal what policies hide. Without an adviser, none is asked. */
export async function openForReview(
  ctx: Context,
  workbookId: string,
  { mode }: ReviewOptions,
): Promise<OpenedWorkbook> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  if (workbook.isGoverned) throw reviewOfGoverned(workbookId)
  if (mode === 'agent' && !ctx.adviser) throw adviserOff()
  return workbook
}

type Material = { ask: Ask; findings: readonly Finding[]; describe: () => Promise<unknown[]>; signal?: AbortSignal }
type Advised = Pick<Review, 'judge' | 'advice' | 'credits'> & { findings: readonly Finding[] }

/** Asks the adviser, where one is there, wanted and paid for; without one the findings are as they are. */
async function withAdviser(
  ctx: Context,
  { accountId }: OpenedWorkbook,
  { mode, isJudged }: ReviewOptions,
  { ask, findings, describe, signal }: Material,
): Promise<Advised> {
  const { adviser } = ctx
  const { adviser: settings } = ctx.settings
  const plain: Advised = { findings, judge: 'off', advice: null, credits: 0 }
  if (!adviser || !settings || (mode === 'lint' && !isJudged)) return plain
  const credits = settings.credits * (Number(mode === 'agent') + Number(isJudged))
  if (mode === 'lint' && credits > 0 && (await creditsOf(ctx.db, accountId)).remaining < credits)
    return { ...plain, judge: 'skipped_no_credits' }
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

/** Active tables of the workbook, or those that are named. */
async function tablesWanted(
  ctx: Context,
  workbookId: string,
  { tables, leftOut }: OpenedTables,
  { tables: named, sheet }: ReviewOptions,
): Promise<readonly OpenedTable[]> {
  if (!named && !sheet) return tables.filter(({ state }) => state === 'active')
  const shown = sheet === null ? [] : tablesOn((await openSheet(ctx, workbookId, sheet)).spec)
  const names = [...new Set([...(named ?? []).map((name) => name.normalize('NFC')), ...shown])]
  return names.flatMap((name) => {
    const table = tables.find((each) => each.name === name)
    // A sheet may show tables that are gone.
    if (!table && !shown.includes(name) && !leftOut.has(name)) throw notFound('table', name)
    return table ?? []
  })
}

/** Tables that no name in SQL leads to, where the whole workbook was to be looked at. */
function tablesLeftOut({ leftOut }: OpenedTables, { tables, sheet }: ReviewOptions): Coverage['tablesSkipped'] {
  if (tables || sheet) return []
  return [...leftOut.values()].flatMap((left) =>
    left.reason === 'alike'
      ? left.names.map((name) => ({ name, reason: 'SQL cannot tell its name from that of another table' }))
      : [],
  )
}
