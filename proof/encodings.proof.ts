import { isUtf8 } from 'node:buffer'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { detectEncoding, type FoundEncoding } from '@bindery-data/spreadsheet/csv/detect-encoding.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import type { Figures, Proof } from './proof.ts'

const BAR = 0.97
const MORE_SAMPLES = 500
const MORE_SAMPLES_LONG = 20_000

/** A file counts as right when every character of it is. */
export const proof: Proof = {
  promise: 'Text arrives as it was written, whatever encoding it is in and whether or not it says so',
  isQuick: true,
  minutes: 1,
  about: ['spreadsheet/src/csv'],
  measure: ({ isLong }) => count(isLong ? MORE_SAMPLES_LONG : MORE_SAMPLES, detect),
  // What is no UTF-8 is taken for the encoding of Western Windows.
  control: ({ isLong }) => count(isLong ? MORE_SAMPLES_LONG : MORE_SAMPLES, detectWithoutLikelihood),
  holds: ({ right, of }) => typeof right === 'number' && typeof of === 'number' && of >= 536 && right / of >= BAR,
}

type Sample = { kind: string; encoding: string; text: string; bytes: string }
type Detect = (bytes: Buffer) => FoundEncoding | null

async function count(more: number, detect: Detect): Promise<Figures> {
  const samples = await makeSamples(more)
  const wrong: Record<string, number> = {}
  for (const { kind, encoding, text, bytes } of samples) {
    if (decode(Buffer.from(bytes, 'base64'), detect) === text) continue
    const name = `${kind} in ${encoding}`
    wrong[name] = (wrong[name] ?? 0) + 1
  }
  const wrongs = Object.values(wrong).reduce((sum, each) => sum + each, 0)
  return { right: samples.length - wrongs, of: samples.length, wrong }
}

function decode(bytes: Buffer, detect: Detect): string | null {
  const found = detect(bytes)
  if (found === null) return null
  return new TextDecoder(found.encoding, { ignoreBOM: true }).decode(bytes.subarray(found.textFrom))
}

function detect(bytes: Buffer): FoundEncoding | null {
  try {
    return detectEncoding(bytesOf(bytes))
  } catch (error) {
    if (error instanceof FileRefused) return null
    throw error
  }
}

function detectWithoutLikelihood(bytes: Buffer): FoundEncoding {
  return { encoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252', confidence: 1, textFrom: 0 }
}

/** Python encodes them, so that nothing here judges itself. */
async function makeSamples(more: number): Promise<Sample[]> {
  const program = fileURLToPath(new URL('encodings/make-samples.py', import.meta.url))
  const { stdout } = await promisify(execFile)('python3', [program, String(more)], { maxBuffer: 2 ** 30 })
  return (
    stdout
      .trim()
      .split('\n')
      // Safe: make-samples.py writes each line so.
      .map((line) => JSON.parse(line) as Sample)
  )
}
