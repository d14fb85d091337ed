import { type Static, Type } from 'typebox'
import { ColumnName, Conditions } from '../../../core/tables/conditions/conditions.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  readSavedView,
  readSavedViews,
  type VisibleView,
} from '../../../work/looks/saved-views/saved-views.ts'

const AT = '/api/v1/workbooks/{workbook_id}/saved-views'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtView = Type.Object({ workbook_id: Id('wb'), view_id: Id('sv') })
const Name = Type.String({ minLength: 1, maxLength: 200 })

const Filter = Conditions
const OrderBy = Type.Array(Type.Object({ column: ColumnName, direction: Type.Optional(OneOf(['asc', 'desc'])) }), {
  maxItems: 20,
})
const Columns = Type.Array(
  Type.Object({
    column: ColumnName,
    width_px: Nullish(Type.Integer({ minimum: 24, maximum: 4_000 })),
    hidden: Type.Optional(Type.Boolean({ default: false })),
    format: Nullish(Type.String({ maxLength: 200, description: 'A number format of Excel, for this view only' })),
  }),
  {
    maxItems: 2_000,
    description: 'From left to right; a column that is not named stands behind the one before it in the table',
  },
)
const Frozen = Type.Integer({ minimum: 0, maximum: 2_000, description: 'How many shown columns stay at the left' })

const State = NamedObject('SavedViewState', {
  filter: Type.Optional(Filter),
  order_by: Type.Optional(OrderBy),
  columns: Type.Optional(Columns),
  frozen_columns: Type.Optional(Frozen),
})

const stateOf = ({ filter, order_by, columns, frozen_columns }: Static<typeof State>) => ({
  filter: filter ?? [],
  orderBy: (order_by ?? []).map(({ column, direction }) => ({ column, isDescending: direction === 'desc' })),
  columns: (columns ?? []).map(({ column, width_px, hidden, format }) => ({
    column,
    widthPx: width_px ?? null,
    isHidden: hidden ?? false,
    format: format ?? null,
  })),
  frozen: frozen_columns ?? 0,
})

const SavedViewInfo = NamedObject('SavedView', {
  view_id: WireId('sv'),
  name: Type.String(),
  table: Type.String(),
  table_id: WireId('art'),
  filter: Filter,
  order_by: Type.Array(Type.Object({ column: Type.String(), direction: OneOf(['asc', 'desc']) })),
  columns: Type.Array(
    Type.Object({
      column: Type.String(),
      width_px: Nullable(Type.Integer()),
      hidden: Type.Boolean(),
      format: Nullable(Type.String()),
    }),
  ),
  frozen_columns: Type.Integer(),
  partial: Type.Boolean({
    description: 'Parts about columns that are hidden from you, or gone, are left out',
  }),
  version: Type.Integer(),
  owner: Type.Object({ user_id: WireId('usr'), name: Nullable(Type.String()) }),
  created_at: Time,
  updated_at: Time,
})

const presentView = ({ view, state }: VisibleView) => ({
  view_id: toWireId('sv', view.viewId),
  name: view.name,
  table: view.table,
  table_id: toWireId('art', view.tableId),
  filter: [...state.filter],
  order_by: state.orderBy.map(({ column, isDescending }) => ({ column, direction: isDescending ? 'desc' : 'asc' })),
  columns: state.columns.map(({ column, widthPx, isHidden, format }) => ({
    column,
    width_px: widthPx,
    hidden: isHidden,
    format,
  })),
  frozen_columns: state.frozen,
  partial: state.isPartial,
  version: view.version,
  owner: { user_id: toWireId('usr', view.createdBy), name: view.ownerName },
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
})

export const savedViewEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listSavedViews',
    summary: 'Saved views of a workbook, by table and name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    query: Type.Object({ table: Type.Optional(Type.String({ maxLength: 200, description: 'Those of one table' })) }),
    status: 200,
    response: Type.Object({ saved_views: Type.Array(SavedViewInfo) }),
    handle: async ({ ctx, params, query }) => {
      const views = await readSavedViews(ctx, params.workbook_id, query.table ?? null)
      return { saved_views: views.map(presentView) }
    },
  }),
  endpoint({
    method: 'POST',
    path: AT,
    operation: 'createSavedView',
    summary: 'Keep a way to look at a table under a name',
    description:
      'Filter, order, columns and formats, for everybody in the workbook. It owns no data: rows are read as ever, under the policies of who reads them.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({ name: Name, table: Type.String({ minLength: 1, maxLength: 200 }), ...State.properties }),
    status: 201,
    response: SavedViewInfo,
    problems: ['role_required', 'unknown_column', 'uncastable_value', 'name_taken', 'limit_reached'],
    handle: async ({ ctx, params, body }) =>
      presentView(
        await createSavedView(ctx, params.workbook_id, { name: body.name, table: body.table, ...stateOf(body) }),
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/{view_id}`,
    operation: 'readSavedView',
    summary: 'A saved view',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtView,
    status: 200,
    response: SavedViewInfo,
    handle: async ({ ctx, params }) => presentView(await readSavedView(ctx, params.workbook_id, params.view_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT}/{view_id}`,
    operation: 'changeSavedView',
    summary: 'Rename a saved view, or have it show the table in another way',
    description: 'With state, all of filter, order_by, columns and frozen_columns is replaced.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtView,
    body: Type.Object({
      name: Type.Optional(Name),
      state: Type.Optional(State),
      expected_version: Nullish(Type.Integer()),
    }),
    status: 200,
    response: SavedViewInfo,
    problems: [
      'role_required',
      'unknown_column',
      'uncastable_value',
      'masked_column',
      'name_taken',
      'version_conflict',
    ],
    handle: async ({ ctx, params, body }) =>
      presentView(
        await changeSavedView(ctx, params.workbook_id, params.view_id, {
          name: body.name,
          state: body.state && stateOf(body.state),
          expected: body.expected_version ?? null,
        }),
      ),
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT}/{view_id}`,
    operation: 'deleteSavedView',
    summary: 'Delete a saved view; the table stays',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtView,
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      await deleteSavedView(ctx, params.workbook_id, params.view_id)
    },
  }),
]
