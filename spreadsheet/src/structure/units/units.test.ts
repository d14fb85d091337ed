import { expect, test } from 'vitest'
import { readUnit, unitIn } from './read-unit.ts'

test('a unit says by what its numbers are to be multiplied', () => {
  const read = ['円', '千円', '百万円', '億円', '千株', '%', 'Millions of yen', 'in thousands'].map(readUnit)

  expect(read.map((unit) => unit?.scale)).toEqual([1, 1e3, 1e6, 1e8, 1e3, 0.01, 1e6, 1e3])
})

test('a unit is found among other words, and a name is none', () => {
  expect(unitIn('(単位:百万円)')).toEqual({ text: '百万円', scale: 1e6 })
  expect(unitIn('売上高(千円)')).toEqual({ text: '千円', scale: 1e3 })
  expect(unitIn('自己資本比率(%)')).toEqual({ text: '%', scale: 0.01 })
  expect(unitIn('東京支店')).toBeNull()
  expect(unitIn('従業員(うち臨時)')).toBeNull()
})
