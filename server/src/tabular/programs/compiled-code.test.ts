import { expect, test } from 'vitest'
import { compiledCode } from './compiled-code.ts'

const startOf = async (folder: string, starts: number, leaveCode: () => Promise<boolean>) => {
  for (let n = 1; n < starts; n++) await compiledCode(folder, leaveCode)
  return compiledCode(folder, leaveCode)
}

test('code is left behind once, when several processes have started without it, and read from then on', async () => {
  let left = 0
  const leaveCode = async () => {
    left += 1
    return true
  }

  const [third, fourth, ninth] = [
    await startOf('/code/a', 3, leaveCode),
    await startOf('/code/a', 1, leaveCode),
    await startOf('/code/a', 5, leaveCode),
  ]

  expect([third, fourth, ninth]).toEqual([undefined, '/code/a', '/code/a'])
  expect(left).toBe(1)
})

test('where none can be left behind, processes start without', async () => {
  const failing = await startOf('/code/b', 6, () => Promise.reject(new Error('no room')))
  const ended = await startOf('/code/c', 6, async () => false)

  expect([failing, ended]).toEqual([undefined, undefined])
})
