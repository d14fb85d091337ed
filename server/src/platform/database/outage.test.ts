import { expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { isOutage, isPassing, outlast } from './outage.ts'

const refusal = (detail: string) =>
  new ServiceError('invalid', 'uncastable_value', { title: 'title', detail, suggestedFix: 'fix' })

const withFields = (message: string, fields: object) => Object.assign(new Error(message), fields)

test.each([
  ['a refused connection', withFields('connect', { code: 'ECONNREFUSED' })],
  ['a connection that broke', withFields('read', { code: 'ECONNRESET' })],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['a full disk', withFields('write', { code: 'ENOSPC' })],
  ['an object store that is silent', withFields('timed out', { name: 'TimeoutError', $metadata: { attempts: 3 } })],
  ['an object store that is busy', withFields('SlowDown', { $metadata: { httpStatusCode: 503 } })],
])('%s is an outage, and passes', (_, error) => {
  expect([isOutage(error), isPassing(error)]).toEqual([true, true])
})

test.each([
  ['a fault of ours', new TypeError('x is undefined')],
  ['a limit of time that work itself ran into', withFields('too slow', { name: 'TimeoutError' })],
  ['an object that may not be read', withFields('AccessDenied', { $metadata: { httpStatusCode: 403 } })],
  ['a refusal that quotes a cell', refusal('Not a number: no space left on device.')],
  ['no error at all', undefined],
])('%s is no outage', (_, error) => {
  expect([isOutage(error), isPassing(error)]).toEqual([false, false])
})

test('a call that outlasts an outage is answered after it, and any other fault is thrown at once', async () => {
  const answers = [withFields('connect', { code: 'ECONNREFUSED' }), new Error('another fault')]
  const ask = async () => {
    throw answers.shift()
  }

  await expect(outlast(ask, new AbortController().signal)).rejects.toThrow('another fault')
  expect(answers).toEqual([])
})

test('patience ends', async () => {
  const refuse = async () => {
    throw withFields('connect', { code: 'ECONNREFUSED' })
  }

  await expect(outlast(refuse, AbortSignal.abort())).rejects.toThrow('connect')
})
