import { createHash } from 'node:crypto'
import { formatColumnType } from '../../engine/table/column-type.ts'
import { toWireId } from '../../platform/ids.ts'
import type { TransformLineage } from './lineage.store.ts'
import type { Lineage, LineageNode, NamedColumn } from './read-lineage.ts'

/** Lineage in the words of OpenLineage, an open standard that catalogs of many makers read: one event for each run. */

const SPEC = 'https://openlineage.io/spec'
const EVENT_SCHEMA = `${SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent`
const PRODUCER = 'urn:svc:bindery'

const facet = (name: string, version: string) => ({
  _producer: PRODUCER,
  _schemaURL: `${SPEC}/facets/${version}/${name}.json#/$defs/${name}`,
})

/** The last run of each transform of the graph. */
export function openLineageEvents(workbookId: string, lineage: Lineage) {
  const namespace = `bindery:${toWireId('wb', workbookId)}`
  return lineage.transforms.map((transform) => runEvent(namespace, lineage, transform))
}

function runEvent(namespace: string, { nodes, edges, columns }: Lineage, transform: TransformLineage) {
  const { transformId, tableId, version, at } = transform
  const named = (id: string) => nodes.filter((node) => node.id === id)
  const inputs = edges.filter((edge) => edge.transformId === transformId).flatMap(({ fromId }) => named(fromId))
  const outputs = named(tableId)
  const made = columns.filter(({ to }) => outputs.some(({ name }) => name === to.table))
  const fields = Object.fromEntries(
    made.map(({ to, from, deciding }) => [
      to.column,
      { inputFields: [...inputFields(namespace, from, 'DIRECT'), ...inputFields(namespace, deciding, 'INDIRECT')] },
    ]),
  )
  return {
    eventType: 'COMPLETE' as const,
    eventTime: at.toISOString(),
    producer: PRODUCER,
    schemaURL: EVENT_SCHEMA,
    run: { runId: runIdOf(tableId, version), facets: {} },
    job: { namespace, name: outputs[0]?.name ?? toWireId('tf', transformId), facets: {} },
    inputs: inputs.map((node) => datasetOf(namespace, node, {})),
    outputs: outputs.map((node) =>
      datasetOf(namespace, node, { columnLineage: { ...facet('ColumnLineageDatasetFacet', '1-2-0'), fields } }),
    ),
  }
}

function datasetOf(namespace: string, { name, opened }: LineageNode, facets: Record<string, object>) {
  const fields = (opened?.table.columns ?? []).map((column, n) => ({
    name: column.name,
    type: formatColumnType(column.type),
    ordinal_position: n + 1,
  }))
  return { namespace, name, facets: { schema: { ...facet('SchemaDatasetFacet', '1-2-0'), fields }, ...facets } }
}

const inputFields = (namespace: string, columns: readonly NamedColumn[], type: 'DIRECT' | 'INDIRECT') =>
  columns.map(({ table, column }) => ({
    namespace,
    name: table,
    field: column,
    transformations: [{ type, masking: false }],
  }))

/** The same run has the same id whenever it is asked for: a UUID made of what names it. */
function runIdOf(tableId: string, version: number): string {
  const bytes = createHash('sha256').update(`${tableId} ${version}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
