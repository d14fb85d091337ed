/** A model that may be asked about tables. What it says is a proposal: nothing of it is believed before it was checked. */
export type Adviser = { ask: (question: AdviserQuestion, signal?: AbortSignal) => Promise<string> }

export type AdviserQuestion = { instructions: string; material: string; mostTokens: number }

/** How an adviser is reached: over the Messages API of Anthropic, or any endpoint that speaks as OpenAI's does. */
export type AdviserSettings = { kind: 'anthropic' | 'openai'; url: string; key: string; model: string }

const PATIENCE_MS = 120_000
const MOST_ANSWER_BYTES = 1024 * 1024

/** Sends a document to the operator's model and reads one back; null where it has not answered in words. */
export async function postToAdviser(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: unknown },
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, late]) : late,
  })
  const text = await response.text()
  if (!response.ok || text.length > MOST_ANSWER_BYTES) return null
  return asJson(text)
}

/** What a text says in JSON, also where a model has put words or a fence around it. */
export function asJson(text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || to < from) return null
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return null
  }
}
