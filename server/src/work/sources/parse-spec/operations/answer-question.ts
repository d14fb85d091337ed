import type { Advice, ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { correctionsBetween } from '@bindery-data/spreadsheet/structure/correct/corrections.ts'
import type { Operation, Refusal } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import { isOnDocument, operationsIn, type SentOperation } from './operations.schema.ts'

/** Which of the choices of a region's question is right, counting from 0. */
type Answer = { region: string; choice: number }

/** The operations that say the same as an answer; none where the reading stays as it is. */
export function operationsOfAnswer(
  { regions }: ParseSpec,
  { region: id, choice }: Answer,
): { operations: Operation[] } | { refusal: Refusal } {
  const region = regions.find((one) => one.region_id === id)
  if (!region?.question) return { refusal: asksNothing(id, regions) }
  const { code, choices } = region.question
  const chosen = choices[choice]
  if (!chosen) return { refusal: noChoice(id, choices.length) }
  if (chosen.advice) return { operations: advisedOperations(chosen.advice) }
  if (code === 'union') return { operations: [] }
  const after: Region = { ...region, ...chosen.patch }
  const same = region.alternatives.find(({ patch }) => isSame(patch.reshape ?? null, after.reshape))
  const operations = correctionsBetween(region, after).map((correction): Operation => {
    if (correction.op === 'choose_reading' && same) return { op: 'choose_reading', region: id, rank: same.rank }
    return { ...correction, region: id }
  })
  return { operations }
}

/** What an adviser suggested, each operation with its own members: a spec that was sent may hold others. */
export function advisedOperations({ operations }: Advice): Operation[] {
  // Safe: the schema of specs has looked at each member; which of them belong together is looked at here.
  return operationsIn(operations as readonly SentOperation[]).filter((one) => !isOnDocument(one))
}

/** Whether sheets are one table follows from their columns, which stay as they are: the choice has the whole union. */
export function withUnionAnswered(spec: ParseSpec, { region: id, choice }: Answer): ParseSpec {
  const regions = spec.regions.map((region) => {
    if (region.region_id !== id || region.question?.code !== 'union') return region
    return { ...region, ...region.question.choices[choice]?.patch }
  })
  return { ...spec, regions }
}

/** Regions that were answered ask no longer, also where the answer is that nothing is wrong. */
export function withAnswers(spec: ParseSpec, answers: readonly Answer[]): ParseSpec {
  const ids = new Set(answers.map(({ region }) => region))
  const regions = spec.regions.map((region) =>
    ids.has(region.region_id) ? { ...region, needs_review: false, question: null } : region,
  )
  return { ...spec, regions }
}

/** An answer is pinned: the same question is not asked again. */
export const answerChanges = ({ regions }: ParseSpec, answered: readonly string[]) =>
  regions.flatMap(({ region_id }, n) =>
    answered.includes(region_id)
      ? [
          { path: `/regions/${n}/needs_review`, value: false },
          { path: `/regions/${n}/question`, value: null },
        ]
      : [],
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const asksNothing = (id: string, regions: readonly Region[]): Refusal => ({
  member: 'region',
  code: 'no_question',
  message: `${id} asks nothing`,
  allowed: regions.filter(({ question }) => question).map(({ region_id }) => region_id),
})

const noChoice = (id: string, choices: number): Refusal => ({
  member: 'choice',
  code: 'choice',
  message: `is no choice of ${id}`,
  allowed: Array.from({ length: choices }, (_, n) => n),
})
