import { expect } from 'vitest'
import type { Call, Called } from '../client.ts'

/** Values for one field of a body: those that are accepted and those that are refused. */
export type Bound = { field: string; accepted?: readonly unknown[]; refused?: readonly unknown[] }

export type Request = { call: Call; method: string; path: string; body: object }

/** Sends the body with each value; expects 2xx for the accepted ones and 422 that names the field for the others. */
export async function expectBounds({ call, method, path, body }: Request, bounds: readonly Bound[]) {
  for (const { field, accepted = [], refused = [] } of bounds) {
    for (const value of refused) {
      const answer = await call(method, path, { ...body, [field]: value })
      expect([field, clip(value), answer.status, fieldsNamed(answer).includes(field)]).toEqual([
        field,
        clip(value),
        422,
        true,
      ])
    }
    for (const value of accepted) {
      const { status } = await call(method, path, { ...body, [field]: value })
      expect([field, clip(value), Math.floor(status / 100)]).toEqual([field, clip(value), 2])
    }
  }
}

/** Sends the body without each field; expects 422 that names what is missing. */
export async function expectRequired({ call, method, path, body }: Request, fields: readonly string[]) {
  for (const field of fields) {
    const { [field]: _, ...rest } = body as Record<string, unknown>
    const answer = await call(method, path, rest)
    expect([field, answer.status, fieldsNamed(answer).includes(field)]).toEqual([field, 422, true])
  }
}

const fieldsNamed = ({ body }: Called): string[] =>
  (body.errors ?? []).map(({ loc }: { loc: unknown[] }) => String(loc[1]))

const clip = (value: unknown) => JSON.stringify(value)?.slice(0, 40)

export const text = (length: number) => 'x'.repeat(length)
