import { Type } from 'typebox'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Limit, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { findSourceCells } from '../../../work/sources/inspect/find-source-cells.ts'
import { mapSource } from '../../../work/sources/inspect/map-source.ts'
import { AT_SOURCE, AtSource, KEPT_FILE_PROBLEMS, sourcePlaceOf } from '../../../work/sources/sources.schema.ts'

const Sheet = Type.Optional(Type.String({ maxLength: 300 }))
const PROBLEMS = [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'unavailable'] as const

export const inspectEndpoints = [
  endpoint({
    method: 'GET',
    path: `${AT_SOURCE}/map`,
    operation: 'mapSource',
    summary: 'A file in one text that fits into a number of tokens',
    description:
      'Sheets, regions, columns with their ranges of values, formulas by pattern, totals, and what looks wrong: broken patterns, ' +
      'errors, duplicates, missing periods, hidden parts. Everything with its cells. Where not all of it fits, the details are left out first.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    query: Type.Object({
      sheet: Sheet,
      max_tokens: Type.Optional(Type.Integer({ minimum: 200, maximum: 50_000, default: 2_000 })),
    }),
    status: 200,
    response: Type.Object({
      map: Type.String(),
      tokens: Type.Integer({ description: 'An estimate, rather too high' }),
      omitted_lines: Type.Integer(),
    }),
    problems: [...PROBLEMS],
    handle: async ({ ctx, params, query: { sheet = null, max_tokens = 2_000 } }) => {
      const { text, tokens, omitted } = await mapSource(ctx, sourcePlaceOf(params), { sheet, maxTokens: max_tokens })
      return { map: text, tokens, omitted_lines: omitted }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_SOURCE}/cells`,
    operation: 'findSourceCells',
    summary: 'Cells of a file that hold a text',
    description:
      'In any spelling of width and case; cells that hold nothing else come first. Each with the nearest text to its left and above it.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSource,
    query: Type.Object({
      find: Type.String({ minLength: 1, maxLength: 200 }),
      sheet: Sheet,
      look_in: Type.Optional(OneOf(['values', 'formulas'])),
      limit: Limit(20, 500),
    }),
    status: 200,
    response: Type.Object({
      cells: Type.Array(
        Type.Object({
          sheet: Type.String(),
          cell: Type.String({ examples: ['B7'] }),
          value: Type.Unknown(),
          formula: Nullable(Type.String()),
          row_label: Nullable(Type.String({ description: 'The nearest text to the left' })),
          column_label: Nullable(Type.String({ description: 'The nearest text above' })),
        }),
      ),
      truncated: Type.Boolean(),
    }),
    problems: [...PROBLEMS],
    handle: async ({ ctx, params, query: { find, sheet = null, look_in, limit } }) => {
      const search = { text: find, sheet, inFormulas: look_in === 'formulas', limit }
      const { cells, isTruncated } = await findSourceCells(ctx, sourcePlaceOf(params), search)
      return { cells, truncated: isTruncated }
    },
  }),
]
