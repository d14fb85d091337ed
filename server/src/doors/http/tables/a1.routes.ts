import { type Static, Type } from 'typebox'
import {
  PROPOSES,
  ProposedInstead,
  proposedStatus,
  withProposal,
} from '../../../core/tables/proposals/proposals.schema.ts'
import { readA1 } from '../../../core/tables/ranges/read-a1.ts'
import { type A1Write, proposeA1, type WrittenA1, writeA1 } from '../../../core/tables/ranges/write-a1.ts'
import { Actor, AsOf, ExpectedVersion, etagOf, placeOf, Stale } from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable } from '../../../platform/http/schema.ts'

const AT_A1 = '/api/v1/workbooks/{workbook_id}/tables/{name}/a1'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const Range = Type.String({ minLength: 2, maxLength: 30, examples: ['A1:C10'] })
const Values = Type.Array(Type.Array(Type.Unknown()))
const MAX_BODY_BYTES = 32 * 1024 * 1024

const WriteBody = NamedObject('RangeToWrite', {
  range: Range,
  values: Type.Array(Type.Array(Type.Unknown(), { maxItems: 1000 }), { minItems: 1, maxItems: 1000 }),
  expected_version: ExpectedVersion,
  actor: Actor,
})

const writeIn = ({ range, values, expected_version: expected, actor = null }: Static<typeof WriteBody>): A1Write => ({
  range,
  values,
  expected,
  actor,
})

const presentWritten = (done: WrittenA1) => ({
  range: done.range,
  values: done.values,
  edit_version: done.editVersion,
  op_id: done.opId,
  inserted: done.inserted,
  updated: done.updated,
  stale: done.stale,
})

export const a1Endpoints = [
  endpoint({
    method: 'GET',
    path: AT_A1,
    operation: 'readTableRange',
    summary: 'Cells by their places: A1, A1:C10, A:C or 2:5',
    description: 'Row 1 is the header. The range of the answer is what of the asked one is there.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({ range: Range, as_of: AsOf }),
    status: 200,
    response: Type.Object({ range: Type.String(), values: Values, edit_version: Type.Integer() }),
    problems: ['range_out_of_bounds', 'range_too_large', 'history_expired', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const { range, values, editVersion } = await readA1(ctx, { ...placeOf(params), asOf: query.as_of }, query.range)
      return new Answer(200, { range, values, edit_version: editVersion }, etagOf(editVersion))
    },
  }),
  endpoint({
    method: 'PUT',
    path: AT_A1,
    operation: 'writeTableRange',
    summary: 'Write cells by their places',
    description:
      'The range is a rectangle of the size of values, or the upper left cell. Rows below the last one are added. A number for a VARCHAR column is written as its JSON text, unless Prefer: handling=strict is sent; true and false are refused.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtTable,
    maxBodyBytes: MAX_BODY_BYTES,
    locks: 'body',
    body: WriteBody,
    status: 200,
    response: Type.Object({
      range: Type.String(),
      values: Values,
      edit_version: Type.Integer(),
      op_id: Nullable(Type.Integer()),
      inserted: Type.Integer(),
      updated: Type.Integer(),
      stale: Stale,
      proposal: ProposedInstead,
    }),
    problems: [
      'rule_violated',
      'role_required',
      'version_conflict',
      'derived_table_not_editable',
      'header_not_writable',
      'range_out_of_bounds',
      'shape_mismatch',
      'uncastable_value',
      'masked_column',
      'limit_reached',
      'unavailable',
    ],
    handle: async ({ ctx, params, body }) => presentWritten(await writeA1(ctx, placeOf(params), writeIn(body))),
    withLess: {
      ...PROPOSES,
      handle: async ({ ctx, params, body }) => {
        const { done, proposal } = await proposeA1(ctx, placeOf(params), writeIn(body))
        return new Answer(proposedStatus(proposal), withProposal(presentWritten(done), proposal))
      },
    },
  }),
]
