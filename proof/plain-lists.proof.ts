import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { LengthCounts } from './plain-lists/read-lengths.ts'
import type { FaultCounts, ListCounts } from './plain-lists/read-lists.ts'
import type { Proof } from './proof.ts'
import { refuseIfUnsaid, type SourceChange } from './structuring/change-source.ts'

const SEEDS = 4
const SEEDS_LONG = 40
/** Lists that are read short and with so many rows that no sheet of them is held whole. */
const LENGTHS = 1
const LENGTHS_LONG = 8
/** A question about a list that needs none is a nuisance, and where fields are missing a row may look like a heading by chance: so many are borne. */
const MOST_BORNE = 0.02

/** The engine without the law that names of fields stay names. */
const LAWLESS: SourceChange = {
  file: 'invariants/names-of-fields.ts',
  from: 'if (region.header_rows.length > 1',
  to: 'if (region.header_rows.length > 0',
}

/** The engine that types a long sheet by how its texts are spelled, and not by what they mean. */
const SPELLED: SourceChange = {
  file: 'type-long-columns.ts',
  from: 'types.add(value)',
  to: "types.add({ ...value, value: { kind: 'text' } })",
}

type ListFigures = ListCounts & {
  lengths: LengthCounts
  /** Of a control: whether one of the two readings held although it was broken. */
  isBlind?: boolean
}

/** The commonest files of all: what needs no structuring gets none, nothing is asked about it, and its length makes no difference. */
export const proof: Proof = {
  promise:
    'An ordinary list stays the list it is, however long: its records are the rows, its names the columns, and nothing is asked',
  isQuick: true,
  minutes: 3,
  about: ['spreadsheet/src/structure'],
  measure: async ({ isLong }): Promise<ListFigures> => ({
    ...(await readLists(isLong ? SEEDS_LONG : SEEDS)),
    lengths: await readLengths(isLong ? LENGTHS_LONG : LENGTHS, ['csv', 'xlsx']),
  }),
  control: async (): Promise<ListFigures> => {
    const lists = await readLists(1, LAWLESS)
    const lengths = await readLengths(1, ['csv'], SPELLED)
    return { ...lists, lengths, isBlind: areLists(lists) || areAlike(lengths) }
  },
  holds: (figures) => {
    // Safe: the figures come from `measure` or `control`.
    const { lengths, isBlind, ...lists } = figures as ListFigures
    return isBlind ?? (areLists(lists) && areAlike(lengths))
  },
}

const areLists = ({ full, sparse }: ListCounts) =>
  full.files > 0 &&
  changed(full) === 0 &&
  changed(sparse) <= sparse.files * MOST_BORNE &&
  full.asked <= full.files * MOST_BORNE

const areAlike = ({ pairs, not_lists, typed_otherwise, other_nulls, other_warnings }: LengthCounts) =>
  pairs > 0 && not_lists + typed_otherwise + other_nulls + other_warnings === 0

const changed = ({ split, reshaped, left_out, untyped }: FaultCounts) => split + reshaped + left_out + untyped

const FOLDER = new URL('plain-lists/', import.meta.url)
const CHANGE_SOURCE = new URL('structuring/change-source.ts', import.meta.url).href
const MOST_FAULTS_SHOWN = 20

async function readLists(seeds: number, change: SourceChange | null = null): Promise<ListCounts> {
  // Safe: read-lists.ts writes nothing else.
  const counts = (await run('read-lists.ts', [seeds], change)) as ListCounts
  return { ...counts, faults: counts.faults.slice(0, MOST_FAULTS_SHOWN) }
}

async function readLengths(
  lists: number,
  formats: readonly string[],
  change: SourceChange | null = null,
): Promise<LengthCounts> {
  // Safe: read-lengths.ts writes nothing else.
  const counts = (await run('read-lengths.ts', [lists, formats.join(',')], change)) as LengthCounts
  return { ...counts, differences: counts.differences.slice(0, MOST_FAULTS_SHOWN) }
}

async function run(
  program: string,
  options: readonly (number | string)[],
  change: SourceChange | null,
): Promise<unknown> {
  if (change) refuseIfUnsaid(change)
  const imported = change ? ['--import', CHANGE_SOURCE] : []
  const programArguments = [fileURLToPath(new URL(program, FOLDER)), ...options.map(String)]
  const changes = change ? [JSON.stringify([change])] : []
  const running = spawn(process.execPath, [...imported, ...programArguments, ...changes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(running.stdout))
}
