import { expect, test } from 'vitest'
import { missingPeriods } from './missing-periods.ts'

test.each([
  [['4月', '5月', '7月', '8月'], ['6']],
  [['10月', '11月', '12月', '1月', '3月'], ['2']],
  [
    ['2026-01', '2026-02', '2026-05'],
    ['2026-03', '2026-04'],
  ],
  [['2025年11月', '2025年12月', '2026年2月'], ['2026-01']],
  [['FY2022', 'FY2023', 'FY2025'], ['2024']],
  [['Jan', 'Feb', 'Mar', 'Apr'], []],
  [['Q1 2026', 'Q2 2026', 'Q4 2026'], ['2026-Q3']],
  [['Jan', 'Feb', 'Total'], []],
  [['Apples', 'Pears', 'Plums'], []],
])('of %j are missing %j', (labels, missing) => {
  expect(missingPeriods(labels)).toEqual(missing)
})
