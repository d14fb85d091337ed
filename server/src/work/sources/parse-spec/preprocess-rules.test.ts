import { expect, test } from 'vitest'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { isSkippedBy, parseRules } from './preprocess-rules.ts'

test('every kind of rule is understood, with comments, quotes and patterns', () => {
  const text = [
    '# how our files are read',
    'ignore sheet 作業*',
    'ignore rows "月次 ?" 3-5',
    'header * rows 2',
    'header 集計 rows 2-3',
    'type *コード VARCHAR',
    'type 金額 DECIMAL(12,2)',
    'null "該当なし"',
    'fiscal year starts 10',
    'rename "売上高" to "sales"',
    'tag 氏名 pii',
    'structuring *.csv skip',
  ].join('\n')

  const { rules, warnings } = parseRules(text)

  expect(warnings).toEqual([])
  expect(rules.map(({ kind }) => kind)).toEqual([
    'ignore-sheet', 'ignore-rows', 'header', 'header', 'type', 'type', 'null', 'fiscal-year', 'rename', 'tag', 'structuring',
  ]) // biome-ignore format: a list
  expect(rules[1]).toMatchObject({ from: 3, to: 5 })
  expect(rules[3]).toMatchObject({ from: 2, to: 3 })
  const [sheets] = rules
  expect(sheets?.kind === 'ignore-sheet' && [sheets.sheet('作業メモ'), sheets.sheet('集計')]).toEqual([true, false])
})

test('a line that is no rule is reported with its number, and the others hold', () => {
  const { rules, warnings } = parseRules('null "-"\ntype 金額 MONEY\n\nfiscal year starts 13\nheader * rows 5-2')

  expect(rules.map(({ kind }) => kind)).toEqual(['null'])
  expect(warnings.map(({ code, message }) => [code, message.slice(0, 6)])).toEqual([
    ['rule_not_understood', 'Line 2'],
    ['rule_not_understood', 'Line 4'],
    ['rule_not_understood', 'Line 5'],
  ])
})

test('of several rules about a file the last one decides', () => {
  const { rules } = parseRules('structuring * skip\nstructuring 月次*.xlsx auto')

  expect([isSkippedBy(rules, '月次4月.xlsx'), isSkippedBy(rules, 'list.csv')]).toEqual([false, true])
})

test('patterns fit whole names without regard to case, a sign for each ?, and nothing in them is an expression', () => {
  const fits = (pattern: string, name: string) => isSkippedBy(parseRules(`structuring "${pattern}" skip`).rules, name)

  for (const [pattern, name] of [
    ['*', ''],
    ['', ''],
    ['*.XLSX', 'list.xlsx'],
    ['a*b*c', 'aXbbYc'],
    ['?', '𠮷'],
    ['が*', 'か\u3099.csv'],
    ['(a|b)[c]$', '(A|B)[C]$'],
    ['a**', 'a'],
  ] as const)
    expect([pattern, name, fits(pattern, name)]).toEqual([pattern, name, true])
  for (const [pattern, name] of [
    ['a', 'ab'],
    ['?', ''],
    ['a*b', 'abc'],
    ['.', 'x'],
    ['*a?', 'ba'],
  ] as const)
    expect([pattern, name, fits(pattern, name)]).toEqual([pattern, name, false])
})

test('a pattern with many stars takes no time', () => {
  const { rules } = parseRules(`structuring ${'*a'.repeat(900)}*b skip`)
  const cpuMs = startCpuClock()

  expect(isSkippedBy(rules, 'a'.repeat(5_000))).toBe(false)
  expect(cpuMs()).toBeLessThan(2_000)
})
