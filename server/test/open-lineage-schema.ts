import { type TSchema, Type } from 'typebox'

/** What OpenLineage 2-0-2 and the newest versions of its facets ask of an event, said in our own schema. */

const SPEC = 'https://openlineage.io/spec'
const Uri = Type.String({ format: 'uri' })
const facet = (name: string, version: string, fields: Record<string, TSchema>) =>
  Type.Object({
    _producer: Uri,
    _schemaURL: Type.Literal(`${SPEC}/facets/${version}/${name}.json#/$defs/${name}`),
    ...fields,
  })

const InputField = Type.Object({
  namespace: Type.String(),
  name: Type.String(),
  field: Type.String(),
  transformations: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Union([Type.Literal('DIRECT'), Type.Literal('INDIRECT')]),
        subtype: Type.Optional(Type.String()),
        masking: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
})

const Dataset = Type.Object({
  namespace: Type.String(),
  name: Type.String(),
  facets: Type.Object({
    schema: facet('SchemaDatasetFacet', '1-2-0', {
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.Optional(Type.String()),
          ordinal_position: Type.Optional(Type.Integer({ minimum: 1 })),
        }),
      ),
    }),
    columnLineage: Type.Optional(
      facet('ColumnLineageDatasetFacet', '1-2-0', {
        fields: Type.Record(Type.String(), Type.Object({ inputFields: Type.Array(InputField) })),
      }),
    ),
  }),
})

export const OpenLineageRunEvent = Type.Object({
  eventType: Type.Union(['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'].map((word) => Type.Literal(word))),
  eventTime: Type.String({ format: 'date-time' }),
  producer: Uri,
  schemaURL: Type.Literal(`${SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent`),
  run: Type.Object({ runId: Type.String({ format: 'uuid' }), facets: Type.Optional(Type.Object({})) }),
  job: Type.Object({ namespace: Type.String(), name: Type.String(), facets: Type.Optional(Type.Object({})) }),
  inputs: Type.Optional(Type.Array(Dataset)),
  outputs: Type.Optional(Type.Array(Dataset)),
})
