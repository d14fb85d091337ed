import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { Proof } from './proof.ts'

/** npm run -s proof <name> [--long]: the last line is one JSON object with the figures; not zero when the promise does not hold. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.proof.ts'))
  .map((file) => file.replace('.proof.ts', ''))

const [asked = '', ...flags] = process.argv.slice(2)
/** npm takes the flag for one of its own, and passes it on in the environment only. */
const isLong = flags.includes('--long') || process.env.npm_config_long === 'true'

if (asked === '--quick-names') {
  for (const name of names) if ((await load(name)).isQuick) console.log(name)
} else if (names.includes(asked)) {
  process.exitCode = (await prove(asked)) ? 0 : 1
} else {
  console.error(`usage: npm run -s proof <name> [--long]\n\n${names.map((name) => `  ${name}`).join('\n')}`)
  process.exitCode = 2
}

async function load(name: string): Promise<Proof> {
  const { proof } = (await import(`./${name}.proof.ts`)) as { proof: Proof }
  return proof
}

async function prove(name: string): Promise<boolean> {
  const proof = await load(name)
  const reason = proof.notRun?.() ?? null
  if (reason !== null) {
    console.log(JSON.stringify({ proof: name, not_run: reason }))
    return true
  }
  startServices()
  const options = { isLong, say: (line: string) => console.error(line) }
  const began = performance.now()
  options.say(proof.promise)
  const figures = await proof.measure(options)
  options.say('control: the same with the property broken on purpose')
  const control = await proof.control(options)
  const isBlind = proof.holds(control)
  const holds = proof.holds(figures) && !isBlind
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(JSON.stringify({ proof: name, holds, ...figures, control: { caught: !isBlind, ...control }, seconds }))
  return holds
}

/** Proofs run on the services of this checkout. */
function startServices() {
  execFileSync(`${ROOT}scripts/services`, ['start'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const env = `${ROOT}.services/env`
  if (existsSync(env)) Object.assign(process.env, parseEnv(readFileSync(env, 'utf8')))
}
