import { expect } from 'vitest'
import type { Api } from '../src/api.ts'
import { BinderyProblem } from '../src/problem.ts'
import type { OperationName } from '../src/send.ts'

/** Somebody with a workbook, at a service. */
export type Scene = {
  api: Api
  url: string
  email: string
  password: string
  workbook_id: string
  /** The API for somebody else, or for nobody. */
  apiFor: (token: string | null) => Api
}

export type Outcomes = Map<OperationName, 'answered' | 'refused'>

/** The same API, keeping note of what was asked and whether it was answered. */
export function noting(api: Api, outcomes: Outcomes): Api {
  const noted = Object.entries(api).map(([name, ask]) => {
    // Safe: the names of the API are those of its operations.
    const operation = name as OperationName
    return [
      name,
      async (input: never) => {
        try {
          // Safe: what came in goes on as it is.
          const answer = await (ask as (input: never) => Promise<unknown>)(input)
          outcomes.set(operation, 'answered')
          return answer
        } catch (error) {
          if (outcomes.get(operation) !== 'answered') outcomes.set(operation, 'refused')
          throw error
        }
      },
    ]
  })
  return Object.fromEntries(noted)
}

/** Some operations can only be refused here: what they need is not there. */
export async function expectRefusal(asked: Promise<unknown>, code: string): Promise<void> {
  const refusal = await asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof BinderyProblem ? error.code : error),
  )
  expect(refusal).toBe(code)
}

export const csv = (filename: string, text = 'code,amount\n0600000,1200\n1000001,80\n') => ({ content: text, filename })
