import { Type } from 'typebox'
import { type SearchResult, searchData } from '../../../core/catalog/search/search-data.ts'
import { FIELDS } from '../../../core/catalog/search/search-question.ts'
import { pageOfWhole } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Limit, NamedObject, NextCursor, Nullable, OneOf, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Result = NamedObject('SearchResult', {
  kind: OneOf(['artifact', 'source']),
  id: Type.String({ description: 'Of the artifact or the source' }),
  name: Type.String(),
  type: OneOf(['table', 'view', 'chart', 'report', 'source']),
  state: OneOf(['active', 'archived']),
  workbook_id: WireId('wb'),
  workbook_title: Type.String(),
  description: Nullable(Type.String()),
  matched: Type.Array(OneOf(FIELDS)),
  score: Type.Number({ minimum: 0, maximum: 1 }),
})

const presentResult = (result: SearchResult) => ({
  kind: result.kind,
  id: toWireId(result.kind === 'source' ? 'src' : 'art', result.itemId),
  name: result.name,
  type: result.type,
  state: result.state,
  workbook_id: toWireId('wb', result.workbookId),
  workbook_title: result.workbookTitle,
  description: result.description,
  matched: [...result.matched],
  score: result.score,
})

export const searchEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/search',
    operation: 'searchData',
    summary: 'Find artifacts and sources by name, description, column names and file names',
    description:
      'All words must be there. Width, case, kana and the usual variants of characters make no difference. Columns that a policy denies are not found.',
    scope: 'workbooks:read',
    query: Type.Object({
      q: Type.String({ maxLength: 500, default: '' }),
      cursor: Type.Optional(Cursor),
      limit: Limit(20, 100),
    }),
    status: 200,
    response: Type.Object({ results: Type.Array(Result), next_cursor: NextCursor }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, query: { q, ...asked } }) => {
      const { page, nextCursor } = pageOfWhole(ctx.keyring, `search ${q}`, await searchData(ctx, q), asked)
      return { results: page.map(presentResult), next_cursor: nextCursor }
    },
  }),
]
