import { expect, test } from 'vitest'
import { startCpuClock } from '../../../test/cpu-time.ts'
import { boundPython, boundSql, placeholdersIn } from './transform.ts'

test('a placeholder is a name in double braces, whatever space is around it', () => {
  const code = "select * from {{ sales }} join {{staff}} join {{\n\tsales\n}} where a = '{ not }'"

  expect([...placeholdersIn(code)]).toEqual(['sales', 'staff'])
  expect(boundSql('from {{ sales }}')).toBe('from main."sales"')
  expect(boundPython('{{ sales }}.num_rows')).toBe('tables["sales"].num_rows')
})

test.each([
  ['spaces that nothing closes', `{{${' '.repeat(100_000)}`],
  ['braces that nothing closes', '{{ '.repeat(33_000)],
  ['names that nothing closes', `{{${'a '.repeat(50_000)}`],
])('%s take no time', (_, code) => {
  const cpuMs = startCpuClock()

  expect(placeholdersIn(code).size).toBe(0)
  expect(boundSql(code)).toBe(code)
  expect(cpuMs()).toBeLessThan(2_000)
})
