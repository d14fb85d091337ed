import type { Call } from '../../server/test/client.ts'
import type { Answer, HostileWorld } from './hostile-world.ts'
import { chain, nested, type Shape, sent, TEXT_SHAPES } from './text-shapes.ts'

const rowsOf = (size: number, row: (n: number) => object) => Array.from({ length: size }, (_, n) => row(n))

/** Bodies and addresses that are large in other ways. */
const BODIES: readonly Shape[] = [
  {
    name: 'rows: many rules',
    from: 250,
    most: 8_000,
    send: async (world, size) => {
      const expression = `${chain(60, 'n', '+')} >= 0`
      const rules = rowsOf(50, (n) => ({ kind: 'row', name: `r${n}`, expression }))
      await sent(world.as.editor, 'PUT', `${world.at}/tables/c/rules`, {
        expected_version: null,
        enforce: 'new',
        rules,
      })
      return insert(
        world,
        rowsOf(size, (n) => ({ n })),
      )
    },
  },
  {
    name: 'rows: a costly pattern',
    from: 10,
    most: 160,
    send: async (world, size) => {
      const rules = [{ kind: 'pattern', column: 't', pattern: '(?:a?){480}(?:a{0,500})|[^b]*' }]
      await sent(world.as.editor, 'PUT', `${world.at}/tables/c/rules`, {
        expected_version: null,
        enforce: 'new',
        rules,
      })
      return insert(
        world,
        rowsOf(size, () => ({ t: 'a'.repeat(20_000) })),
      )
    },
  },
  {
    name: 'rows: many',
    from: 1_000,
    most: 64_000,
    send: async (world, size) => {
      await sent(world.as.editor, 'PUT', `${world.at}/tables/c/rules`, { expected_version: null, rules: [] })
      return insert(
        world,
        rowsOf(size, (n) => ({ n, t: `text ${n}`, x: n, d: '2026-01-01' })),
      )
    },
  },
  {
    name: 'rows: a long text',
    from: 1 << 16,
    most: 1 << 24,
    send: (world, size) => insert(world, [{ t: 'x'.repeat(size) }]),
  },
  {
    name: 'rows: unknown columns',
    isWrong: true,
    from: 500,
    most: 64_000,
    send: (world, size) =>
      insert(world, [Object.fromEntries(rowsOf(size, (n) => ({ n })).map((_, n) => [`k${n}`, 1]))]),
  },
  {
    name: 'rows: values of no type',
    isWrong: true,
    from: 1_000,
    most: 64_000,
    send: (world, size) =>
      insert(
        world,
        rowsOf(size, () => ({ n: 'no number' })),
      ),
  },
  {
    name: 'body: nested JSON',
    from: 1_000,
    most: 4_000,
    isWrong: true,
    send: ({ at, as }, size) => sent(as.viewer, 'POST', `${at}/query`, nestedList(size)),
  },
  {
    name: 'filter of rows: nested',
    from: 2,
    most: 6_400,
    send: ({ as, at }, size) =>
      sent(
        as.viewer,
        'GET',
        `${at}/tables/c/rows?filter=${encodeURIComponent(nested(size, (inner) => `{"not":${inner}}`, '{"column":"n","op":"=","value":1}'))}`,
      ),
  },
  {
    name: 'filter of rows: wide',
    from: 5,
    most: 6_400,
    send: ({ as, at }, size) =>
      sent(
        as.viewer,
        'GET',
        `${at}/tables/c/rows?filter=${encodeURIComponent(`{"or":[${chain(size, '{"column":"n","op":"=","value":1}', ',')}]}`)}`,
      ),
  },
  {
    name: 'order of rows',
    from: 1,
    most: 6_400,
    send: ({ as, at }, size) =>
      sent(as.viewer, 'GET', `${at}/tables/c/rows?order_by=${encodeURIComponent(chain(size, 'n', ','))}`),
  },
  {
    name: 'summarize: many groups',
    from: 1,
    most: 50_000,
    send: ({ as, at }, size) =>
      sent(as.viewer, 'POST', `${at}/summarize`, {
        table: 'c',
        group_by: Array(size).fill({ column: 'n' }),
        measures: [{ function: 'count' }],
      }),
  },
  {
    name: 'search',
    from: 100,
    most: 6_400,
    send: ({ as }, size) => sent(as.viewer, 'GET', `/api/v1/search?q=%25${'a_ '.repeat(size)}`),
  },
  {
    name: 'comment',
    from: 100,
    most: 10_000_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/tables/c/comments`, {
        target: { kind: 'cell', row_id: 1, column: 'n' },
        text: '@a '.repeat(size),
      }),
  },
  {
    name: 'saved view: many conditions',
    from: 5,
    most: 100_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/saved-views`, {
        name: `v${size}`,
        table: 'c',
        filter: Array(size).fill({ column: 'n', op: '=', value: 1 }),
      }),
  },
  {
    name: 'sheet: many cells',
    from: 1_000,
    most: 256_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'PUT', `${at}/tables/c/a1`, {
        range: `A2:E${size + 1}`,
        values: rowsOf(size, (n) => [true, n, n, 'x', null]),
        expected_version: null,
      }),
  },
  {
    name: 'A1: a long range',
    from: 1,
    most: 8_192,
    send: ({ as, at }, size) => sent(as.viewer, 'GET', `${at}/tables/c/a1?range=A1:${'E'.repeat(size)}1`),
  },
  {
    name: 'table: many columns',
    from: 50,
    most: 64_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/tables`, { name: `w${size}`, columns: rowsOf(size, (n) => ({ name: `c${n}` })) }),
  },
  {
    name: 'transform: long SQL',
    from: 10,
    most: 1_000_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/transforms`, {
        name: `t${size}`,
        language: 'sql',
        code: `select ${chain(size, 'n', '+')} as k from {{ c }}`,
        args: { c: 'c' },
      }),
  },
  {
    name: 'question: long SQL',
    from: 10,
    most: 4_000_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/questions`, {
        name: `q${size}`,
        sql: `select ${chain(size, 'n', '+')} as k from c`,
      }),
  },
  {
    name: 'cursor',
    isWrong: true,
    from: 1_000,
    most: 16_000,
    send: ({ as, at }, size) =>
      sent(as.viewer, 'GET', `${at}/tables/c/rows?cursor=${'A'.repeat(Math.min(size, 12_000))}`),
  },
  {
    name: 'Accept',
    from: 1_000,
    most: 16_000,
    send: async ({ as, at }, size) =>
      header(
        as.viewer,
        `${at}/tables/c/rows?limit=1`,
        'accept',
        `application/json,${chain(Math.min(size, 3_000), 'a/b', ',')}`,
      ),
  },
  {
    name: 'If-Match',
    from: 1_000,
    most: 16_000,
    send: async ({ as, at }, size) =>
      header(as.viewer, `${at}/tables/c/rows?limit=1`, 'if-none-match', chain(Math.min(size, 4_000), '"a"', ',')),
  },
  {
    name: 'proposal: many rows',
    from: 500,
    most: 16_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/proposals`, {
        title: 'many',
        changes: [{ table: 'c', expected_version: null, rows: rowsOf(size, (n) => ({ n })) }],
      }),
  },
  {
    name: 'delete of rows: many ids',
    from: 1_000,
    most: 256_000,
    send: ({ as, at }, size) =>
      sent(as.editor, 'POST', `${at}/tables/c/rows/delete`, {
        row_ids: rowsOf(size, () => ({})).map((_, n) => n + 1_000_000),
        expected_version: null,
      }),
  },
  {
    name: 'MCP: long arguments',
    from: 1_000,
    most: 8_000_000,
    send: ({ mcp, workbookId }, size) =>
      mcp('query', { workbook_id: workbookId, sql: `select '${'x'.repeat(size)}' as k` }),
  },
  {
    name: 'MCP: filter of rows',
    from: 5,
    most: 100_000,
    send: ({ mcp, workbookId }, size) =>
      mcp('read_rows', {
        workbook_id: workbookId,
        table: 'c',
        filter: { or: Array(size).fill({ column: 'n', op: '=', value: 1 }) },
      }),
  },
  {
    name: 'upload: wide csv',
    from: 500,
    most: 16_000,
    send: ({ upload }, size) =>
      upload(
        'wide.csv',
        `${rowsOf(size, () => ({}))
          .map((_, n) => `c${n}`)
          .join(',')}\n${chain(size, '1', ',')}\n`,
      ),
  },
  {
    name: 'upload: long csv',
    from: 5_000,
    most: 320_000,
    send: ({ upload }, size) =>
      upload(
        'long.csv',
        `k,v\n${rowsOf(size, () => ({}))
          .map((_, n) => `${n},text`)
          .join('\n')}\n`,
      ),
  },
  {
    name: 'upload: quotes',
    from: 10_000,
    most: 5_000_000,
    send: ({ upload }, size) => upload('quotes.csv', `k,v\n${'"'.repeat(size)}\n`),
  },
]

const insert = ({ as, at }: HostileWorld, rows: readonly object[]) =>
  sent(as.editor, 'POST', `${at}/tables/c/rows`, { rows, expected_version: null })

async function header(call: Call, path: string, name: string, value: string): Promise<Answer> {
  const { status, body } = await call('GET', path, undefined, { [name]: value })
  return { status, text: JSON.stringify(body) ?? '' }
}

function nestedList(depth: number): unknown {
  let list: unknown[] = []
  for (let level = 0; level < depth; level++) list = [list]
  return list
}

export const SHAPES: readonly Shape[] = [...TEXT_SHAPES, ...BODIES]

/** What kept a node busy for a minute when nothing counted rules against rows. */
export const CONTROL_SHAPES: readonly Shape[] = SHAPES.filter(({ name }) => name === 'rows: many rules')
