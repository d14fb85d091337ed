import type { Choice, ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Judgement } from '@bindery-data/spreadsheet/structure/adviser/judge-advice.ts'
import { recordSending } from '../../../../../core/audit/append-audit-entry.ts'
import { openWorkbook } from '../../../../../core/workbooks/open-workbook.ts'
import { languageOf, type StoredLanguage } from '../../../../../core/workbooks/workbook.ts'
import type { Loader } from '../../../../../engine/loader/load-request.ts'
import { type Adviser, adviserFailed } from '../../../../../platform/adviser/adviser.ts'
import type { Context } from '../../../../../platform/context.ts'
import { refuseIfImpossible } from '../../../parse-spec/check-spec.ts'
import { type Proposed, proposalsIn } from './adviser-answer.ts'
import { doubtedIn, INSTRUCTIONS, readingMaterial } from './reading-material.ts'

const MOST_TOKENS = 1_500
const PATIENCE_MS = 20_000
const MOST_ANSWER_BYTES = 64 * 1024
/** So many rows of a proposed reading are staged to see that they can be. */
const ROWS_TRIED = 200

export type FileInDoubt = {
  workbook: { workbookId: string } & StoredLanguage
  loader: Loader
  sourceName: string
}

/**
 * Asks the adviser once how a file is to be read whose reading is not sure. The reading stays as it is: a proposal that obeys the
 * laws becomes a choice of the question that a user is asked anyhow. Whatever goes wrong, the reading is the one without advice.
 */
export async function adviseReading(ctx: Context, at: FileInDoubt, spec: ParseSpec): Promise<ParseSpec> {
  const { adviser, settings } = ctx
  const doubted = doubtedIn(spec)
  if (!adviser || !settings.adviser?.readings || doubted.length === 0) return spec
  // What a policy hides must not leave either, and it may have been made while the file was read.
  if ((await openWorkbook(ctx, at.workbook.workbookId, 'editor')).isGoverned) return spec
  try {
    const material = await readingMaterial(at.loader, spec, doubted)
    if (material === null) return spec
    await recordAsking(ctx, at, Buffer.byteLength(material))
    return await followAdvice(ctx, at, spec, await askAdviser(adviser, material))
  } catch (error) {
    ctx.log.warn({ err: error }, 'an adviser could not be asked how a file is to be read')
    return spec
  }
}

/** Before the first byte leaves. */
function recordAsking(ctx: Context, { workbook, sourceName }: FileInDoubt, bytesSent: number) {
  const { model = '', url = '' } = ctx.settings.adviser ?? {}
  return recordSending(ctx, {
    workbookId: workbook.workbookId,
    action: 'source.advise',
    target: { source: sourceName },
    detail: { host: URL.parse(url)?.host ?? '', model, bytes_sent: bytesSent },
  })
}

const askAdviser = (adviser: Adviser, material: string) =>
  adviser.ask({
    purpose: 'reading',
    instructions: INSTRUCTIONS,
    material,
    mostTokens: MOST_TOKENS,
    patienceMs: PATIENCE_MS,
    mostAnswerBytes: MOST_ANSWER_BYTES,
  })

/** The reading with the proposals that the laws let pass, one for a region at most. */
async function followAdvice(
  ctx: Context,
  { loader, workbook }: FileInDoubt,
  spec: ParseSpec,
  answer: string,
): Promise<ParseSpec> {
  const said = proposalsIn(answer)
  if (!said) throw adviserFailed()
  const { proposed, misshapen } = said
  const proposals = proposed.map(({ proposal }) => proposal)
  const judged = await loader.ask({ kind: 'judge-advice', spec, proposals, language: languageOf(workbook) })
  const choices = new Map<string, Choice>()
  for (const [n, judgement] of judged.entries()) {
    const choice = choiceOf(judgement, proposed[n])
    if (!choice || choices.has(judgement.region) || !(await canBeStaged(loader, judgement))) continue
    choices.set(judgement.region, choice)
  }
  const faults = judged.flatMap((judgement) => ('fault' in judgement ? [judgement.fault] : []))
  ctx.log.info({ proposed: proposed.length, misshapen, kept: choices.size, faults }, 'an adviser has advised a reading')
  if (choices.size === 0) return spec
  return { ...spec, regions: spec.regions.map((region) => withChoice(region, choices.get(region.region_id))) }
}

/** As the adviser has written it: what its steps leave out the engine fills in again when the choice is made. */
function choiceOf(judgement: Judgement, proposed: Proposed | undefined): Choice | null {
  return 'choice' in judgement && proposed ? { ...judgement.choice, advice: proposed.written } : null
}

async function canBeStaged(loader: Loader, judgement: Judgement): Promise<boolean> {
  if (!('spec' in judgement)) return false
  const { spec } = judgement
  try {
    refuseIfImpossible(spec, [...new Set(spec.regions.map(({ sheet }) => sheet))])
    const staged = await loader.ask({ kind: 'stage-spec', spec, rows: ROWS_TRIED })
    return staged.some(({ output }) => output !== 'notes')
  } catch {
    return false
  }
}

function withChoice(region: Region, choice: Choice | undefined): Region {
  const { question } = region
  if (!choice || !question) return region
  return { ...region, question: { ...question, choices: [...question.choices, choice] } }
}
