import { expect, test } from 'vitest'
import { partNames } from './part-names.ts'

test('the name of a part is one that every system takes, whatever the value is', () => {
  const values = ['Sales', 'R&D/北', '../../etc/passwd', 'a\u0000\n\u202Eb', '', null, '   ']

  expect(partNames('予算', values)).toEqual([
    '予算-Sales.xlsx',
    '予算-R&D_北.xlsx',
    '予算-.._.._etc_passwd.xlsx',
    '予算-a___b.xlsx',
    '予算-empty.xlsx',
    '予算-empty_2.xlsx',
    '予算-empty_3.xlsx',
  ])
})

test('values that differ in case, in how a letter is put together or far behind have names of their own', () => {
  const long = '長'.repeat(400)

  const names = partNames('b', ['sales', 'Sales', 'é', 'e\u0301', long, `${long}!`, 'a:b', 'a_b'])

  expect(new Set(names.map((name) => name.normalize('NFKC').toLowerCase())).size).toBe(8)
  expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThan(150)
})
