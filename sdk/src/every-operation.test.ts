import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../server/test/person.ts'
import { csv, noting, type Outcomes, type Scene } from '../test/scene.ts'
import { playFiles, playReturns, playWorkbook } from '../test/scenes/files.ts'
import { playFinding } from '../test/scenes/finding.ts'
import { playHistory, playWork } from '../test/scenes/history.ts'
import { playPeople, playSessions } from '../test/scenes/people.ts'
import { playTables } from '../test/scenes/tables.ts'
import { startWorld } from '../test/world.ts'
import { createClient } from './client.ts'
import { OPERATIONS } from './generated/operations.ts'
import { BinderyProblem } from './problem.ts'
import type { OperationName } from './send.ts'

/** Every operation of openapi.json is called through the SDK against the real service. */

const { service } = startWorld()
const outcomes: Outcomes = new Map()

// Safe: openapi.json is made by this repository.
const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, at: `${method.toUpperCase()} ${path}` })),
)

async function newScene(): Promise<Scene> {
  const url = service.url()
  const apiFor = (token: string | null) => noting(createClient({ url, token }).api, outcomes)
  const { session, email, password } = await newPerson(url)
  const api = apiFor(session)
  const { workbook_id } = await api.createWorkbook({ body: { title: 'Ledger' } })
  return { api, url, email, password, workbook_id, apiFor }
}

test('the SDK has a method for every operation, at the place where it is', () => {
  const known: Record<string, { at: string }> = OPERATIONS
  const { api } = createClient({ url: 'http://127.0.0.1' })

  const missing = described.filter(({ operationId, at }) => !(operationId in api) || known[operationId]?.at !== at)

  expect(missing).toEqual([])
  expect(Object.keys(api).length).toBe(described.length)
})

describe('everything that people do goes through it', () => {
  test.each([
    ['belong to workspaces and hold credentials', playPeople],
    ['log in, with a device too', playSessions],
    ['make and change tables', playTables],
    ['ask, derive, govern and undo', playWork],
    ['keep states and bring them back', playHistory],
    ['bring files and correct how they are read', playFiles],
    ['take edited files back', playReturns],
    ['find tables, look them over, and follow files elsewhere', playFinding],
    ['share a workbook, listen to it, take it elsewhere', playWorkbook],
  ])('they %s', async (_, play) => {
    await play(await newScene())
  })
})

/** Something to refuse. */
const bodyFor = (operation: OperationName) =>
  OPERATIONS[operation].at.startsWith('GET') ? {} : { body: { file: csv('x.csv') } }

describe('whatever nobody has done above', () => {
  let nobodyDid: OperationName[] = []
  beforeAll(() => {
    nobodyDid = (Object.keys(OPERATIONS) as OperationName[]).filter((operation) => !outcomes.has(operation))
  })
  afterAll(() => {
    // Told so that whoever adds an operation writes a scene for it.
    if (nobodyDid.length > 0) process.stderr.write(`operations without a scene: ${nobodyDid.join(', ')}\n`)
  })

  test('is mounted where the SDK asks for it, and answers or refuses in words', async () => {
    const { session } = await newPerson(service.url())
    const { api } = createClient({ url: service.url(), token: session, retries: 0 })
    const odd: string[] = []

    for (const operation of nobodyDid) {
      const ids = Object.fromEntries(
        [...OPERATIONS[operation].at.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']),
      )
      // Safe: nothing is expected of it but words.
      const asked = (api[operation] as (input: object) => Promise<unknown>)({ ...ids, ...bodyFor(operation) })
      const refusal = await asked.then(
        () => null,
        (error: unknown) => error,
      )
      const isInWords =
        refusal === null || (refusal instanceof BinderyProblem && refusal.code !== 'unexpected_response')
      if (!isInWords || (refusal instanceof BinderyProblem && refusal.status === 405)) odd.push(operation)
    }

    expect(odd).toEqual([])
  })
})
