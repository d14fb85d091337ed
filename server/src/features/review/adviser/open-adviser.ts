import { adviserFailed } from '../review.errors.ts'
import { type Adviser, type AdviserSettings, postToAdviser } from './adviser.ts'

/** The adviser that the operator has chosen. */
export function openAdviser(settings: AdviserSettings): Adviser {
  return settings.kind === 'anthropic' ? anthropicAdviser(settings) : openAiAdviser(settings)
}

/** Speaks the Messages API. */
function anthropicAdviser({ url, key, model }: AdviserSettings): Adviser {
  return {
    ask: async ({ instructions, material, mostTokens }, signal) => {
      const answer = await postToAdviser(
        {
          url: `${url}/v1/messages`,
          headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
          body: {
            model,
            max_tokens: mostTokens,
            system: instructions,
            messages: [{ role: 'user', content: material }],
          },
        },
        signal,
      )
      // Safe: every step is looked at; what is not as described is no text.
      const parts = (answer as { content?: { type?: string; text?: unknown }[] } | null)?.content
      const texts = Array.isArray(parts)
        ? parts.flatMap((part) => (part?.type === 'text' ? [String(part.text)] : []))
        : []
      if (texts.length === 0) throw adviserFailed()
      return texts.join('')
    },
  }
}

/** Speaks as OpenAI's chat completions do, which many servers understand. */
function openAiAdviser({ url, key, model }: AdviserSettings): Adviser {
  return {
    ask: async ({ instructions, material, mostTokens }, signal) => {
      const answer = await postToAdviser(
        {
          url: `${url}/chat/completions`,
          headers: { authorization: `Bearer ${key}` },
          body: {
            model,
            max_tokens: mostTokens,
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: material },
            ],
          },
        },
        signal,
      )
      // Safe: every step is looked at; what is not as described is no text.
      const choices = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices
      const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined
      if (typeof content !== 'string') throw adviserFailed()
      return content
    },
  }
}
