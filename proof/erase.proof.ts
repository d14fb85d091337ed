import { basename, join } from 'node:path'
import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { searchFolder, valuesIn } from './erase/search.ts'
import { buildWorld, erase, onlyDelete, type World } from './erase/world.ts'
import { type Cluster, startCluster } from './lib/crash-postgres.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/** Values are erased, and then looked for in every byte of everything the service has. */
export const proof: Proof = {
  promise:
    'A value that was erased is nowhere any more: in no version, copy, file, cache or backup; the audit log stays whole',
  isQuick: false,
  minutes: 5,
  about: ['server/src/work/erasure'],
  measure: (options) => inCluster((service, cluster) => look(service, cluster, options, erase)),
  // Deleted in the usual way instead.
  control: (options) => inCluster((service, cluster) => look(service, cluster, options, onlyDelete)),
  holds: ({ found, chain_valid, lost, values }) =>
    Number(values) > 0 && found === 0 && chain_valid === true && lost === 0,
}

/** A cluster of its own, whose files hold nothing else. */
async function inCluster(work: (service: RunningService, cluster: Cluster) => Promise<Figures>): Promise<Figures> {
  const cluster = await startCluster({ isLazy: false })
  const { DATABASE_URL: usual } = process.env
  process.env.DATABASE_URL = cluster.url
  try {
    const service = await runService({ apiNodes: 2, workers: 1, jobHandlers })
    return await work(service, cluster).finally(() => service.close())
  } finally {
    process.env.DATABASE_URL = usual
    await cluster.close()
  }
}

async function look(
  service: RunningService,
  cluster: Cluster,
  { say }: ProofOptions,
  forget: (world: World) => Promise<void>,
): Promise<Figures> {
  const world = await buildWorld(service)
  const { values, kept, call, at } = world
  await forget(world)
  const answered = await readAll(world)
  await service.admin.query('checkpoint')
  const { settings } = service
  const dump = cluster.dump(settings.databaseUrl)
  const files = await searchFolder(join(cluster.data, 'base'), values)
  const places: Record<string, number> = {
    answers: valuesIn(values, answered).length,
    backup: valuesIn(values, dump).length,
    database_files: files.values.size,
    objects_and_caches: (await searchFolder(folderOf(service), values)).values.size,
    logs: valuesIn(values, Buffer.from(service.logged())).length,
  }
  say(JSON.stringify(places))
  const log = await call('GET', `${at}/audit-log?limit=500`)
  return {
    values: values.length,
    found: Object.values(places).reduce((sum, count) => sum + count, 0),
    places,
    relations: await relationsIn(service, files.files),
    // Until PostgreSQL writes over it; no backup made afterwards needs it.
    found_in_wal: (await searchFolder(join(cluster.data, 'pg_wal'), values)).values.size,
    chain_valid: log.body.chain_valid,
    kept: kept.length,
    lost: kept.length - valuesIn(kept, answered).length,
  }
}

/** Which tables of PostgreSQL are kept in these files. */
async function relationsIn({ admin }: RunningService, files: readonly string[]): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select distinct coalesce(pg_filenode_relation(0, node::oid)::text, node) as name
     from unnest($1::text[]) as node order by name`,
    [files.map((file) => basename(file).replace(/[._].*/, ''))],
  )
  return rows.map(({ name }) => name)
}

/** The folder that holds both the objects and what nodes have of them. */
const folderOf = ({ settings }: RunningService) => join(settings.cacheFolder, '..')

/** What anybody can still ask for. */
async function readAll({ call, at }: World): Promise<Buffer> {
  const { body } = await call('GET', `${at}/tables?state=all`)
  const paths = body.tables.flatMap(({ name }: { name: string }) => {
    const table = `${at}/tables/${encodeURIComponent(name)}`
    return [
      'rows',
      'rows?as_of=version:first',
      'rows?as_of=version:second',
      'changes?since=0',
      'rows/3/history',
      'annotations',
    ].map((rest) => `${table}/${rest}`)
  })
  const others = ['ops', 'conflicts', 'sources', 'branches', 'jobs'].map((list) => `${at}/${list}`)
  const answers: string[] = []
  for (const path of [...paths, ...others]) answers.push(JSON.stringify((await call('GET', path)).body))
  return Buffer.from(answers.join('\n'))
}
