import { afterEach, expect, test, vi } from 'vitest'
import { EngineThreads } from './engine-threads.ts'

const LARGE = 1_000_000

afterEach(() => {
  vi.useRealTimers()
})

function watchThreads() {
  const set: number[] = []
  const threads = new EngineThreads(async (count) => {
    set.push(count)
  })
  return { set, threads }
}

test('work on small tables changes nothing', async () => {
  const { set, threads } = watchThreads()

  const answer = await threads.forRows(900, async () => 'answer')

  expect({ answer, set }).toEqual({ answer: 'answer', set: [] })
})

test('large works have a second thread until a while after the last of them', async () => {
  vi.useFakeTimers()
  const { set, threads } = watchThreads()
  const seen: number[][] = []

  const works = [1, 2].map(() => threads.forRows(LARGE, async () => void seen.push([...set])))
  await Promise.all(works)
  const soonAfter = [...set]
  await vi.advanceTimersByTimeAsync(60_000)

  expect({ seen, soonAfter, set }).toEqual({ seen: [[2], [2]], soonAfter: [2], set: [2, 1] })
})

test('work that fails gives its thread back too', async () => {
  vi.useFakeTimers()
  const { set, threads } = watchThreads()

  const failing = threads.forRows(LARGE, () => Promise.reject(new Error('a fault')))
  await expect(failing).rejects.toThrow('a fault')
  await vi.advanceTimersByTimeAsync(60_000)

  expect(set).toEqual([2, 1])
})
