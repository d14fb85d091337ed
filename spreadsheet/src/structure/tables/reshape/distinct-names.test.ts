import { expect, test } from 'vitest'
import { distinctNames } from './distinct-names.ts'

test('columns without a name are called in the language of the others', () => {
  expect(distinctNames(['area', '', 'area'])).toEqual(['area', 'column_2', 'area_2'])
  expect(distinctNames(['地区', ''])).toEqual(['地区', '列2'])
  expect(distinctNames(['', ''])).toEqual(['column_1', 'column_2'])
})
