import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './commit-table-edit.ts'

test('work on one workbook runs one after another in the order it came, also after a failure', async () => {
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`)
    await pause(ms)
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }

  const done = await Promise.allSettled([
    inTurn('w', work('a', 20)),
    inTurn('w', work('b', 1)),
    inTurn('w', work('c', 1)),
  ])

  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('work on another workbook does not wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = inTurn('w1', () => promise)

  expect(await inTurn('w2', async () => 'done')).toBe('done')
  resolve()
  await waiting
})
