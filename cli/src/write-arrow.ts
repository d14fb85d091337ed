import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { ArrowAnswer } from '@bindery-data/sdk'
import type { Call } from './command.ts'
import { writeStream } from './output.ts'

export const writeArrow = (call: Call, answer: ArrowAnswer) => writeStream(call, fromWeb(answer.stream))

// Safe: Node's own streams are those of the web; only their types have two names.
export const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as NodeStream<Uint8Array>)
