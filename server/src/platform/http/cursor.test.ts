import { describe, expect, test } from 'vitest'
import { Keyring } from '../keyring.ts'
import { readCursor, writeCursor } from './cursor.ts'

const OLD = 'an old secret of more than thirty-two characters'
const keyring = new Keyring(['a secret of more than thirty-two characters'])
const refusal = expect.objectContaining({ code: 'invalid_cursor' })

const read =
  (list: string, cursor: string, by = keyring) =>
  () =>
    readCursor(by, list, cursor)

describe('a cursor', () => {
  test.each([['wb_1'], [{ at: '2026-11-14', id: 3 }], [[1, 'x', null]], [null], ['ひらがな']])(
    'says where its list goes on: %j',
    (position) => {
      expect(readCursor(keyring, 'things', writeCursor(keyring, 'things', position))).toEqual(position)
    },
  )

  test('of another list, or of another person’s, is refused', () => {
    const cursor = writeCursor(keyring, 'things of aiko', 7)

    expect(read('people', cursor)).toThrow(refusal)
    expect(read('things of ben', cursor)).toThrow(refusal)
  })

  test('changed in any one byte is refused', () => {
    const bytes = Buffer.from(writeCursor(keyring, 'things', { id: 42 }), 'base64url')
    for (let n = 0; n < bytes.length; n++) {
      const forged = Buffer.from(bytes)
      forged.writeUInt8(forged.readUInt8(n) ^ 1, n)

      expect(read('things', forged.toString('base64url')), `byte ${n}`).toThrow(refusal)
    }
  })

  test.each(['', 'x', 'not a cursor', '%%%', 'A'.repeat(2000), Buffer.from('{"id":1}').toString('base64url')])(
    'made up is refused: %j',
    (cursor) => {
      expect(read('things', cursor)).toThrow(refusal)
    },
  )

  test('signed before the secret was changed still works, until the old secret is given up', () => {
    const cursor = writeCursor(new Keyring([OLD]), 'things', 7)

    expect(readCursor(new Keyring(['a new secret of more than thirty-two characters', OLD]), 'things', cursor)).toBe(7)
    expect(read('things', cursor)).toThrow(refusal)
  })
})
