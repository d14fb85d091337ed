import { expect, test } from 'vitest'
import { closeAll } from './close-all.ts'

test('every step is taken, in order, although one fails, and the first failure is reported', async () => {
  const taken: string[] = []
  const step = (name: string, error?: Error) => async () => {
    taken.push(name)
    if (error) throw error
  }
  const [first, second] = [new Error('usage could not be written'), new Error('later')]

  const closing = closeAll([step('server'), step('usage', first), step('limiter', second), step('pool')])

  await expect(closing).rejects.toBe(first)
  expect(taken).toEqual(['server', 'usage', 'limiter', 'pool'])
})
