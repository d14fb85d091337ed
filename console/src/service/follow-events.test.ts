import { BinderyProblem } from '@bindery-data/sdk'
import { expect, test } from 'vitest'
import { type Following, followEvents } from './follow-events.ts'

const problem = (status: number) =>
  new BinderyProblem({ status, title: 'No', code: 'not_found' }, { url: '', retryAfterMs: null })

/** Streams that give these events one after the other and then end as they say. */
async function follow(
  streams: readonly { events: readonly string[]; error?: unknown }[],
  onEvent?: (e: string) => void,
) {
  const leaving = new AbortController()
  const heard: string[] = []
  const states: Following['state'][] = []
  const pauses: number[] = []
  let [next, missed] = [0, 0]
  await followEvents<string>({
    events: async function* () {
      const stream = streams[next++]
      if (!stream) return leaving.abort()
      yield* stream.events
      if (stream.error) throw stream.error
    },
    onEvent: (event) => {
      onEvent?.(event)
      heard.push(event)
    },
    onMissed: () => missed++,
    onState: ({ state }) => states.push(state),
    signal: leaving.signal,
    pause: async (ms) => void pauses.push(ms),
  })
  return { heard, states, pauses, missed }
}

test('events go on after a failure, and what was missed is read again', async () => {
  const { heard, states, missed } = await follow([
    { events: ['a'], error: problem(503) },
    { events: ['b'], error: new Error('a broken line') },
    { events: ['c'] },
  ])

  expect(heard).toEqual(['a', 'b', 'c'])
  expect(states).toContain('late')
  expect(missed).toBe(3)
})

test('an event that cannot be taken does not end live updates', async () => {
  const { heard } = await follow([{ events: ['bad', 'lost'] }, { events: ['good'] }], (event) => {
    if (event === 'bad') throw new TypeError('nothing is known of it')
  })

  expect(heard).toEqual(['good'])
})

test('the pauses grow while nothing arrives', async () => {
  const error = problem(500)

  const { pauses } = await follow(Array.from({ length: 8 }, () => ({ events: [], error })))

  expect(pauses.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

test.each([401, 403, 404, 410])('a refusal with %i ends them and is shown', async (status) => {
  const { heard, states } = await follow([{ events: ['a'], error: problem(status) }, { events: ['never'] }])

  expect(heard).toEqual(['a'])
  expect(states.at(-1)).toBe('refused')
})
