import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { geometricMean, rounded } from '../proof/lib/figures.ts'
import { openClient, type SentRequest } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { loadFor, newTally, paceFor, percentile, type Side, type Tally } from '../proof/lib/query-load-clients.ts'
import { mintTokens } from '../proof/lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { startDatasette } from './query-load/datasette.ts'
import { HEAVY_QUERY, LIGHT_QUERIES, type SalesWorkbook, seedSales } from './query-load/sales-workbooks.ts'

const WORKBOOKS = 100
const CONTROL_WORKBOOKS = 12
/** Alternating, so that what the machine does meanwhile happens to both. */
const SPELLS = 3
const LONG_SPELLS = 12
const SPELL_MS = 1_500
const MIXED_MS = 6_000
const PACED_MS = 8_000
const HEAVY_AT_ONCE = 2
/** Of the classes of small queries, our queries a second by Datasette's: their geometric mean, and the worst of them. */
const BARS = { geomean: 1, worst: 0.6, lightBesideHeavy: 2 }

export const proof: Proof = {
  promise:
    'A node answers the small queries of 100 workbooks as fast as Datasette, and a heavy query beside them delays no other',
  isQuick: false,
  minutes: 10,
  about: ['server/src/core/queries', 'server/src/engine/duckdb'],
  measure: (options) => measureLoad(WORKBOOKS, options.isLong ? LONG_SPELLS : SPELLS, {}, options),
  // With memory for two engines, each workbook waits for one to start.
  control: (options) => measureLoad(CONTROL_WORKBOOKS, 1, { SVC_ENGINE_MEMORY_MB: '64' }, options),
  holds: ({ errors, geomean_vs_datasette, worst_vs_datasette, light_p99_beside_heavy_ratio }) =>
    errors === 0 &&
    Number(geomean_vs_datasette) >= BARS.geomean &&
    Number(worst_vs_datasette) >= BARS.worst &&
    Number(light_p99_beside_heavy_ratio) <= BARS.lightBesideHeavy,
}

