import { expect, test } from 'vitest'
import { Keyring } from '../../../platform/keyring.ts'
import { clientIdOf, isRedirectAddress, isRegistered, readClientId } from './oauth-client.ts'

const GOOD = [
  'https://a.example/cb',
  'https://a.example:8443/cb?x=1',
  'https://xn--r8jz45g.example/cb',
  'http://127.0.0.1/cb',
  'http://localhost:1/cb',
  'http://[::1]:9/',
  'HTTP://LOCALHOST:1/cb',
  'cursor://x/y',
  'vscode://publisher.extension/cb',
  'com.example.app:/oauth',
  'team-app://cb',
]

const BAD = [
  // No TLS, and names that only look like the own machine.
  ...['http://a.example/', 'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/', 'http://localhost./'],
  ...['http://0.0.0.0/', 'http://10.0.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://localhost@evil.example/'],
  // Schemes that a system or browser acts on.
  ...['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://a/x', 'about:blank'],
  ...[
    'ms-msdt:/id',
    'feed:https://a/',
    'jar:https://a!/',
    'filesystem:https://a/',
    'view-source:https://a',
    'search-ms:x',
  ],
  ...['ms-word:x', 'tel:1', 'mailto:a@b', 'ftp://a/', 'ws://a/', 'intent://x', 'unknown-app://cb', 'steam://run'],
  // Spellings that two readers would read differently.
  ...['https://u:p@a.example/', 'https://@a.example/', 'https://a/#f', 'https://a/#', 'https://*.example/', '/cb', ''],
  ...[
    'https:\\\\a.example\\cb',
    'https://a.example\\@b.example/',
    'https:a.example',
    'https:/a.example',
    ' https://a/',
  ],
  ...['https://a.example/\n', 'https://例え.example/', 'https://ａ.example/', 'https://a.example/\u202e', 'https://'],
  ...['com.example.app', 'com..app:/x', '.app:/x', 'http://127.0.0.1:99999/'],
]

test.each(GOOD)('the answer may be brought to %s', (address) => {
  expect(isRedirectAddress(address, ['team-app'])).toBe(true)
})

test.each(BAD)('the answer may not be brought to %j', (address) => {
  expect(isRedirectAddress(address, ['team-app'])).toBe(false)
})

test('an address is the one that was registered; on the own machine its port may be any', () => {
  const client = { name: 'P', redirectUris: ['http://127.0.0.1:1/cb', 'https://a.example/cb'], isRenewing: false }
  expect(isRegistered(client, 'http://127.0.0.1:2/cb')).toBe(true)
  expect(isRegistered(client, 'http://127.0.0.1:2/other')).toBe(false)
  expect(isRegistered(client, 'http://localhost:2/cb')).toBe(false)
  expect(isRegistered(client, 'https://a.example:444/cb')).toBe(false)
})

test.each([false, true])(
  'a client is known again by its id, on every node and after a new secret, and no other client is',
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
