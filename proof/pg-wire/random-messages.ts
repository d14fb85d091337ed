import { int16, int32, message } from './raw-client.ts'

/** `isBroken`: the server must end the connection, or may. */
export type Said = { bytes: Buffer; kind: string; isBroken: boolean }

/** Random numbers that can be repeated. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const text = (value: string) => Buffer.from(`${value}\0`)

const STATEMENTS = [
  'SELECT 1', 'SELECT * FROM kinds', 'SELECT $1::int + 1', 'SELECT * FROM nothing', '', ';', 'BEGIN', 'COMMIT', 'ROLLBACK', 'SHOW server_version',
  'SET application_name = x', "SET client_encoding = 'LATIN1'", 'DECLARE c CURSOR FOR SELECT n FROM kinds', 'FETCH 1 FROM c', 'CLOSE c', 'SELEC', 'DELETE FROM kinds',
  'COPY kinds TO STDOUT', 'COPY kinds FROM STDIN', 'DISCARD ALL', "SELECT 'a", 'SELECT /* ', 'SELECT 1; SELECT 2', 'SELECT relname FROM pg_class', '\u{1F600}', 'SAVEPOINT s',
  'SELECT $9', "SELECT 'x'::regclass", 'DEALLOCATE ALL', 'FETCH BACKWARD 1 FROM c', 'SELECT count(*) FROM range(100000)',
] // biome-ignore format: a list
const NAMES = ['', '', 's', 't', 'c']

/** A message as a client might say it, now and then with something wrong in it. */
export function randomMessage(random: (below: number) => number): Said {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const name = () => text(pick(NAMES))
  const kinds: readonly (() => Buffer)[] = [
    () => message('Q', text(pick(STATEMENTS))),
    () => message('P', name(), text(pick(STATEMENTS)), int16(random(2)), ...[]),
    () => message('P', name(), text(pick(STATEMENTS)), int16(0)),
    () => message('B', name(), name(), int16(0), int16(0), int16(0)),
    () =>
      message(
        'B',
        name(),
        name(),
        int16(1),
        int16(random(2)),
        int16(1),
        int32(2),
        Buffer.from('12'),
        int16(1),
        int16(random(2)),
      ),
    () => message('D', Buffer.from(pick(['S', 'P', 'x'])), name()),
    () => message('E', name(), int32(random(3))),
    () => message('C', Buffer.from(pick(['S', 'P'])), name()),
    () => message('S'),
    () => message('H'),
    () => message('d', Buffer.alloc(random(40), 65)),
    () => message('c'),
    () => message('F', int32(1)),
    () => Buffer.from(Array.from({ length: 1 + random(30) }, () => random(256))),
  ]
  const n = random(kinds.length * 4) % kinds.length
  const bytes = kinds[n]?.() ?? Buffer.alloc(0)
  const isNoise = n === kinds.length - 1
  // One in forty is cut short, or has a byte changed.
  if (random(40) === 0 && bytes.length > 1)
    return { bytes: bytes.subarray(0, 1 + random(bytes.length - 1)), kind: 'cut', isBroken: true }
  if (random(40) === 0) {
    const changed = Buffer.from(bytes)
    changed[random(changed.length)] = random(256)
    return { bytes: changed, kind: 'changed', isBroken: true }
  }
  return { bytes, kind: bytes.toString('latin1', 0, 1), isBroken: isNoise || n === 1 }
}
