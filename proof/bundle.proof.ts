import { bringBack, downloadBundle } from '../server/test/move-workbook.ts'
import { newPerson } from '../server/test/person.ts'
import { differences, readWholeWorkbook } from '../server/test/read-whole-workbook.ts'
import { runService } from '../server/test/start-service.ts'
import { tampered } from '../server/test/tampered-bundle.ts'
import { addChart, newWholeWorkbook } from '../server/test/whole-workbook.ts'
import { moveLargeTable } from './bundle/move-large-table.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const MOST_MB = 512

/** A workbook with everything in it, from one instance to another that shares nothing with it, compared over HTTP. */
export const proof: Proof = {
  promise:
    'A workbook leaves as one file and comes back elsewhere as it was: every cell at every version, whole or not at all',
  isQuick: false,
  minutes: 5,
  about: ['server/src/work/bundles'],
  measure: (options) => move(options, false),
  // One edit of one row is lost on the way.
  control: (options) => move({ ...options, isLong: false }, true),
  holds: ({ differences, asked, peakMb = 0, halves = 0, largeIsWhole = true }) =>
    differences === 0 && Number(asked) > 100 && Number(peakMb) <= MOST_MB && halves === 0 && largeIsWhole === true,
}

async function move({ isLong, say }: ProofOptions, isRowDropped: boolean): Promise<Figures> {
  const here = await runService({ checkResponses: false })
  const there = await runService({ checkResponses: false })
  try {
    const owner = await newPerson(here.urls[0] ?? '')
    const whole = await newWholeWorkbook(here.urls[0] ?? '', owner)
    await addChart(here, whole)
    const { bytes } = await downloadBundle(here.urls[0] ?? '', owner, whole.at)
    say(`a bundle of ${bytes.length} bytes`)
    const receiver = await newPerson(there.urls[0] ?? '')
    const sent = isRowDropped ? await withoutOneEdit(bytes) : bytes
    const brought = await bringBack(there, receiver, sent)
    if (brought.job.status !== 'succeeded') return { differences: -1, error: brought.job.error }
    const before = await readWholeWorkbook(whole.call, whole.at)
    const found = differences(before, await readWholeWorkbook(receiver.call, brought.at))
    for (const difference of found.slice(0, 10)) say(difference)
    const { tables, ops } = brought.job.result
    const large = isLong ? await moveLargeTable(here, there, say) : {}
    return { tables, ops, asked: before.size, bytes: bytes.length, differences: found.length, ...large }
  } finally {
    await here.close()
    await there.close()
  }
}

/** The last inserted row is missing, and the hashes match the rows that remain. */
function withoutOneEdit(bytes: Buffer) {
  return tampered(bytes, ({ rows }) => {
    let isDropped = false
    rows('delta', (row) => {
      if (isDropped || row.op !== 'I') return row
      isDropped = true
      return null
    })
  })
}
