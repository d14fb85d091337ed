import { expect, test } from 'vitest'
import { problemOf } from './problem.ts'

const request = { path: '/api/v1/workbooks', requestId: 'req_1' }

const presented = (error: unknown) => {
  const { status, headers, body } = problemOf(error, request)
  return { status, code: body.code, retryAfter: headers['retry-after'] }
}

test.each([
  ['of its own', Object.assign(new Error('write'), { code: 'ENOSPC' })],
  ['beside it', new Error('Command failed: node loader\nError: ENOSPC: no space left on device, write')],
  ['inside an engine', new Error('IO Error: Could not write file "own/t1.duckdb": No space left on device')],
])('a node whose disk is full says that the same call may succeed later, also for a process %s', (_, error) => {
  expect(presented(error)).toEqual({ status: 503, code: 'unavailable', retryAfter: '2' })
})

test('an unknown fault reveals nothing, and does not ask to be repeated', () => {
  const { body } = problemOf(new Error('secret of the house'), request)

  expect(presented(new Error('secret of the house'))).toEqual({
    status: 500,
    code: 'internal_error',
    retryAfter: undefined,
  })
  expect(JSON.stringify(body)).not.toContain('secret')
})
