/** Runs inside the sandbox, by Node as an engine does, and reports over descriptor 3 what it can see and reach. */
import { createSocket } from 'node:dgram'
import { existsSync, fstatSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'

export type ProbeQuestions = { paths: readonly string[]; tcpPort: number; udpPort: number; abstractSocket: string }

export type ProbeFindings = {
  /** Those of the paths asked about that are there. */
  found: readonly string[]
  root: readonly string[]
  /** Folders in which a file could be made. */
  writable: readonly string[]
  /** Open files, folders and sockets. */
  descriptors: readonly number[]
  /** `connected`, or the code of the error. */
  tcp: string
  abstract: string
  udp: string
  mounts: string
}

const RESULT = 3
const FOLDERS = ['/', '/app', '/app/bin', '/app/server', '/app/server/src', '/app/node_modules', '/bin', '/dev', '/lib']

async function findOut({ paths, tcpPort, udpPort, abstractSocket }: ProbeQuestions): Promise<ProbeFindings> {
  return {
    found: paths.filter((path) => existsSync(path)),
    root: readdirSync('/').sort(),
    writable: FOLDERS.filter(canWriteIn),
    descriptors: Array.from({ length: 256 }, (_, descriptor) => descriptor).filter(isOpenFile),
    tcp: await tryToConnect({ host: '127.0.0.1', port: tcpPort }),
    abstract: await tryToConnect({ path: abstractSocket }),
    udp: await tryToSend(udpPort),
    mounts: existsSync('/proc/self/mountinfo') ? readFileSync('/proc/self/mountinfo', 'utf8') : '',
  }
}

function canWriteIn(folder: string): boolean {
  const file = `${folder}/written-by-probe`
  try {
    writeFileSync(file, 'x')
    rmSync(file)
    return true
  } catch {
    return false
  }
}

/** Leaves out what Node opens for itself: pipes and event descriptors. */
function isOpenFile(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    return found.isFile() || found.isDirectory() || found.isSocket() || found.isCharacterDevice()
  } catch {
    return false
  }
}

function tryToConnect(to: NetConnectOpts): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to)
    socket.once('connect', () => resolve('connected'))
    socket.once('error', (error) => resolve(codeOf(error)))
  })
}

function tryToSend(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', (error) => resolve(codeOf(error)))
    socket.send('x', port, '127.0.0.1', (error) => resolve(error ? codeOf(error) : 'sent'))
  })
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message
}

// Safe: the self-test, which is the only one to start this, writes them.
const questions = JSON.parse(process.argv[2] ?? '{}') as ProbeQuestions
writeSync(RESULT, JSON.stringify(await findOut(questions)))
process.exit(0)
