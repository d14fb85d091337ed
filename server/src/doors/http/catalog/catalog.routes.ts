import { Type } from 'typebox'
import { ArtifactSummary, presentArtifact } from '../../../core/artifacts/read-artifacts.ts'
import type { ItemKey } from '../../../core/catalog/catalog.store.ts'
import { type CatalogItem, readMyData } from '../../../core/catalog/read-my-data.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Limit, NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'

const Item = NamedObject('CatalogItem', { ...ArtifactSummary.properties, workbook_title: Type.String() })

const presentItem = (item: CatalogItem) => ({ ...presentArtifact(item), workbook_title: item.workbookTitle })

export const catalogEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/data',
    operation: 'listMyData',
    summary: 'Every artifact this credential can see, in all workbooks, the newest first',
    scope: 'workbooks:read',
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Limit(50, 200),
      state: Type.Optional(OneOf(['active', 'archived', 'all'])),
    }),
    status: 200,
    response: Type.Object({ artifacts: Type.Array(Item), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, query: { cursor, limit, state = 'all' } }) => {
      const list = `me/data ${ctx.caller.userId} ${state}`
      // Safe: signed, and written below alone.
      const after = cursor ? (readCursor(ctx.keyring, list, cursor) as ItemKey) : null
      const { items, next } = await readMyData(ctx, { state, after, limit })
      return { artifacts: items.map(presentItem), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
]
