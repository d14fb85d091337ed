import type { ParseSpec, Region, Union } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import type { Context } from '../../../platform/context.ts'
import { fromWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { NEW_TABLES } from '../materialize/materialize-request.ts'
import type { MaterializeJob } from '../materialize/prepare-materialize.ts'
import { insertUndo } from '../parse-spec/operations/spec-undo.store.ts'
import type { Source } from '../source.ts'
import { findSource, updateSource } from '../sources.store.ts'

/**
 * Whether files are one table is decided for all of them at once: what was decided of one file is decided of the others, and their
 * tables are made again. The caller holds the head lock.
 */
export async function followFiles(tx: Tx, ctx: Context, source: Source, before: ParseSpec, after: ParseSpec) {
  const [was, is, asked] = [unionIn(before), unionIn(after), unionAsked(before)]
  const { files } = was ?? asked ?? is ?? {}
  if (!files) return
  const isUnited = is?.files?.union_id === files.union_id
  const isAnswered = asked !== null && unionAsked(after) === null
  if (isUnited === (was !== null) && !isAnswered) return
  for (const id of files.sources) {
    const sourceId = fromWireId('src', id)
    const other = await findSource(tx, source.workbookId, '', sourceId)
    if (!other?.spec) continue
    const spec = sourceId === source.sourceId ? null : decided(other.spec, files.union_id, isUnited)
    if (spec) {
      await insertUndo(tx, other, other.spec)
      await updateSource(tx, other, { spec: { ...spec, revision: other.spec.revision + 1 } })
    }
    if (isUnited === (was !== null)) continue
    const request: MaterializeJob = { source_id: sourceId, request: NEW_TABLES }
    await startJob(tx, ctx, { kind: 'materialize', workbookId: source.workbookId, request })
  }
}

const unionIn = ({ regions }: ParseSpec): Union | null => regions.find(({ union }) => union?.files)?.union ?? null

const unionAsked = ({ regions }: ParseSpec): Union | null =>
  regions.flatMap((region) => askedOf(region) ?? [])[0] ?? null

const askedOf = ({ question }: Region): Union | null =>
  question?.choices.flatMap(({ patch }) => (patch.union?.files ? [patch.union] : []))[0] ?? null

/** The spec of another file of the union, decided alike; null: it has decided otherwise since. */
function decided(spec: ParseSpec, unionId: string, isUnited: boolean): ParseSpec | null {
  const isOf = (union: Union | null | undefined) => union?.files?.union_id === unionId
  if (!spec.regions.some((region) => isOf(region.union) || isOf(askedOf(region)))) return null
  const regions = spec.regions.map((region): Region => {
    const asked = askedOf(region)
    const union = isOf(region.union) ? region.union : isOf(asked) ? asked : undefined
    if (!union) return region
    return { ...region, union: isUnited ? union : null, ...(asked ? { needs_review: false, question: null } : {}) }
  })
  return { ...spec, regions }
}
