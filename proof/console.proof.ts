import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FLOWS } from '../console/test/all-flows.ts'
import type { Flow } from '../console/test/flow.ts'
import { latinInJapanese } from '../console/test/japanese-texts.ts'
import { perform } from '../console/test/perform.ts'
import { openTheatre } from '../console/test/stage.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

const FEWEST = 140

/** `SHOTS=folder` keeps the pictures there; `ONLY=home` runs the flows whose name or picture has that in it, or one of several parted by commas. */
const { SHOTS, ONLY = '' } = process.env

export const proof: Proof = {
  promise: 'Everything people do in the console works from its beginning to its end, for everybody, in both languages',
  isQuick: false,
  minutes: 8,
  about: ['console/src'],
  measure: (options) => performAll(ALL_FLOWS.filter(isWanted), options),
  holds: ({ flows, failed, axe_violations, troubles, latin_in_japanese }) =>
    Number(flows) >= (ONLY ? 1 : FEWEST) &&
    [failed, axe_violations, troubles, latin_in_japanese].every((count) => count === 0),
  control: (options) => performAll([WRONG], options),
}

const isWanted = ({ name, shot = '' }: Flow) =>
  ONLY.split(',').some((part) => name.includes(part) || shot.includes(part))

/** A flow that finds what does not exist, on a page with a button that has no name. */
const WRONG: Flow = {
  name: 'a button that is nowhere is pressed',
  run: async ({ page, open }) => {
    await open('/')
    await page.evaluate(`document.querySelector('main').append(document.createElement('button'))`)
    await page.getByRole('button', { name: 'nowhere' }).click({ timeout: 500 })
  },
}

async function performAll(flows: readonly Flow[], { say }: ProofOptions): Promise<Figures> {
  const folder = SHOTS ?? mkdtempSync(join(tmpdir(), 'bindery-console-'))
  mkdirSync(folder, { recursive: true })
  const theatre = await openTheatre()
  const failures: string[] = []
  const violations: string[] = []
  const troubles: string[] = []
  try {
    for (const flow of flows) {
      const performed = await perform(theatre, flow, { folder })
      say(`${performed.failure === null ? 'done' : 'FAILED'}: ${flow.name}`)
      if (performed.failure !== null) failures.push(`${flow.name}: ${performed.failure}`)
      violations.push(...performed.violations)
      troubles.push(...performed.troubles.map((trouble) => `${flow.name}: ${trouble}`))
    }
  } finally {
    await theatre.close()
  }
  const latin = latinInJapanese()
  for (const line of [...failures, ...violations, ...troubles, ...latin]) say(line)
  return {
    flows: flows.length,
    failed: failures.length,
    axe_violations: violations.length,
    troubles: troubles.length,
    latin_in_japanese: latin.length,
    pictures: folder,
  }
}
