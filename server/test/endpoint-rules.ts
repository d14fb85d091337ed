import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Endpoint } from '../src/platform/http/endpoint.ts'
import type { Schema } from './arbitrary-from-schema.ts'
import type { Outcome } from './ask-endpoint.ts'

/** Runs the rule for every endpoint and reports all that break it. */
export async function forEach(endpoints: readonly Endpoint[], rule: (endpoint: Endpoint) => Promise<string[]>) {
  const broken: string[] = []
  const queue = [...endpoints]
  const work = async () => {
    for (let endpoint = queue.shift(); endpoint; endpoint = queue.shift()) {
      const { method, path } = endpoint
      broken.push(...(await rule(endpoint)).map((fault) => `${method} ${path}: ${fault}`))
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(endpoints.length).toBeGreaterThan(0)
  expect(broken.sort()).toEqual([])
}

/** What differs from the outcome wanted, in words. */
export function expectOutcome(
  { status, problem, faults }: Outcome,
  wantedStatus: number,
  wantedCode: string,
  about = '',
): string[] {
  const isRight = status === wantedStatus && problem?.code === wantedCode
  return [
    ...faults,
    ...(isRight ? [] : [`${about} answered ${status} ${problem?.code}, not ${wantedStatus} ${wantedCode}`]),
  ]
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Something of another kind than the schema wants; undefined when it takes everything. */
export function wrongFor(schema: Schema): unknown {
  const fits = ajv.compile(schema)
  return [{ wrong: true }, ['wrong', 1], 1.5, 'wrong'].find((value) => !fits(value))
}

export function expectLoc({ problem }: Outcome, loc: (string | number)[]): string[] {
  const found = (problem?.errors ?? []) as { loc: unknown[] }[]
  const isNamed = found.some((error) => JSON.stringify(error.loc.slice(0, loc.length)) === JSON.stringify(loc))
  return isNamed ? [] : [`errors do not name ${loc.join('.')} but ${JSON.stringify(found.map((error) => error.loc))}`]
}
