import { expect, test } from 'vitest'
import {
  chosenBy,
  conditionOf,
  EVERY_VALUE,
  isChosen,
  isTooLong,
  NO_VALUE,
  onlyThese,
  turned,
} from './chosen-values.ts'

test('taking values out of all leaves the others, also those that are not listed', () => {
  const chosen = turned(turned(EVERY_VALUE, 'North'), null)

  expect([isChosen(chosen, 'North'), isChosen(chosen, null), isChosen(chosen, 'South')]).toEqual([false, false, true])
  expect(conditionOf('region', chosen)).toEqual({ column: 'region', op: 'not_in', values: ['North', null] })
})

test('values chosen from none are the only ones, and a second turn takes one back', () => {
  const chosen = turned(turned(turned(NO_VALUE, 1), '1'), 1)

  expect(conditionOf('n', chosen)).toEqual({ column: 'n', op: 'in', values: ['1'] })
})

test('a condition is shown as it was chosen, and all values are no condition', () => {
  const condition = { column: 'n', op: 'in', values: [true, null] } as const

  expect(conditionOf('n', chosenBy(condition))).toEqual(condition)
  expect(conditionOf('n', chosenBy(undefined))).toBeNull()
})

test('more values than an address holds are known before they are asked for', () => {
  const many = (n: number) => conditionOf('n', onlyThese(Array.from({ length: n }, (_, each) => `取引先 ${each}`)))

  expect([isTooLong(many(20)), isTooLong(many(1_000))]).toEqual([false, true])
})
