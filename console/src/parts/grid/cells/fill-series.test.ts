import { expect, test } from 'vitest'
import { continued } from './fill-series.ts'

test('one number is repeated, two or more go on in their steps, without a rounding error', () => {
  expect(continued([7], 'number', 3)).toEqual(['7', '7', '7'])
  expect(continued([1, 2], 'number', 3)).toEqual(['3', '4', '5'])
  expect(continued(['0.10', '0.20'], 'number', 3)).toEqual(['0.30', '0.40', '0.50'])
  expect(continued(['9007199254740992', '9007199254740993'], 'number', 1)).toEqual(['9007199254740994'])
  expect(continued([1, 2, 4], 'number', 4)).toEqual(['1', '2', '4', '1'])
})

test('a day goes on by days, several in their steps, over the end of a month', () => {
  expect(continued(['2026-02-28'], 'date', 2)).toEqual(['2026-03-01', '2026-03-02'])
  expect(continued(['2026-01-01', '2026-01-08'], 'date', 2)).toEqual(['2026-01-15', '2026-01-22'])
})

test('texts are repeated in turn, and an empty cell stays empty', () => {
  expect(continued(['a', null, 'c'], 'text', 4)).toEqual(['a', '', 'c', 'a'])
})

test('upwards a series goes back', () => {
  expect(continued([3, 4], 'number', 2, true)).toEqual(['2', '1'])
  expect(continued(['2026-03-01'], 'date', 1, true)).toEqual(['2026-02-28'])
})
