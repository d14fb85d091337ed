import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Operation } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import { impossibleOperation } from '../../sources.errors.ts'
import { operationsOfAnswer, withUnionAnswered } from './answer-question.ts'
import { type DocumentOperation, isOnDocument } from './operations.schema.ts'

type Answer = Extract<DocumentOperation, { op: 'answer' }>
type Links = Extract<DocumentOperation, { op: 'keep_links' }>

/** What the engine is to do, and what is done with the document before and after it. `place`: of the operation as it was sent. */
export type Plan = {
  start: ParseSpec
  steps: { operation: Operation; place: number }[]
  answers: Answer[]
  links: { operation: Links; place: number }[]
}

export function planOperations(spec: ParseSpec, asked: readonly (Operation | DocumentOperation)[]): Plan {
  const plan: Plan = { start: spec, steps: [], answers: [], links: [] }
  for (const [place, operation] of asked.entries()) {
    if (!isOnDocument(operation)) plan.steps.push({ operation, place })
    else if (operation.op === 'keep_links') plan.links.push({ operation, place })
    else if (operation.op === 'answer') planAnswer(plan, operation, place)
  }
  return plan
}

function planAnswer(plan: Plan, answer: Answer, place: number) {
  const said = operationsOfAnswer(plan.start, answer)
  if ('refusal' in said) throw impossibleOperation(place, said.refusal)
  plan.start = withUnionAnswered(plan.start, answer)
  plan.steps.push(...said.operations.map((operation) => ({ operation, place })))
  plan.answers.push(answer)
}
