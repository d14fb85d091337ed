import { describe, expect, test } from 'vitest'
import { newDeveloperAccount, newWorkspace } from '../control-plane.ts'
import { startService } from '../service.ts'
import { expectBounds, expectRequired, text } from './body-limits.ts'

/** Bodies that create tokens, keys, accounts, workspaces and webhooks: what is required, what may be null, every limit. */
const service = startService()

const SCOPES = [
  'workbooks:read', 'workbooks:write', 'workbooks:delete', 'cloud-files:read', 'governance:configure', 'workspaces:read',
  'workspaces:create', 'workspaces:configure', 'workspaces:delete', 'keys:read', 'keys:mint', 'keys:revoke',
  'account:read', 'billing:manage', 'workbooks:propose',
] // biome-ignore format: a list

const EVENT_KINDS = [
  'artifact.updated', 'artifact.deleted', 'artifact.stale', 'snapshot.committed', 'source.analyzed',
  'source.materialized', 'conflict.created', 'version.branched', 'version.merged', 'job.completed',
] // biome-ignore format: a list

async function newRequest(method: string, path: string, body: object) {
  const { call } = await service.newPerson()
  return { call, method, path, body }
}

describe('every scope', () => {
  test('can be given to a token and to a key, each alone, and no other word can', async () => {
    const { call } = await service.newPerson()
    const token = (scope: string) => call('POST', '/api/v1/me/tokens', { name: 'one', scopes: [scope] })
    const key = (scope: string) => call('POST', '/api/control/account/keys', { scopes: [scope] })

    for (const scope of SCOPES) {
      expect(await token(scope)).toMatchObject({ status: 201, body: { scopes: [scope] } })
      expect(await key(scope)).toMatchObject({ status: 201, body: { scopes: [scope] } })
    }

    for (const scope of ['workbooks', 'workbooks:*', 'admin', 'tables:read'])
      expect([(await token(scope)).status, (await key(scope)).status]).toEqual([422, 422])
  })
})

describe('the body that creates a token', () => {
  test('needs a name and takes null for everything else', async () => {
    const request = await newRequest('POST', '/api/v1/me/tokens', { name: 'one' })

    await expectRequired(request, ['name'])
    await expectBounds(
      request,
      ['account_id', 'expires_in_days', 'rate_limit_per_minute', 'resource', 'scopes'].map((field) => ({
        field,
        accepted: [null],
      })),
    )
  })

  test('has a life of 1 to 365 days', async () => {
    const request = await newRequest('POST', '/api/v1/me/tokens', { name: 'one' })

    await expectBounds(request, [{ field: 'expires_in_days', accepted: [1, 365], refused: [0, 366, 1.5, '30'] }])
  })
})

describe('the body that creates a key', () => {
  test('needs at least one scope; names at most 120 characters; allows 1 to 10000 requests a minute', async () => {
    const request = await newRequest('POST', '/api/control/account/keys', { scopes: ['account:read'] })

    await expectRequired(request, ['scopes'])
    await expectBounds(request, [
      { field: 'scopes', refused: [[], ['none']] },
      { field: 'name', accepted: [null, text(120)], refused: [text(121)] },
      { field: 'rate_limit_per_minute', accepted: [1, 10_000], refused: [0, 10_001] },
      { field: 'account_id', accepted: [null] },
      { field: 'workspace_id', accepted: [null] },
    ])
  })
})

describe('the body that creates an account', () => {
  test('needs a name of 1 to 120 characters', async () => {
    const request = await newRequest('POST', '/api/control/accounts', { name: 'Lab' })

    await expectRequired(request, ['name'])
    await expectBounds(request, [{ field: 'name', accepted: ['x', text(120)], refused: ['', text(121)] }])
  })
})

describe('the body that deletes an account', () => {
  test('needs the account and the confirmation', async () => {
    const person = await service.newPerson()
    const account_id = await newDeveloperAccount(person, 'Lab')
    const path = '/api/control/account/delete'
    const request = { call: person.call, method: 'POST', path, body: { account_id, confirm: 'Lab' } }

    await expectRequired(request, ['account_id', 'confirm'])

    expect((await person.call('POST', path, { account_id, confirm: 'lab' })).status).toBe(422)
    expect((await person.call('POST', path, request.body)).status).toBe(200)
  })
})

describe('the body that configures a workspace', () => {
  test('takes a name of 1 to 120 characters, rules of at most 2000, a residency and a provider, or null', async () => {
    const person = await service.newPerson()
    const path = `/api/control/workspaces/${await newWorkspace(person)}`

    await expectBounds({ call: person.call, method: 'PATCH', path, body: {} }, [
      { field: 'name', accepted: [null, 'x', text(120)], refused: ['', text(121)] },
      { field: 'residency', accepted: [null, 'jp'], refused: [7] },
      { field: 'preprocess_rules', accepted: [null, text(2000)], refused: [text(2001)] },
      { field: 'idp_config', accepted: [null, { issuer: 'https://idp.example.org' }], refused: ['text', [1]] },
    ])
  })
})

describe('the body that creates a webhook', () => {
  test('needs an address, and takes any of the ten kinds of event and no other', async () => {
    const request = await newRequest('POST', '/api/v1/me/webhooks', { url: 'https://example.com/hook' })

    await expectRequired(request, ['url'])
    await expectBounds(request, [
      { field: 'events', accepted: [...EVENT_KINDS.map((kind) => [kind]), EVENT_KINDS], refused: [['artifact.eaten']] },
    ])
  })
})
