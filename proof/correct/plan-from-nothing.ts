/**
 * node proof/correct/plan-from-nothing.ts PACK > proof/correct/from-nothing.json
 * For each case: where its tables and forms are, as operations on sheets of which nothing is understood. The
 * boxes, which of the tables are one, and the corrections that the case needs anyway are all they say.
 */
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { Loader } from '../../server/src/engine/loader/load-request.ts'
import type { SentOperation } from '../../server/src/work/sources/parse-spec/operations/operations.schema.ts'
import { type FileToRead, withLoaders } from '../lib/read-by-loader.ts'
import { casesIn, openCase } from '../realistic/read-case.ts'
import { corrected, specToCorrect } from './correct-case.ts'
import { CORRECTIONS } from './corrections.ts'

const [, , pack = ''] = process.argv
const plans: Record<string, readonly SentOperation[]> = {}
await withLoaders(async (read) => {
  for (const id of casesIn(pack)) {
    const file = openCase(`${pack}/${id}`)
    const operations = await read(file, (loader) => planOf(loader, file, CORRECTIONS[id] ?? [])).catch(
      (error: unknown) => {
        process.stderr.write(`${id}: ${String(error)}\n`)
        return []
      },
    )
    if (operations.length > 0) plans[id] = operations
  }
})
process.stdout.write(`${JSON.stringify(plans, null, 1)}\n`)

async function planOf(loader: Loader, file: FileToRead, known: readonly SentOperation[]): Promise<SentOperation[]> {
  const target = await corrected(loader, await specToCorrect(loader, file, 'proposed'), known)
  return plan(loader, file, target, known)
}

async function plan(
  loader: Loader,
  file: FileToRead,
  target: ParseSpec,
  known: readonly SentOperation[],
): Promise<SentOperation[]> {
  const operations: SentOperation[] = []
  let spec = await specToCorrect(loader, file, 'nothing')
  const ids = new Map<string, string>()
  const make = async (operation: SentOperation) => {
    spec = await corrected(loader, spec, [operation])
    operations.push(operation)
  }
  for (const start of spec.regions) {
    const [first, ...others] = target.regions.filter(
      ({ sheet, kind, evidence }) => sheet === start.sheet && isMeant(kind) && !evidence.includes('inside_table'),
    )
    if (!first) {
      await make({ op: 'set_kind', region: start.region_id, kind: 'note' })
      continue
    }
    await make({ op: 'set_box', region: start.region_id, range: first.range })
    if (first.kind === 'keyvalue') await make({ op: 'set_kind', region: start.region_id, kind: 'form' })
    ids.set(first.region_id, start.region_id)
    for (const region of others) {
      await make({ op: 'add_region', sheet: region.sheet, range: region.range, kind: kindOf(region) })
      ids.set(region.region_id, idAt(spec, region))
    }
  }
  for (const operation of known) {
    const region = ids.get(operation.region ?? '')
    if (region !== undefined && operation.op !== 'set_box') await make({ ...operation, region })
  }
  for (const { union } of target.regions) {
    const regions = union?.parts.flatMap(({ region_id }) => ids.get(region_id) ?? []) ?? []
    if (regions.length > 1) await make({ op: 'unite_tables', regions })
  }
  return operations
}

function isMeant(kind: Region['kind']): boolean {
  return kind === 'data' || kind === 'keyvalue'
}

function kindOf({ kind }: Region): 'table' | 'form' {
  return kind === 'data' ? 'table' : 'form'
}

function idAt({ regions }: ParseSpec, { sheet, range }: Region): string {
  const isThere = (one: Region) => JSON.stringify(parseBox(one.range)) === JSON.stringify(parseBox(range))
  return regions.find((one) => one.sheet === sheet && isThere(one))?.region_id ?? ''
}
