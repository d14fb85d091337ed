import { expect, test } from 'vitest'
import { asMarkdown } from './markdown.ts'

test('rows become a table of Markdown that keeps bars, lines and empty cells', () => {
  const columns = [
    { name: '商品', type: 'VARCHAR' },
    { name: '金額', type: 'BIGINT' },
  ]
  const rows = [
    { 商品: 'a|b', 金額: 1200, __svc_row_id: 1 },
    { 商品: 'two\nlines', 金額: null },
  ]

  expect(asMarkdown(columns, rows)).toBe('| 商品 | 金額 |\n| --- | ---: |\n| a\\|b | 1200 |\n| two<br>lines |  |\n')
})
