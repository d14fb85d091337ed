import { expect, test } from 'vitest'
import { legalSheetNames } from './sheet-names.ts'

test('names that Excel allows stay as they are', () => {
  expect(legalSheetNames(['売上 2026', "a'b", 'x'.repeat(31)])).toEqual(['売上 2026', "a'b", 'x'.repeat(31)])
})

test('characters that Excel does not allow are replaced, and empty names too', () => {
  const names = legalSheetNames(['a:b\\c/d?e*f[g]h', "'quoted'", '', '  ', 'a\u0000\nb', 'History'])

  expect(names).toEqual(['a_b_c_d_e_f_g_h', '_quoted_', 'Sheet', 'Sheet (2)', 'a__b', 'History_'])
})

test('long names are cut, but no character in half, and no apostrophe comes to stand at the end', () => {
  const names = legalSheetNames([`${'x'.repeat(30)}😀`, `${'y'.repeat(30)}'z`])

  expect(names).toEqual(['x'.repeat(30), `${'y'.repeat(30)}_`])
})

test('names that Excel takes for the same are numbered within their 31 characters', () => {
  const long = 'n'.repeat(40)

  expect(legalSheetNames(['Data', 'DATA', 'Ｄａｔａ', 'data (2)'])).toEqual([
    'Data',
    'DATA (2)',
    'Ｄａｔａ (3)',
    'data (2) (2)',
  ])
  expect(legalSheetNames([long, long])).toEqual(['n'.repeat(31), `${'n'.repeat(27)} (2)`])
})
