import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FaultCounts, ListCounts } from './plain-lists/read-lists.ts'
import type { Proof } from './proof.ts'
import { refuseIfUnsaid, type SourceChange } from './structuring/change-source.ts'

const SEEDS = 4
const SEEDS_LONG = 40
/** A question about a list that needs none is a nuisance, and where fields are missing a row may look like a heading by chance: so many are borne. */
const MOST_BORNE = 0.02

/** The engine without the law that names of fields stay names. */
const LAWLESS: SourceChange = {
  file: 'invariants/names-of-fields.ts',
  from: 'if (region.header_rows.length > 1',
  to: 'if (region.header_rows.length > 0',
}

/** The commonest files of all: what needs no structuring gets none, and nothing is asked about it. */
export const proof: Proof = {
  promise:
    'An ordinary list stays the list it is: its records are the rows, its names the columns, and nothing is asked',
  isQuick: true,
  minutes: 2,
  about: ['spreadsheet/src/structure'],
  measure: ({ isLong }) => readLists(isLong ? SEEDS_LONG : SEEDS),
  control: () => readLists(1, LAWLESS),
  holds: (figures) => {
    // Safe: the figures come from `readLists`.
    const { full, sparse } = figures as ListCounts
    return (
      full.files > 0 &&
      changed(full) === 0 &&
      changed(sparse) <= sparse.files * MOST_BORNE &&
      full.asked <= full.files * MOST_BORNE
    )
  },
}

const changed = ({ split, reshaped, left_out, untyped }: FaultCounts) => split + reshaped + left_out + untyped

const PROGRAM = fileURLToPath(new URL('plain-lists/read-lists.ts', import.meta.url))
const CHANGE_SOURCE = new URL('structuring/change-source.ts', import.meta.url).href
const MOST_FAULTS_SHOWN = 20

async function readLists(seeds: number, change: SourceChange | null = null): Promise<ListCounts> {
  if (change) refuseIfUnsaid(change)
  const imported = change ? ['--import', CHANGE_SOURCE] : []
  const programArguments = [PROGRAM, String(seeds), ...(change ? [JSON.stringify([change])] : [])]
  const program = spawn(process.execPath, [...imported, ...programArguments], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Safe: read-lists.ts writes nothing else.
  const counts = JSON.parse(await text(program.stdout)) as ListCounts
  return { ...counts, faults: counts.faults.slice(0, MOST_FAULTS_SHOWN) }
}
