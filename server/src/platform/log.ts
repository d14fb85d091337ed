import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Query parameters that are secrets in themselves. */
const SECRET_PARAMETERS = /([?&](?:sig|token|code|state|user_code|device_code)=)[^&]*/gi

/**
 * One JSON line per happening. What may be secret is left out by construction: headers and bodies are never logged,
 * and a URL loses its secret parameters.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret', '*.authorization'],
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, url: withoutSecrets(request.url) }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: withoutConnection,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** On the error of a connection that was lost the driver hangs all of it, statements and parameters too. */
function withoutConnection(error: Error) {
  const { client: _connection, ...fields } = pino.stdSerializers.err(error)
  return fields
}

export function withoutSecrets(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1…')
}
