import { expect, test } from 'vitest'
import { EngineDied, EngineFailed } from '../duckdb/engine.errors.ts'
import { askUntilAnswered, MOST_READS, readUntil } from './read-again.ts'

/** Fails with these errors in turn, then answers. */
function failing(...errors: Error[]) {
  const asked = { times: 0 }
  const ask = async () => {
    const error = errors[asked.times++]
    if (error) throw error
    return 'rows'
  }
  return { asked, ask }
}

const died = () => new EngineDied('SIGKILL', false)
const late = () => new EngineDied('took too long', true)
const failed = (failure: EngineFailed['failure']) => new EngineFailed(failure, failure)

test('an answer that may leave is read once', async () => {
  let reads = 0

  const read = await readUntil(
    'policiesChanged',
    async () => ++reads,
    () => true,
  )

  expect(read).toEqual({ answer: 1, mayLeave: true })
})

test.each(['policiesChanged', 'tableMovedOn'] as const)(
  '%s: it is read as often as the list says, and the caller learns that the last may not leave',
  async (cause) => {
    let reads = 0

    const read = await readUntil(
      cause,
      async () => ++reads,
      async () => false,
    )

    expect(read).toEqual({ answer: MOST_READS[cause], mayLeave: false })
  },
)

test('what fails by itself is not read again', async () => {
  let reads = 0
  const read = readUntil(
    'tableMovedOn',
    async () => {
      reads++
      throw new Error('no such table')
    },
    () => true,
  )

  await expect(read).rejects.toThrow('no such table')
  expect(reads).toBe(1)
})

test.each(['ours', 'user'] as const)(
  'a statement (%s) whose engine ended is asked once more, and the end is reported',
  async (statement) => {
    const { ask, asked } = failing(died())
    const reported: unknown[] = []

    const answer = await askUntilAnswered(statement, ask, (error) => reported.push(error))

    expect(answer).toBe('rows')
    expect(asked.times).toBe(2)
    expect(reported).toEqual([expect.any(EngineDied)])
  },
)

test('an engine that fails twice is not asked a third time', async () => {
  const { ask, asked } = failing(died(), died())

  await expect(askUntilAnswered('ours', ask)).rejects.toBeInstanceOf(EngineDied)
  expect(asked.times).toBe(2)
})

test.each([
  ['ours', late()],
  ['ours', failed('too_large')],
  ['ours', failed('corrupt')],
  ['ours', new Error('the database is gone')],
  ['user', late()],
  ['user', failed('memory')],
  ['user', failed('refused')],
] as const)('a statement (%s) is asked once where another engine would fail alike: %s', async (statement, error) => {
  const { ask, asked } = failing(error)

  await expect(askUntilAnswered(statement, ask)).rejects.toBe(error)
  expect(asked.times).toBe(1)
})

test.each(['memory', 'file', 'failed'] as const)(
  'a statement of ours is asked again of another engine after: %s',
  async (failure) => {
    const { ask, asked } = failing(failed(failure))

    expect(await askUntilAnswered('ours', ask)).toBe('rows')
    expect(asked.times).toBe(2)
  },
)
