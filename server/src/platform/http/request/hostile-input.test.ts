import { beforeAll, describe, expect, test } from 'vitest'
import { personalWorkspace } from '../../../../test/control-plane.ts'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { namedEndpoint } from '../../../../test/named-endpoint.ts'
import type { Person } from '../../../../test/person.ts'
import { openConnection, postHead, problemIn, statusIn } from '../../../../test/raw-client.ts'
import { startService } from '../../../../test/service.ts'

const service = startService({ extraEndpoints: [namedEndpoint('/api/v1/named'), namedEndpoint('/api/v1/named/{id}')] })

let person: Person
beforeAll(async () => {
  person = await service.newPerson()
})

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${service.url()}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json', ...headers },
    body,
  })

async function outcome(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer
  const text = await response.text()
  return [response.status, text ? JSON.parse(text).code : '']
}

describe('JSON that means harm', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  test.each<[string, string | Buffer<ArrayBuffer>, number, string]>([
    ['__proto__', '{"name":"x","__proto__":{"isAdmin":true}}', 400, 'bad_request'],
    ['__proto__ further down', '{"name":"x","free":[{"__proto__":null}]}', 400, 'bad_request'],
    ['__proto__ written with escapes', '{"name":"x","\\u005f_proto__":{}}', 400, 'bad_request'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"a":1}}}', 400, 'bad_request'],
    ['bytes that are no UTF-8', Buffer.from('7b226e616d65223a22ff227d', 'hex'), 400, 'bad_request'],
    ['a surrogate in UTF-8', Buffer.from('7b226e616d65223a22eda080227d', 'hex'), 400, 'bad_request'],
    ['U+0000 in a text', '{"name":"a\\u0000b"}', 422, 'validation_error'],
    ['half a surrogate pair', '{"name":"\\ud83d"}', 422, 'validation_error'],
    ['U+0000 in free data', '{"name":"x","free":{"deep":["\\u0000"]}}', 422, 'validation_error'],
    ['a number without end', '{"name":"x","free":1e999}', 422, 'validation_error'],
    ['100,000 levels', nested(100_000), 422, 'validation_error'],
    ['100,000 levels of free data', `{"name":"x","free":${nested(100_000)}}`, 422, 'validation_error'],
    ['100,000 levels that were not asked for', `{"name":"x","other":${nested(100_000)}}`, 204, ''],
    ['half a document', '{"name":', 400, 'bad_request'],
  ])('%s', async (_what, body, status, code) => {
    expect(await outcome(post('/api/v1/named', body))).toEqual([status, code])
  })

  test('deep data that would be stored is refused too', async () => {
    const workspace = await personalWorkspace(person)
    const patch = (levels: number) =>
      fetch(`${service.url()}/api/control/workspaces/${workspace}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${person.session}`, 'content-type': 'application/json' },
        body: `{"idp_config":{"a":${nested(levels)}}}`,
      })

    expect((await patch(90)).status).toBe(200)
    expect((await patch(5_000)).status).toBe(422)
    expect((await patch(100_000)).status).toBe(422)
  })

  test('a megabyte of mistakes costs no more than a moment', async () => {
    const cpuMs = startCpuClock()
    const answer = await outcome(post('/api/v1/me/tokens', `{"name":"x","scopes":[${'1,'.repeat(500_000)}1]}`))

    expect(answer).toEqual([422, 'validation_error'])
    expect(cpuMs()).toBeLessThan(500)
  })
})

test.each([
  [{ 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
  [{ 'content-encoding': 'yodel' }, 415, 'unsupported_media_type'],
  [{ 'content-encoding': 'identity' }, 204, ''],
  [{ 'content-type': 'application/json; charset=shift_jis' }, 415, 'unsupported_media_type'],
  [{ 'content-type': 'application/json; charset="UTF-8"' }, 204, ''],
])('a body that says of itself %o is answered %i', async (headers, status, code) => {
  expect(await outcome(post('/api/v1/named', '{"name":"x"}', headers))).toEqual([status, code])
})

test.each([
  ['/api/v1/named/%zz', 400],
  ['/api/v1/named/%', 400],
  ['/api/v1/named/%ff', 400],
  ['/api/v1/named/%c0%af', 400],
  ['/api/v1/named/%ed%a0%80', 400],
  ['/%ff/%zz', 400],
  ['/api/v1/named/a%00b', 422],
  ['/api/v1/named/x?colour=%00', 422],
  ['/api/v1/named/<5000 characters>', 400],
  ['/api/v1/named/x?%zz=%zz&a[b]=1&__proto__=2', 204],
  ['//api/v1/named', 404],
  ['/api/v1/named/', 404],
])('the address %s is answered in words, never with a fault', async (address, status) => {
  const path = address.replace('<5000 characters>', 'x'.repeat(5_000))
  const { socket, closed, heard } = openConnection(service.url())
  socket.write(postHead(path, person.session, { 'content-length': '12', connection: 'close' }))
  socket.write('{"name":"x"}')
  await closed

  expect(statusIn(heard())).toBe(status)
  expect(heard()).toMatch(/\r\nx-request-id: req_/i)
  if (status >= 400) expect(problemIn(heard())).toMatchObject({ status })
})
