import { expect, test } from 'vitest'
import { keptSeconds, readClientDocument, refuseIfBadAddress, vouchingHost } from './client-document.ts'

const HOME = 'https://bindery.example'
const ADDRESS = 'https://a.example/client.json'

const GOOD = [
  ADDRESS,
  'https://a.example/',
  'https://a.example:8443/oauth/client',
  'https://xn--r8jz45g.example/client',
  'https://a.example/a%20b',
]

const BAD = [
  // No path, another scheme, and parts that an id must not have.
  ...[
    'https://a.example',
    'http://a.example/client',
    'https://',
    'https:///',
    'https://a.example/c?x=1',
    `${ADDRESS}?`,
  ],
  ...[`${ADDRESS}#`, `${ADDRESS}#f`, 'https://u:p@a.example/c', 'https://u@a.example/c', 'https://@a.example/c'],
  // Other spellings of an address.
  ...['https://a.example/../c', 'https://a.example/./c', 'https://a.example/%2e%2e/c', 'https://a.example/c/..'],
  ...[
    'https://A.example/c',
    'https://a.example:443/c',
    'https://例え.example/c',
    'https://a.example\\c',
    'https:/a.example/c',
  ],
  ...[
    'https://127.1/c',
    'https://2130706433/c',
    ' https://a.example/c',
    'https://a.example/c\n',
    'https://a.example/a b',
  ],
  // Too long, and this service itself.
  ...[`https://a.example/${'c'.repeat(500)}`, `${HOME}/client.json`],
]

const faultOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test.each(GOOD)('%s can stand for a program', (address) => {
  expect(faultOf(() => refuseIfBadAddress(address, HOME))).toBeNull()
})

test.each(BAD)('%j cannot stand for a program', (address) => {
  expect(faultOf(() => refuseIfBadAddress(address, HOME))).toBe('bad_address')
})

test('the host of a document vouches for its program, and nothing for a program that registered', () => {
  expect(vouchingHost('https://a.example:8443/c')).toBe('a.example:8443')
  expect(vouchingHost('WyJQIl0.c2ln')).toBeNull()
})

const document = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ client_id: ADDRESS, redirect_uris: ['https://a.example/cb'], ...more })

test('a document describes a program as a registration does, and its other fields are ignored', () => {
  const text = document({
    client_name: ' P\u202er ',
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    logo_uri: 'https://a.example/logo.png',
  })

  expect(readClientDocument(text, ADDRESS, [])).toEqual({
    name: 'Pr',
    redirectUris: ['https://a.example/cb'],
    isRenewing: true,
  })
  expect(readClientDocument(document(), ADDRESS, [])).toMatchObject({ name: 'A program', isRenewing: false })
})

test.each([
  ['no_metadata', 'not json'],
  ['no_metadata', 'null'],
  ['no_metadata', '[]'],
  ['no_metadata', document({ client_id: undefined })],
  ['no_metadata', document({ redirect_uris: undefined })],
  ['no_metadata', document({ redirect_uris: [] })],
  ['no_metadata', document({ redirect_uris: 'https://a.example/cb' })],
  ['no_metadata', document({ redirect_uris: [1] })],
  ['no_metadata', document({ client_name: 'n'.repeat(121) })],
  ['other_client', document({ client_id: 'https://a.example:443/client.json' })],
  ['other_client', document({ client_id: `${ADDRESS}/` })],
  ['not_public', document({ client_secret: 's' })],
  ['not_public', document({ client_secret: null })],
  ['not_public', document({ client_secret_expires_at: 0 })],
  ['not_public', document({ token_endpoint_auth_method: 'private_key_jwt' })],
  ['not_public', document({ token_endpoint_auth_method: 'client_secret_basic' })],
  ['bad_redirect', document({ redirect_uris: ['https://a.example/cb', 'javascript:alert(1)'] })],
  ['bad_redirect', document({ redirect_uris: ['http://a.example/cb'] })],
])('is refused as %s: %s', (fault, text) => {
  expect(faultOf(() => readClientDocument(text, ADDRESS, []))).toBe(fault)
})

test.each([
  ['', 300],
  ['max-age=3600', 3600],
  ['public, max-age="7200", must-revalidate', 7200],
  ['max-age=1', 300],
  ['max-age=99999999999999999999', 86_400],
  ['no-store, max-age=3600', 300],
  ['no-cache', 300],
  ['x-max-age=3600', 300],
])('with the header Cache-Control %j a document is kept for %d seconds', (header, seconds) => {
  expect(keptSeconds(header)).toBe(seconds)
})
