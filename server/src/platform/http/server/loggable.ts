import type { FastifyRequest } from 'fastify'
import { sqlState } from '../../postgres.ts'

/** What the log may hold of a request and of an error: nothing a client sent but ids. */

const WIRE_ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/

/** The template of the path with its ids filled in. Names are the user's, a ticket in a path is a secret: both stay out. */
export function loggableUrl(request: FastifyRequest): string {
  const { config, url = 'none' } = request.routeOptions
  const params = (request.params ?? {}) as Record<string, string>
  return (config?.endpoint?.path ?? url).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name] ?? ''
    return WIRE_ID.test(value) ? value : place
  })
}

type LoggableError = {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  cause?: LoggableError
}

/** Without what PostgreSQL adds to its errors: a failing row, a key, a parameter. */
export function loggableError(error: unknown): LoggableError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const message = quotesValue(error) ? 'a value that PostgreSQL does not take' : error.message
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '').replace(error.message, message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: loggableError(error.cause) }),
  }
}

/** `invalid input syntax for type integer: "…"` and its like. */
const quotesValue = (error: Error) => sqlState(error)?.startsWith('22') ?? false
