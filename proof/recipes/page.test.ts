import { expect, test } from 'vitest'
import { missingLine, readPage } from './page.ts'

const PAGE = [
  '# A page',
  '```csv title="a.csv"',
  'n',
  '1',
  '```',
  'Then:',
  '```sh',
  'bindery upload a.csv',
  '```',
  '```output',
  'a  1',
  '',
  '```',
  '```text',
  'pip install x',
  '```',
].join('\n')

test('a page is files to write and blocks to run, each with what it must print', () => {
  const { blocks } = readPage('a.md', PAGE)

  expect(blocks).toEqual([
    { kind: 'file', name: 'a.csv', content: 'n\n1\n', line: 2 },
    { kind: 'run', language: 'sh', code: 'bindery upload a.csv\n', line: 7, expected: ['a  1'] },
  ])
})

test('a block without a runner, or an output without a block, is a mistake of the page', () => {
  expect(() => readPage('a.md', '```cobol\nx\n```\n')).toThrow('a.md:1: no runner for cobol')
  expect(() => readPage('a.md', '```output\nx\n```\n')).toThrow('no block before it')
})

test('what is expected must be there, in its order, whatever stands between', () => {
  const printed = 'table   rows\n-----\nstock      2\nwritten in 12 ms\n'

  expect(missingLine(printed, ['table rows', 'written in … ms'])).toBeNull()
  expect(missingLine(printed, ['written in … ms', 'table rows'])).toBe('table rows')
  expect(missingLine(printed, ['stock 3'])).toBe('stock 3')
  expect(missingLine(printed, ['stock'])).toBe('stock')
})
