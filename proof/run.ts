import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { cleanCommit, record } from './figures.ts'
import type { Proof } from './proof.ts'
import { shardsOf } from './shards.ts'

/**
 * npm run -s proof <name> [--long] [--record]: the last line is one JSON object with the figures; not zero when the promise does
 * not hold. `--record` keeps the figures in proof/figures.json.
 * node proof/run.ts --quick-names | --shards <room> <minutes>: what CI runs.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What is promised of results, run every night, and of costs, run every week. */
const ROOMS = ['proof', 'bench'] as const

const roomOf = new Map(
  ROOMS.flatMap((room) =>
    readdirSync(ROOT + room)
      .filter((file) => file.endsWith('.proof.ts'))
      .map((file) => [file.replace('.proof.ts', ''), room] as const),
  ),
)

const [asked = '', ...flags] = process.argv.slice(2)
/** npm takes the flag for one of its own, and passes it on in the environment only. */
const has = (flag: string) => flags.includes(`--${flag}`) || process.env[`npm_config_${flag}`] === 'true'

if (asked === '--quick-names') {
  for (const name of roomOf.keys()) if ((await load(name)).isQuick) console.log(name)
} else if (asked === '--shards') {
  console.log(JSON.stringify(await shards(flags[0] ?? '', Number(flags[1]))))
} else if (roomOf.has(asked)) {
  process.exitCode = (await prove(asked)) ? 0 : 1
} else {
  const list = ROOMS.map(
    (room) =>
      `${room}:\n${namesIn(room)
        .map((name) => `  ${name}\n`)
        .join('')}`,
  )
  console.error(`usage: npm run -s proof <name> [--long] [--record]\n\n${list.join('\n')}`)
  process.exitCode = 2
}

function namesIn(room: string): string[] {
  return [...roomOf].flatMap(([name, its]) => (its === room ? [name] : []))
}

async function load(name: string): Promise<Proof> {
  const { proof } = (await import(`../${roomOf.get(name)}/${name}.proof.ts`)) as { proof: Proof }
  return proof
}

async function shards(room: string, most: number): Promise<string[]> {
  const timed = []
  for (const name of namesIn(room)) timed.push({ name, minutes: (await load(name)).minutes })
  return shardsOf(timed, most)
}

async function prove(name: string): Promise<boolean> {
  const proof = await load(name)
  const reason = proof.notRun?.() ?? null
  if (reason !== null) {
    console.log(JSON.stringify({ proof: name, not_run: reason }))
    return true
  }
  const commit = has('record') ? cleanCommit() : null
  startServices()
  const isLong = has('long')
  const options = { isLong, say: (line: string) => console.error(line) }
  const began = performance.now()
  options.say(proof.promise)
  const figures = await proof.measure(options)
  options.say('control: the same with the property broken on purpose')
  const broken = await proof.control(options)
  const isBlind = proof.holds(broken)
  const holds = proof.holds(figures) && !isBlind
  const seconds = Math.round((performance.now() - began) / 1000)
  const control = { caught: !isBlind, ...broken }
  if (commit !== null) record(name, proof, { holds, values: figures, control, seconds, commit, isLong })
  console.log(JSON.stringify({ proof: name, holds, ...figures, control, seconds }))
  return holds
}

/** Proofs run on the services of this checkout. */
function startServices() {
  execFileSync(`${ROOT}scripts/services`, ['start'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const env = `${ROOT}.services/env`
  if (existsSync(env)) Object.assign(process.env, parseEnv(readFileSync(env, 'utf8')))
}
