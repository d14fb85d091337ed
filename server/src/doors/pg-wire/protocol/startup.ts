import { BodyReader } from './frontend.ts'
import { protocolViolation } from './wire-error.ts'

/** How a connection begins: with a wish for encryption, with a wish to end what another one runs, or with who is there. */
export type Startup =
  | { kind: 'ssl' | 'gss' }
  | { kind: 'cancel'; pid: number; secret: number }
  | { kind: 'startup'; minor: number; parameters: ReadonlyMap<string, string>; unknown: readonly string[] }

const SSL = 80_877_103
const GSS = 80_877_104
const CANCEL = 80_877_102
const MAJOR = 3
/** The newest minor version that is spoken; clients of a newer one learn that, and stay. */
export const MINOR = 0

export function readStartup(body: Buffer): Startup {
  const read = new BodyReader(body)
  const code = read.int32()
  switch (code) {
    case SSL:
      return { kind: 'ssl' }
    case GSS:
      return { kind: 'gss' }
    case CANCEL:
      return { kind: 'cancel', pid: read.int32(), secret: read.int32() }
    default:
      return readParameters(code, read)
  }
}

function readParameters(code: number, read: BodyReader): Startup {
  if (code >> 16 !== MAJOR) throw protocolViolation(`unsupported frontend protocol ${code >> 16}.${code & 0xffff}`)
  const parameters = new Map<string, string>()
  for (let name = read.text(); name !== ''; name = read.text()) parameters.set(name, read.text())
  read.end()
  const unknown = [...parameters.keys()].filter((name) => name.startsWith('_pq_.'))
  return { kind: 'startup', minor: code & 0xffff, parameters, unknown }
}

/** `-c name=value` and `--name=value`; a space in a value has a backslash before it. */
export function readOptions(options: string): Map<string, string> {
  const words = options.match(/(?:\\.|[^\s\\])+/g)?.map((word) => word.replace(/\\(.)/g, '$1')) ?? []
  const settings = new Map<string, string>()
  for (let n = 0; n < words.length; n++) {
    const word = words[n] ?? ''
    const assigned = word === '-c' ? words[++n] : word.startsWith('-c') ? word.slice(2) : word.replace(/^--/, '')
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assigned ?? '') ?? []
    if (name !== undefined && value !== undefined) settings.set(name.toLowerCase().replaceAll('-', '_'), value)
  }
  return settings
}
