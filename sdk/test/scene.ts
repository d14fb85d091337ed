import { expect } from 'vitest'
import { textOf } from '../../server/test/mailbox.ts'
import type { Api } from '../src/api.ts'
import { BinderyProblem } from '../src/problem.ts'
import type { OperationName } from '../src/send.ts'
import type { Surroundings } from './surroundings.ts'

/** A user with a workbook, at a service. */
export type Scene = {
  api: Api
  url: string
  email: string
  password: string
  workbook_id: string
  around: Surroundings
  /** The API for another user, or without a credential. */
  apiFor: (token: string | null) => Api
}

/** The same API, keeping note of what was answered. */
export function noting(api: Api, answered: Set<OperationName>): Api {
  const noted = Object.entries(api).map(([name, ask]) => [
    name,
    async (input: never) => {
      // Safe: what came in goes on as it is.
      const answer = await (ask as (input: never) => Promise<unknown>)(input)
      // Safe: the names of the API are those of its operations.
      answered.add(name as OperationName)
      return answer
    },
  ])
  return Object.fromEntries(noted)
}

export async function expectRefusal(asked: Promise<unknown>, code: string): Promise<void> {
  const refusal = await asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof BinderyProblem ? error.code : error),
  )
  expect(refusal).toBe(code)
}

/** Where a browser is sent on to, and what it keeps. */
export const sentOn = ({ status, headers }: Response) => ({
  status,
  location: headers.get('location') ?? '',
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
})

/** As a browser says it of a form that came from the service's own page. */
export const OWN_PAGE = { headers: { 'sec-fetch-site': 'same-origin' } }

/** The headers of a browser in which a user has signed in. */
export async function signedInBrowser({ apiFor, email, password }: Scene) {
  const entered = sentOn(
    await apiFor(null).submitLogin({ body: { email, password, return_to: '/device' }, ...OWN_PAGE }),
  )
  expect(entered).toMatchObject({ status: 303, location: '/device' })
  return { headers: { ...OWN_PAGE.headers, cookie: entered.cookie } }
}

/** The token of the link in the first mail to this address. */
export async function mailedToken({ around }: Scene, address: string): Promise<string> {
  const text = textOf(await around.mailbox.mailTo(address))
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

export const newAddress = () => `${crypto.randomUUID()}@example.org`

export const csv = (filename: string, text = 'code,amount\n0600000,1200\n1000001,80\n') => ({ content: text, filename })
