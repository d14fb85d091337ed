import { Type } from 'typebox'
import { Actor, placeOf } from '../../../core/tables/tables.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish } from '../../../platform/http/schema.ts'
import { type QuarantineSeen, readQuarantine } from '../../../work/sources/quarantine/open-quarantine.ts'
import { MOST_SENT, type Sent, sendQuarantined } from '../../../work/sources/quarantine/send-quarantined.ts'

const AT = '/api/v1/workbooks/{workbook_id}/tables/{name}/quarantine'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })

const presentQuarantine = ({ table, quarantine, rows }: QuarantineSeen) => ({
  table,
  quarantine_table: quarantine,
  rows,
})

const MOST_KEPT_SHOWN = 100

const presentSent = ({ table, quarantine, sent, kept, waiting, editVersion }: Sent) => ({
  table,
  quarantine_table: quarantine,
  sent: sent.length,
  row_ids: [...sent],
  kept: kept.slice(0, MOST_KEPT_SHOWN).map(({ rowId, reason }) => ({ row_id: rowId, reason })),
  kept_count: kept.length,
  waiting,
  edit_version: editVersion,
})

export const quarantineEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'readTableQuarantine',
    summary: 'Where rows that break rules of a table are set aside',
    description: 'The same answer for the table and for its quarantine, whichever is named.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    status: 200,
    response: NamedObject('Quarantine', {
      table: Type.String(),
      quarantine_table: Nullable(Type.String({ description: 'Null: nothing was ever set aside' })),
      rows: Nullable(Type.Integer({ description: 'Rows that wait; null where some are hidden from you' })),
    }),
    problems: [],
    handle: async ({ ctx, params }) => presentQuarantine(await readQuarantine(ctx, placeOf(params))),
  }),
  endpoint({
    method: 'POST',
    path: `${AT}/send`,
    operation: 'sendQuarantinedRows',
    summary: 'Send corrected rows of a quarantine into their table',
    description:
      'Rows that obey the rules by now come into the table and leave the quarantine, all at once. ' +
      'The others stay, and their reason is renewed.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    body: Type.Object({
      row_ids: Nullish(
        Type.Array(Type.Integer({ minimum: 1 }), {
          minItems: 1,
          maxItems: MOST_SENT,
          description: `Rows of the quarantine; left out, the first ${MOST_SENT} of all`,
        }),
      ),
      actor: Actor,
    }),
    status: 200,
    response: NamedObject('QuarantinedRowsSent', {
      table: Type.String(),
      quarantine_table: Type.String(),
      sent: Type.Integer(),
      row_ids: Type.Array(Type.Integer(), { description: 'The ids that the sent rows have in the table' }),
      kept: Type.Array(Type.Object({ row_id: Type.Integer(), reason: Type.String() })),
      kept_count: Type.Integer({ description: 'Rows that break a rule still; the first 100 are listed' }),
      waiting: Type.Integer({ description: 'Rows that were not looked at; send again' }),
      edit_version: Type.Integer({ description: 'Of the table' }),
    }),
    problems: [
      'role_required',
      'row_not_found',
      'masked_column',
      'rule_violated',
      'derived_table_not_editable',
      'unavailable',
    ],
    handle: async ({ ctx, params, body }) =>
      presentSent(
        await sendQuarantined(ctx, placeOf(params), { rowIds: body.row_ids ?? null, actor: body.actor ?? null }),
      ),
  }),
]
