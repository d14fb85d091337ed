import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'

/** A number no account of the host has: as uid 0 a sandboxed program would own /proc/sys and with it the machine. */
const SANDBOX_ID = 20_001

export type SandboxUser = {
  uid: number
  gid: number
  /** False where the service is not root itself: it cannot become another user, so the sandbox runs as the service's user. */
  isSwitched: boolean
}

export function sandboxUser(): SandboxUser {
  const uid = process.geteuid?.() ?? 0
  if (uid === 0) return { uid: SANDBOX_ID, gid: SANDBOX_ID, isSwitched: true }
  return { uid, gid: process.getegid?.() ?? uid, isSwitched: false }
}

/**
 * Lets the sandbox read a file or folder that the service keeps, or hands it over for writing; no other user gains anything.
 * Folders above it need `x` for others: a path is walked by the sandbox's user. A hard link has the rights of its file.
 */
export function shareWithSandbox(path: string, access: 'read' | 'write') {
  const user = sandboxUser()
  const isFolder = statSync(path).isDirectory()
  if (!user.isSwitched) return
  if (access === 'write') {
    chownSync(path, user.uid, user.gid)
    chmodSync(path, isFolder ? 0o700 : 0o600)
    return
  }
  chownSync(path, process.geteuid?.() ?? 0, user.gid)
  chmodSync(path, isFolder ? 0o750 : 0o640)
}

/** A folder of this process; those of processes that were killed go. Sandboxed programs must be able to pass through it. */
export function makeProcessFolder(parent: string, kind: 'reader' | 'loaders' | 'builders' | 'bundles'): string {
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  const { uid, mode } = statSync(parent)
  // What lies there is trusted: no other user may have made it.
  if (uid !== process.geteuid?.()) throw new Error(`The cache folder ${parent} belongs to another user.`)
  chmodSync(parent, mode | 0o011)
  for (const name of readdirSync(parent)) {
    const [, of, owner] = /^(reader|loaders|builders|bundles)-(\d+)-/.exec(name) ?? []
    if (of === kind && !existsSync(`/proc/${owner}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = join(parent, `${kind}-${process.pid}-${newId()}`)
  mkdirSync(folder, { mode: 0o711 })
  return folder
}
