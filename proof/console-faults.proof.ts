import { createClient } from '@bindery-data/sdk'
import { makeNetworkFaulty } from '../console/test/faults/faulty-network.ts'
import { COLUMNS, EARS, FIRST_ROWS, sitDown } from '../console/test/faults/grid-user.ts'
import { judge } from '../console/test/faults/judge.ts'
import { buildOldPaste, serveFrom } from '../console/test/faults/old-paste.ts'
import { settle } from '../console/test/faults/settle.ts'
import { openStage, openTheatre, type Stage, type Theatre } from '../console/test/stage.ts'
import { seededRandom } from './hostile-files/random.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** `SEED=…` repeats a run, as far as the machine lets it. */
const { SEED = String(Math.floor(Math.random() * 1e6)), ACTIONS = '5000' } = process.env
const SEATS = 5
const BETWEEN_JUDGEMENTS = 60
/** A small window: what is drawn costs most of the time. */
const VIEW = { width: 900, height: 520 }
/** Beyond this many faults the rest tells nothing new. */
const ENOUGH = 40

/** The grid while every request of it fails, stalls, or answers late in turn. */
export const proof: Proof = {
  promise:
    'Whatever becomes of a request of the grid, nothing that was typed is lost or written twice, and nothing waits for ever',
  isQuick: false,
  minutes: 20,
  about: ['console/src'],
  measure: (options) => takeSeats(Number(ACTIONS), null, options),
  holds: ({ asked, actions, lost, doubled, stuck }) =>
    Number(actions) >= Number(asked) && lost === 0 && doubled === 0 && stuck === 0,
  control: async (options) =>
    onlyDoubled(await takeSeats(Math.min(Number(ACTIONS), 600), await buildOldPaste(), options)),
}

/** Today's paste writes rows where none belong: the control counts as caught by that alone. */
const onlyDoubled = ({ lost, stuck, ...figures }: Figures): Figures => ({
  ...figures,
  actions: figures.asked,
  lost: 0,
  stuck: 0,
  besides: { lost, stuck },
})

type Tally = {
  actions: number
  lost: string[]
  doubled: string[]
  stuck: string[]
  kinds: Map<string, number>
  faults: Map<string, number>
}

async function takeSeats(actions: number, consoleFolder: string | null, { say }: ProofOptions): Promise<Figures> {
  const theatre = await openTheatre()
  const tally: Tally = { actions: 0, lost: [], doubled: [], stuck: [], kinds: new Map(), faults: new Map() }
  say(`seed ${SEED}`)
  try {
    const seats = Array.from({ length: SEATS }, (_, seat) => seat + 1)
    await Promise.all(
      seats.map((seat) => useGrid(theatre, seat, Math.ceil(actions / SEATS), consoleFolder, tally, say)),
    )
  } finally {
    await theatre.close()
  }
  return {
    asked: actions,
    actions: tally.actions,
    lost: tally.lost.length,
    doubled: tally.doubled.length,
    stuck: tally.stuck.length,
    kinds: Object.fromEntries(tally.kinds),
    faults: Object.fromEntries(tally.faults),
    seed: Number(SEED),
  }
}

/** One user with a table of their own, until so many things are done. */
async function useGrid(
  theatre: Theatre,
  seat: number,
  actions: number,
  consoleFolder: string | null,
  tally: Tally,
  say: ProofOptions['say'],
) {
  const random = seededRandom(Number(SEED) * 10 + seat)
  const stage = await openStage(theatre)
  await stage.page.setViewportSize(VIEW)
  await stage.page.addInitScript(EARS)
  if (consoleFolder) await serveFrom(stage.page, consoleFolder)
  const { workbook, at } = await newTable(stage)
  const network = await makeNetworkFaulty(stage.page, random)
  const user = sitDown(stage.page, network, seat, random)
  const shownOpen = new Set<string>()
  network.lift()
  while (user.deeds.actions < actions && tally.lost.length + tally.doubled.length + tally.stuck.length < ENOUGH) {
    const [before, firstIntent] = [user.deeds.actions, user.deeds.intents.length]
    // A page that was just opened holds no lines but those in view: after a while it would hold all of them.
    network.forgetReads()
    await stage.open(at)
    await settle(stage.page, network)
    network.lower()
    for (let n = 0; n < BETWEEN_JUDGEMENTS; n++) await user.act()
    network.lift()
    const settled = await settle(stage.page, network)
    for (const text of settled.shownOpen) shownOpen.add(text)
    tally.actions += user.deeds.actions - before
    if (settled.isStuck) {
      tally.stuck.push(
        `seat ${seat}: ${await stage.page.evaluate(`document.querySelector('main').innerText.slice(-300)`)}`,
      )
      say(tally.stuck.at(-1) ?? '')
      break
    }
    const { lost, doubled } = await judge(stage.page, workbook, network, user.deeds, firstIntent, shownOpen)
    tally.lost.push(...lost)
    tally.doubled.push(...doubled)
    for (const fault of [...lost, ...doubled]) say(`seat ${seat}: ${fault}`)
    say(`seat ${seat}: ${user.deeds.actions} of ${actions}, ${tally.lost.length} lost, ${tally.doubled.length} doubled`)
    if (lost.length + doubled.length > 0) break
  }
  for (let n = 0; n < user.deeds.cutWrong; n++)
    tally.lost.push(`seat ${seat}: a cut put something else on the clipboard than was shown`)
  for (const [kind, times] of user.deeds.kinds) tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + times)
  for (const [fault, times] of network.faults) tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + times)
  await stage.close()
}

async function newTable({ url, person }: Stage) {
  // A session ends before the last look behind the page.
  const { body } = await person.call('POST', '/api/v1/me/tokens', { name: 'judge', scopes: ['workbooks:write'] })
  const client = createClient({ url, token: body.token })
  const workbook = await client.createWorkbook({ title: 'Faults' })
  await workbook.createTable({ name: 'faults', columns: COLUMNS.map((name) => ({ name })) })
  const rows = Array.from({ length: FIRST_ROWS }, (_, n) =>
    Object.fromEntries(COLUMNS.map((name) => [name, `${name}${n + 1}`])),
  )
  await workbook.table('faults').append(rows)
  return { workbook, at: `/w/${workbook.id}/tables/faults` }
}
