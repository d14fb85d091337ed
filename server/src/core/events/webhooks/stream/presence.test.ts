import { afterEach, expect, test } from 'vitest'
import { listen } from '../../../../../test/listener.ts'
import { startService } from '../../../../../test/service.ts'

const service = startService()

const leaving: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave()
})

/** It is said about a second later, on a busy machine more. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 })

async function follow(workbook: string, credential: string, query = '?presence=true') {
  const listener = await listen(`${service.url()}/api/v1/workbooks/${workbook}/events/stream${query}`, credential)
  leaving.push(listener.leave)
  return listener
}

async function newShared() {
  const { id: workbook, owner } = await service.newWorkbook()
  const mia = await service.newPerson('Mia')
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${mia.userId}`, { role: 'viewer' })
  const { body: me } = await owner.call('GET', '/api/v1/me')
  return { workbook, owner, mia, name: me.name as string }
}

test('those who look at a workbook see each other come and go, each once', async () => {
  const { workbook, owner, mia, name } = await newShared()
  const first = await follow(workbook, owner.session)
  await soon(() => first.present.at(-1)).toEqual([name])

  const [page, samePage] = [await follow(workbook, mia.session), await follow(workbook, mia.session)]
  await soon(() => first.present.at(-1)?.toSorted()).toEqual([name, 'Mia'].toSorted())
  await page.leave()
  await soon(() => samePage.present.at(-1)?.length).toBe(2)
  await samePage.leave()

  await soon(() => first.present.at(-1)).toEqual([name])
})

test('a program, and a listener who did not ask for it, neither sees nor is seen; a stranger is refused', async () => {
  const { workbook, owner, mia, name } = await newShared()
  const token = await service.newToken(mia)
  const stranger = await service.newPerson()

  const program = await follow(workbook, token)
  const quiet = await follow(workbook, mia.session, '')
  const refused = await follow(workbook, stranger.session)
  const first = await follow(workbook, owner.session)

  await soon(() => first.present.at(-1)).toEqual([name])
  expect([program.present, quiet.present, refused.status]).toEqual([[], [], 404])
})

test('a user who loses access is no longer seen', async () => {
  const { workbook, owner, mia, name } = await newShared()
  const first = await follow(workbook, owner.session)
  const other = await follow(workbook, mia.session)
  await soon(() => first.present.at(-1)?.length).toBe(2)

  await owner.call('DELETE', `/api/v1/workbooks/${workbook}/members/${mia.userId}`)
  await other.ended()

  await soon(() => first.present.at(-1)).toEqual([name])
})
