import { expect, test } from 'vitest'
import { refuseIfUnsaid } from './change-source.ts'
import { changeTo, RULES, THRESHOLDS } from './rules.ts'

test.each(RULES)('the engine still says: $name', ({ without }) => {
  expect(() => refuseIfUnsaid(without)).not.toThrow()
})

test.each(THRESHOLDS)('the engine still has this number: $name', (threshold) => {
  expect(() => refuseIfUnsaid(changeTo(threshold, 0))).not.toThrow()
})

test('a change of what the engine does not say is refused', () => {
  const unsaid = { file: 'sheet.ts', from: 'this is not in the source', to: '' }

  expect(() => refuseIfUnsaid(unsaid)).toThrow('does not say')
})
