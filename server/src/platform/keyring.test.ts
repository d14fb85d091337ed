import { expect, test } from 'vitest'
import { Keyring } from './keyring.ts'

const keyring = new Keyring(['a secret of thirty-two characters'])

test('a box is opened only with its key and its purpose', () => {
  const box = keyring.seal('link', Buffer.from('何か'), 'usr 1')

  expect(keyring.open('link', box, 'usr 1').toString()).toBe('何か')
  expect(() => keyring.open('link', box, 'usr 2')).toThrow('cannot be opened')
  expect(() => keyring.open('webhook', box, 'usr 1')).toThrow('cannot be opened')
})

test('a box that was altered or cut is not opened, whatever is left of it', () => {
  const box = keyring.seal('link', Buffer.from('何か'), '')
  const altered = Buffer.from(box)
  altered[14] = (altered[14] ?? 0) ^ 1

  expect(() => keyring.open('link', altered, '')).toThrow('cannot be opened')
  for (let length = 0; length < box.length; length++)
    expect(() => keyring.open('link', box.subarray(0, length), '')).toThrow('cannot be opened')
})
