import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { newPerson } from '../../server/test/person.ts'
import { noting, type Scene } from '../test/scene.ts'
import { playAddresses, playDrives } from '../test/scenes/drives.ts'
import { playFiles, playReturns, playWorkbook } from '../test/scenes/files.ts'
import { playFinding } from '../test/scenes/finding.ts'
import { playHistory, playWork } from '../test/scenes/history.ts'
import { playIdentities, playLogins, playPasswords } from '../test/scenes/logins.ts'
import { playMoney } from '../test/scenes/money.ts'
import { playClosing, playPeople } from '../test/scenes/people.ts'
import { playTables } from '../test/scenes/tables.ts'
import { openSurroundings } from '../test/surroundings.ts'
import { startWorld } from '../test/world.ts'
import { createClient } from './client.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { OperationName } from './send.ts'

/** Every operation of openapi.json is called through the SDK against the real service, and answers. */

const around = await openSurroundings()
afterAll(() => around.close())
const { service } = startWorld(around.settings)
const answered = new Set<OperationName>()

// Safe: openapi.json is made by this repository.
const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: OperationName }>>
}
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ operationId, at: `${method.toUpperCase()} ${path}` })),
)

async function newScene(): Promise<Scene> {
  const url = service.url()
  const apiFor = (token: string | null) => noting(createClient({ url, token }).api, answered)
  const { session, email, password } = await newPerson(url)
  const api = apiFor(session)
  const { workbook_id } = await api.createWorkbook({ body: { title: 'Ledger' } })
  return { api, url, email, password, workbook_id, around, apiFor }
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
    ['log in, with a device too', playLogins],
    ['set new passwords', playPasswords],
    ['log in with an identity provider', playIdentities],
    ['pay', playMoney],
    ['make and change tables', playTables],
    ['ask, derive, govern and undo', playWork],
    ['keep states and bring them back', playHistory],
    ['bring files and correct how they are read', playFiles],
    ['bring files from addresses', playAddresses],
    ['open their drives', playDrives],
    ['take edited files back', playReturns],
    ['find tables, look them over, and follow files elsewhere', playFinding],
    ['share a workbook, listen to it, take it elsewhere', playWorkbook],
    ['close accounts', playClosing],
  ])('they %s', async (_, play) => {
    await play(await newScene())
  })
})

test('no operation is left that no scene above has called: it wants a scene in test/scenes', () => {
  const left = described.map(({ operationId }) => operationId).filter((operation) => !answered.has(operation))

  expect(left).toEqual([])
})
