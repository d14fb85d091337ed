import type { Advice as AdviceOfSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Proposal } from '@bindery-data/spreadsheet/structure/adviser/judge-advice.ts'
import { Value } from 'typebox/value'
import { asJson } from '../../../../../platform/adviser/adviser.ts'
import { Advice, LONGEST_REASON } from '../../../parse-spec/advice.schema.ts'
import { advisedOperations } from '../../../parse-spec/operations/answer-question.ts'

/** So many proposals of one answer are looked at. */
const MOST_PROPOSALS = 3

/** A proposal as the adviser has written it, and as the engine takes it. */
export type Proposed = { written: AdviceOfSpec; proposal: Proposal }

/** What an answer proposes. Null: it is no answer to the question; what of it does not fit the schema is dropped and counted. */
export function proposalsIn(text: string): { proposed: Proposed[]; misshapen: number } | null {
  // Safe: what it holds is looked at one by one.
  const said = (asJson(text) as { proposals?: unknown } | null)?.proposals
  if (!Array.isArray(said)) return null
  const proposed = said.slice(0, MOST_PROPOSALS).flatMap((each) => proposalFrom(each) ?? [])
  return { proposed, misshapen: said.length - proposed.length }
}

function proposalFrom(said: unknown): Proposed | null {
  if (typeof said !== 'object' || said === null) return null
  // Safe: an object, whose fields are looked at below.
  const { region, reason, operations } = said as Record<string, unknown>
  if (typeof region !== 'string') return null
  const advice: unknown = { reason: oneLine(reason), operations }
  if (!Value.Check(Advice, advice)) return null
  // Safe: it is what the schema says.
  const written = advice as AdviceOfSpec
  try {
    // Safe: operations that an adviser may suggest are operations on regions.
    const asked = advisedOperations(written) as Proposal['operations']
    return { written, proposal: { region, reason: written.reason, operations: asked } }
  } catch {
    return null
  }
}

/** The adviser has seen words of the file and may repeat them: its reason is a short text in one line. */
function oneLine(reason: unknown): string {
  if (typeof reason !== 'string') return ''
  return reason
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
    .toWellFormed()
}
