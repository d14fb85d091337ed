import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { keepLogs } from './cluster/keep-logs.ts'
import { live } from './cluster/live.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { checkOutRelease } from './upgrade/check-out-release.ts'
import { judgeUpgrade } from './upgrade/judge-upgrade.ts'
import { UPGRADE_OPERATIONS } from './upgrade/more-work.ts'
import { calm, enter, migrateOnline, roll } from './upgrade/roll.ts'
import { makeWorld, type World } from './upgrade/world.ts'

const LOCKED_SECONDS = 15
const CLIENTS = 4

/** npm run -s proof upgrade -- [--from v0.1.0]: any tag or commit; the release before this one when none is named. */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  options: { from: { type: 'string' } },
  strict: false,
})
const from = typeof asked.from === 'string' ? asked.from : undefined

export const proof: Proof = {
  promise:
    'A release takes the place of the one before it, node by node under load: nothing is lost, and no client notices',
  isQuick: false,
  minutes: 20,
  about: ['server/migrations', 'server/src'],
  measure: (options) =>
    upgrade(options, async (world) => {
      enter(world, 'the database is migrated')
      await migrateOnline(world)
      await calm(world, 'old nodes on the new schema')
      await roll(world)
    }),
  // A migration that is not online: it holds the tables' table for longer than anybody waits.
  control: (options) =>
    upgrade(options, async (world) => {
      enter(world, 'a migration locks everybody out')
      await lockOut(world)
      await calm(world, 'after it')
    }),
  holds: ({ lost, errors, wrong_reads, wrong_answers, acknowledged, migrators, ...found }) =>
    [lost, errors, wrong_reads, wrong_answers].every((count) => count === 0) &&
    Number(migrators) <= 1 &&
    [acknowledged, found.old_read_new, found.new_read_old, found.jobs_handed_over].every((count) => Number(count) > 0),
}

async function upgrade(options: ProofOptions, change: (world: World) => Promise<void>): Promise<Figures> {
  const old = await checkOutRelease(from)
  try {
    const world = await makeWorld(old, options)
    try {
      return { from: old.commit.slice(0, 7), ...(await changeUnderLoad(world, change)) }
    } finally {
      await keepLogs(world.cluster)
      world.receiver.close()
      await world.cluster.close()
    }
  } finally {
    await old.remove()
  }
}

async function changeUnderLoad(world: World, change: (world: World) => Promise<void>) {
  const { cluster, tokens, models, say, found } = world
  let isDone = false
  const trouble = () => world.phase
  const life = {
    clients: CLIENTS,
    url: cluster.url,
    tokens,
    models,
    isOver: () => isDone,
    operations: UPGRADE_OPERATIONS,
    trouble,
    say,
  }
  const living = live(life)
  try {
    await calm(world, 'before')
    await change(world)
  } finally {
    isDone = true
    await living
  }
  const figures = await judgeUpgrade(world, await living)
  return { ...figures, migrations: found.migrations, migrators: found.migrators }
}

async function lockOut({ cluster }: World) {
  const client = new pg.Client({ connectionString: cluster.postgres.url })
  await client.connect()
  await client.query('begin; lock table table_head in access exclusive mode')
  await pause(LOCKED_SECONDS * 1_000)
  await client.query('commit')
  await client.end()
}
