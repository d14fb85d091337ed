import { expect, test } from 'vitest'
import { referencesIn } from './explain-tools.ts'

test('a formula names its cells and ranges, each once, with their sheets', () => {
  expect(referencesIn('=SUM($B$2:B9)+B2*"A1"+LOG10(C3)+B2')).toEqual([
    { sheet: null, range: 'B2:B9' },
    { sheet: null, range: 'B2' },
    { sheet: null, range: 'C3' },
  ])
  expect(referencesIn("='売上 4月'!C3+Data!D:D")).toEqual([
    { sheet: '売上 4月', range: 'C3' },
    { sheet: 'Data', range: 'D:D' },
  ])
})
