import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of its own size below a folder, which can be filled to the last byte. */
export type SmallDisk = { path: string; fill: () => void; free: () => void; close: () => void }

/** Only root may mount one. */
export const canMount = process.geteuid?.() === 0

const LAST_BYTES = 4 * 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024)

/** Without the right to mount it is a plain folder, which is never full. */
export function openSmallDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path, { recursive: true })
  // The users that engines and PostgreSQL run as must pass.
  const options = `size=${megabytes}m,mode=755`
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path])
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: () => {
      if (!canMount) return
      const { bavail, bsize } = statfsSync(path)
      const most = bavail * bsize - LAST_BYTES
      if (most > 0) execFileSync('fallocate', ['--length', String(most), ballast])
      // Others write meanwhile: what is left is taken piece by piece.
      while (appended(ballast));
    },
    free: () => rmSync(ballast, { force: true }),
    // At once for everybody: a process on its way out may still hold a file.
    close: () => void (canMount && execFileSync('umount', ['--lazy', path])),
  }
}

/** False: there is no room left. */
function appended(file: string): boolean {
  try {
    appendFileSync(file, PIECE)
    return true
  } catch {
    return false
  }
}
