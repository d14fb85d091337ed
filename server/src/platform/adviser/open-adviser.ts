import type { NodeMetrics } from '../metrics.ts'
import { type Adviser, type AdviserQuestion, type AdviserSettings, adviserFailed } from './adviser.ts'
import { postToAdviser } from './post-to-adviser.ts'

/** The adviser that the operator has chosen. */
export function openAdviser(settings: AdviserSettings): Adviser {
  return settings.kind === 'anthropic' ? anthropicAdviser(settings) : openAiAdviser(settings)
}

/** The same adviser, every question to which is timed and counted. */
export function measureAdviser(adviser: Adviser, { adviserSeconds }: Pick<NodeMetrics, 'adviserSeconds'>): Adviser {
  return {
    ask: async (question, signal) => {
      const end = adviserSeconds.startTimer({ purpose: question.purpose })
      try {
        const answer = await adviser.ask(question, signal)
        end({ outcome: 'done' })
        return answer
      } catch (error) {
        end({ outcome: 'failed' })
        throw error
      }
    },
  }
}

/** Speaks the Messages API. */
function anthropicAdviser({ url, key, model }: AdviserSettings): Adviser {
  return {
    ask: async (question, signal) => {
      const { instructions, material, mostTokens } = question
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
        limitsOf(question),
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
    ask: async (question, signal) => {
      const { instructions, material, mostTokens } = question
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
        limitsOf(question),
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

const PATIENCE_MS = 120_000
const MOST_ANSWER_BYTES = 1024 * 1024

const limitsOf = ({ patienceMs = PATIENCE_MS, mostAnswerBytes = MOST_ANSWER_BYTES }: AdviserQuestion) => ({
  patienceMs,
  mostAnswerBytes,
})
