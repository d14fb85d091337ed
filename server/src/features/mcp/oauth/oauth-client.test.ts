import { expect, test } from 'vitest'
import { Keyring } from '../../../platform/keyring.ts'
import { clientIdOf, isRedirectUri, isRegistered, readClientId } from './oauth-client.ts'

test('a program is told on the web only under TLS, on its own machine, or by a scheme of its own', () => {
  const good = [
    'https://a.example/cb',
    'http://127.0.0.1/cb',
    'http://localhost:1/cb',
    'http://[::1]:9/',
    'cursor://x/y',
  ]
  const bad = [
    'http://a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://u:p@a.example/',
    'https://a/#f',
    '/cb',
  ]

  expect(good.filter((uri) => !isRedirectUri(uri))).toEqual([])
  expect(bad.filter(isRedirectUri)).toEqual([])
  const client = { name: 'P', redirectUris: ['http://127.0.0.1:1/cb', 'https://a.example/cb'], isRenewing: false }
  expect(isRegistered(client, 'http://127.0.0.1:2/cb')).toBe(true)
  expect(isRegistered(client, 'http://127.0.0.1:2/other')).toBe(false)
  expect(isRegistered(client, 'http://localhost:2/cb')).toBe(false)
  expect(isRegistered(client, 'https://a.example:444/cb')).toBe(false)
})

test.each([false, true])(
  'a client is known again by its id, on every node and after a new secret, and nobody else is',
  (isRenewing) => {
    const client = { name: '帳簿', redirectUris: ['cursor://x/y'], isRenewing }
    const [before, after] = [new Keyring(['old secret']), new Keyring(['new secret', 'old secret'])]

    const id = clientIdOf(before, client)

    expect(readClientId(after, id)).toEqual(client)
    expect(readClientId(new Keyring(['another']), id)).toBeUndefined()
    expect(
      readClientId(
        before,
        id.replace(/^./, (first) => (first === 'W' ? 'X' : 'W')),
      ),
    ).toBeUndefined()
    expect(readClientId(before, '')).toBeUndefined()
  },
)