async function measureLoad(
  count: number,
  spells: number,
  environment: Readonly<Record<string, string>>,
  { say }: ProofOptions,
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-sqlite-'))
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service, environment)
  try {
    const { call } = await newPerson(node.url)
    const workbooks = await seedSales({ service, call, folder, say }, count)
    const datasette = await startDatasette(workbooks.map(({ file }) => file))
    const ours = serviceSide(node.url, await mintTokens(call), workbooks)
    const theirs = datasetteSide(datasette.url, workbooks)
    try {
      await warmUp(ours, theirs, say)
      const classes = await compare(ours, theirs, spells, say)
      const mixed = await mix(ours, spells, say)
      return { workbooks: count, ...classes, ...mixed, errors: classes.errors + mixed.errors }
    } finally {
      ours.close()
      theirs.close()
      await datasette.close()
    }
  } finally {
    await node.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tokens take turns, as each has a rate of its own. */
function serviceSide(url: string, tokens: readonly string[], workbooks: readonly SalesWorkbook[]): Side {
  let sent = 0
  return sideOf(url, workbooks, ({ path }, sql) => {
    sent += 1
    return { method: 'POST', path, token: tokens[sent % tokens.length] ?? '', body: { sql } }
  })
}

const datasetteSide = (url: string, workbooks: readonly SalesWorkbook[]): Side =>
  sideOf(url, workbooks, ({ file }, sql) => ({
    method: 'GET',
    path: `/${basename(file, '.db')}.json?_shape=array&sql=${encodeURIComponent(sql)}`,
  }))

function sideOf(
  url: string,
  workbooks: readonly SalesWorkbook[],
  asked: (workbook: SalesWorkbook, sql: string) => SentRequest,
): Side {
  const client = openClient(url)
  return {
    workbooks: workbooks.length,
    ask: (n, sql) => {
      const workbook = workbooks[n]
      if (!workbook) throw new Error(`impossible: there is no workbook ${n}`)
      return client.ask(asked(workbook, sql))
    },
    close: client.close,
  }
}

/** Every workbook is asked once; both sides answer every class of queries alike. */
async function warmUp(ours: Side, theirs: Side, say: ProofOptions['say']) {
  for (let n = 0; n < ours.workbooks; n++) {
    for (const make of Object.values(LIGHT_QUERIES)) {
      const sql = make()
      const [here, there] = [await ours.ask(n, sql), await theirs.ask(n, sql)]
      const answers = [
        JSON.stringify(JSON.parse(here.body.toString()).rows),
        JSON.stringify(JSON.parse(there.body.toString())),
      ]
      if (answers[0] !== answers[1]) throw new Error(`not the same answers to ${sql}: ${answers.join(' and ')}`)
    }
  }
  say('every workbook is open, and both sides answer the same')
}

/** Queries a second of each class, on both sides in turn. */
async function compare(ours: Side, theirs: Side, spells: number, say: ProofOptions['say']) {
  const classes: Record<string, { ours: number; datasette: number; ratio: number }> = {}
  let errors = 0
  for (const [name, make] of Object.entries(LIGHT_QUERIES)) {
    const [here, there] = [newTally(), newTally()]
    for (let spell = 0; spell < spells; spell++) {
      await loadFor(SPELL_MS, ours, make, here)
      await loadFor(SPELL_MS, theirs, make, there)
    }
    const rates = { ours: rateOf(here), datasette: rateOf(there) }
    classes[name] = {
      ours: Math.round(rates.ours),
      datasette: Math.round(rates.datasette),
      ratio: rounded(rates.ours / rates.datasette),
    }
    errors += here.errors + there.errors
    say(`${name}: ${JSON.stringify(classes[name])}`)
  }
  const ratios = Object.values(classes).map(({ ratio }) => ratio)
  return {
    geomean_vs_datasette: rounded(geometricMean(ratios)),
    worst_vs_datasette: Math.min(...ratios),
    classes,
    errors,
  }
}

const rateOf = ({ times, spentMs }: Tally) => (times.length * 1000) / spentMs

/** All classes at once, as fast as they are answered; then at an even pace, beside heavy queries of one workbook and without. */
async function mix(ours: Side, spells: number, say: ProofOptions['say']) {
  const makes = Object.values(LIGHT_QUERIES)
  const any = () => makes[Math.floor(Math.random() * makes.length)]?.() ?? ''
  const [full, alone, beside] = [newTally(), newTally(), newTally()]
  const heavy = newTally()
  for (let spell = 0; spell < spells; spell++) {
    await loadFor(MIXED_MS, ours, any, full)
    await paceFor(PACED_MS, ours, any, alone)
    const heavies = Array.from({ length: HEAVY_AT_ONCE }, () => heavyFor(PACED_MS, ours, heavy))
    await Promise.all([paceFor(PACED_MS, ours, any, beside), ...heavies])
    say(`mixed, spell ${spell + 1} of ${spells}`)
  }
  return {
    qps: Math.round(rateOf(full)),
    p50_ms: rounded(percentile(full.times, 0.5)),
    p99_ms: rounded(percentile(full.times, 0.99)),
    errors: [full, alone, beside, heavy].reduce((sum, tally) => sum + tally.errors, 0),
    light_p99_beside_heavy_ratio: rounded(percentile(beside.times, 0.99) / percentile(alone.times, 0.99)),
    light_ms: { alone: shape(alone), beside_heavy: shape(beside), heavy_queries: heavy.times.length },
  }
}

const shape = ({ times }: Tally) => ({ p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) })

/** In the first workbook, which gets no other requests meanwhile. */
async function heavyFor(ms: number, ours: Side, tally: Tally) {
  const ends = performance.now() + ms
  while (performance.now() < ends) {
    const began = performance.now()
    const { status } = await ours.ask(0, HEAVY_QUERY)
    if (status !== 200) tally.errors += 1
    tally.times.push(performance.now() - began)
  }
}
