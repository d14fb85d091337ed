import { expect, onTestFinished, test, vi } from 'vitest'
import { openFolderDoor } from './folder-door.ts'

async function newDoor() {
  const agents: number[] = []
  const ended = vi.fn()
  const door = await openFolderDoor({
    token: 'right',
    catchUp: async () => ({ files: 1 }),
    look: () => ({ files: 0 }),
    onAgents: (count) => agents.push(count),
    end: ended,
  })
  onTestFinished(door.close)
  const ask = (method: string, path: string, token = 'right', signal?: AbortSignal) =>
    fetch(door.url + path, { method, headers: { authorization: `Bearer ${token}` }, ...(signal ? { signal } : {}) })
  return { ask, agents, ended }
}

test('the door opens to the token alone', async () => {
  const { ask, ended } = await newDoor()

  const refused = [await ask('GET', '/files', 'wrong'), await ask('POST', '/end', ''), await ask('GET', '/none')]
  const answered = await ask('POST', '/catch-up')

  expect(refused.map(({ status }) => status)).toEqual([401, 401, 404])
  expect(await answered.json()).toEqual({ files: 1 })
  expect(ended).not.toHaveBeenCalled()
})

test('an agent is there as long as its request is open, however it ends', async () => {
  const { ask, agents } = await newDoor()
  const leaving = new AbortController()
  await ask('GET', '/present', 'right', leaving.signal)
  await ask('GET', '/present')
  leaving.abort()

  await vi.waitFor(() => expect(agents).toEqual([1, 2, 1]))
})
