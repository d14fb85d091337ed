import { type Additions, forwardStdio, type Service } from './forward-stdio.ts'

/** As the command line has them: 4 for who is not let in, 2 for who says too little, 6 for no service there. */
const EXIT = { refused: 4, usage: 2, unreachable: 6 }

/** Runs until the agent closes its end. Standard output belongs to the protocol, so errors go to standard error. */
export async function forwardFromShell(
  { url, token }: { [K in keyof Service]?: string | undefined },
  additions?: Additions,
): Promise<void> {
  if (!url || !token) {
    end(EXIT.usage, 'Set BINDERY_URL and BINDERY_TOKEN, or run `bindery login` once.')
    return
  }
  try {
    await forwardStdio({ url, token }, additions)
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'UnauthorizedError'
    if (isRefused) end(EXIT.refused, `${url} does not accept this token.`)
    else end(EXIT.unreachable, `${url} cannot be reached: ${error instanceof Error ? error.message : error}`)
  }
}

function end(code: number, message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}
