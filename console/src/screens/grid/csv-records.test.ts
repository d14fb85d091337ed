import { expect, test } from 'vitest'
import { recordsOf } from './csv-records.ts'

test('the names go, whatever line breaks and quotes they hold', () => {
  expect(recordsOf('a,b\r\n1,2\r\n')).toBe('1,2\r\n')
  expect(recordsOf('"a\n""x""",b\n1,"2\n3"\n')).toBe('1,"2\n3"\n')
  expect(recordsOf('a,b')).toBe('')
})
