import { expect, test } from 'vitest'
import { compiledCode } from './compiled-code.ts'

const startOf = async (program: string, starts: number, leaveCode: () => Promise<Buffer | null>) => {
  for (let n = 1; n < starts; n++) await compiledCode(program, leaveCode)
  return compiledCode(program, leaveCode)
}

test('code is left behind once, when several processes have started without it, and read from then on', async () => {
  let left = 0
  const leaveCode = async () => {
    left += 1
    return Buffer.from('code')
  }

  const [third, fourth, ninth] = [
    await startOf('a', 3, leaveCode),
    await startOf('a', 1, leaveCode),
    await startOf('a', 5, leaveCode),
  ]

  expect([third, fourth, ninth]).toEqual([null, Buffer.from('code'), Buffer.from('code')])
  expect(left).toBe(1)
})

test('where none can be left behind, processes start without', async () => {
  const failing = await startOf('b', 6, () => Promise.reject(new Error('no room')))
  const ended = await startOf('c', 6, async () => null)

  expect([failing, ended]).toEqual([null, null])
})
