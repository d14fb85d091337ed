import { odataAddress } from './tools.ts'

export type Tested = { outcome: 'works'; tables: number } | { outcome: 'fails' } | { outcome: 'unreachable' }

/** Asks for the tables as a program does, with nothing but the token. Browsers cannot speak PostgreSQL's protocol: the token is judged. */
export async function testDoor(url: string, workbookId: string, token: string): Promise<Tested> {
  const headers = { authorization: `Basic ${btoa(`bindery:${token}`)}` }
  try {
    // Without the page's own credential: a token that is wrong must not pass by it.
    const response = await fetch(odataAddress({ url, workbookId }), { headers, credentials: 'omit', cache: 'no-store' })
    if (!response.ok) return { outcome: 'fails' }
    const { value } = (await response.json()) as { value: unknown[] }
    return { outcome: 'works', tables: value.length }
  } catch {
    return { outcome: 'unreachable' }
  }
}
