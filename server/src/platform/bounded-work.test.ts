import { expect, test } from 'vitest'
import { createBoundedWork } from './bounded-work.ts'

/** Work that goes on until it is released. */
function newWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('no more than so much is done at once, and the line is served in order', async () => {
  const bounded = createBoundedWork({ atOnce: 2, waiting: 10, waitMs: 10_000 })
  const done: number[] = []
  let most = 0
  let running = 0

  await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      bounded.run(async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        done.push(n)
      }),
    ),
  )

  expect(most).toBe(2)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('what finds the line full is refused at once, and what waits too long when its time is over', async () => {
  const bounded = createBoundedWork({ atOnce: 1, waiting: 1, waitMs: 30 })
  const first = newWork()
  const running = bounded.run(first.work)
  const late = bounded.run(async () => 'late')

  expect(await bounded.run(async () => 'too many')).toBeUndefined()
  expect(await late).toBeUndefined()
  first.end()
  await running
  expect(await bounded.run(async () => 'next')).toEqual({ outcome: 'next' })
})

test('work that fails gives its place back', async () => {
  const bounded = createBoundedWork({ atOnce: 1, waiting: 0, waitMs: 30 })

  await expect(bounded.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await bounded.run(async () => 'fine')).toEqual({ outcome: 'fine' })
})
