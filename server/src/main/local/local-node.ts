import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@bindery-data/sdk'
import { chooseSandbox } from '../../engine/duckdb/sandbox-mode.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { createLog } from '../../platform/log.ts'
import { createNodeMetrics } from '../../platform/metrics.ts'
import { startApi } from '../api.ts'
import type { NodeSettings } from '../config/node-settings.ts'
import { taskHandlers } from '../job-handlers.ts'
import { openPlatform } from '../platform.ts'
import { startWorker } from '../worker.ts'
import { openFolderDoor } from './folder-door.ts'
import { FolderFollower } from './follow-folder.ts'
import { mintLocalToken, revokeToken } from './local-owner.ts'
import { RUNNING, readRunning } from './running-node.ts'
import { type LocalPlace, writeKept } from './state-folder.ts'

export type LocalNode = { ended: Promise<void>; end: () => void }

type LocalNodeOptions = { keepMs: number; version: string }

/** Serves a folder: the whole service on loopback, and a follower that keeps a workbook in step with the folder. */
export async function startLocalNode(
  place: LocalPlace,
  { settings: own, close }: NodeSettings,
  { keepMs, version }: LocalNodeOptions,
): Promise<LocalNode> {
  // There is one account.
  const settings = { ...own, accountShare: 100 }
  /** The last to start is the first to go. */
  const closings = [close]
  const closeAll = async () => {
    for (const end of closings.toReversed()) await end()
  }
  try {
    const sandbox = chooseSandbox(settings, createLog(settings.logLevel))
    // Awaited below; where it fails first, this has failed with it.
    sandbox.catch(() => {})
    await migrate(settings.databaseUrl)
    const metrics = createNodeMetrics()
    const [api, worker] = await Promise.all([
      startApi(settings, { metrics }),
      startWorker(settings, { handlers: taskHandlers, metrics }),
    ])
    closings.push(worker.close, api.close)
    const before = readRunning(place.state)
    const { platform, close: closePlatform } = await openPlatform(settings, 'bindery local')
    const token = await mintLocalToken(platform).finally(closePlatform)
    if (before) await revokeToken(settings.baseUrl, before.token)

    const follower = new FolderFollower(createClient({ url: settings.baseUrl, token }), place)
    const workbookId = await follower.open()
    closings.push(() => follower.close())
    const idle = new Idleness(keepMs)
    const door = await openFolderDoor({
      token,
      catchUp: async () => {
        await follower.catchUp()
        return follower.state
      },
      look: () => follower.state,
      onAgents: (count) => idle.now(count),
      end: () => idle.end(),
    })
    closings.push(door.close)
    follower.follow((error) => console.error(error))
    const isSandboxed = await sandbox
    const running = { pid: process.pid, version, url: settings.baseUrl, door: door.url, token, workbookId, isSandboxed }
    writeKept(place.state, RUNNING, running)
    closings.push(async () => rmSync(join(place.state, RUNNING), { force: true }))
    return { ended: idle.over.then(closeAll), end: () => idle.end() }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Over when no agent has been there for a while. The first has as long to come. */
class Idleness {
  readonly over: Promise<void>
  readonly #keepMs: number
  #end: () => void = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(keepMs: number) {
    this.#keepMs = keepMs
    this.over = new Promise((resolve) => {
      this.#end = resolve
    })
    this.now(0)
  }

  now(agents: number) {
    clearTimeout(this.#timer)
    if (agents === 0) this.#timer = setTimeout(this.#end, Math.max(this.#keepMs, 1_000))
  }

  end() {
    clearTimeout(this.#timer)
    this.#end()
  }
}
