import { readdirSync, readFileSync } from 'node:fs'

/** Who runs below a process, from what the kernel says of each. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    return Number.isInteger(pid) && parentOf(pid) === parent ? [pid] : []
  })
}

/** Processes below this one, at any depth, whose command names the text. */
export function descendantsNamed(ancestor: number, text: string): number[] {
  return childrenOf(ancestor).flatMap((pid) => [
    ...(commandOf(pid).includes(text) ? [pid] : []),
    ...descendantsNamed(pid, text),
  ])
}

/** SIGKILL. False: it was gone already. */
export function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1])

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

/** Empty when the process is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
