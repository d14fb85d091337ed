import { asJson } from './adviser.ts'

export type AnswerLimits = { patienceMs: number; mostAnswerBytes: number }

/** Sends a document to the operator's model and reads one back; null where it has not answered in words. */
export async function postToAdviser(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: unknown },
  { patienceMs, mostAnswerBytes }: AnswerLimits,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const late = AbortSignal.timeout(patienceMs)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, late]) : late,
  })
  const text = await boundedText(response, mostAnswerBytes)
  return response.ok && text !== null ? asJson(text) : null
}

/** Null as soon as there is more than was allowed: the rest is not read. */
async function boundedText({ body }: Response, mostBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
