import type { Platform } from '../context.ts'

/**
 * Background work. It may run twice: the second run must change nothing. The signal fires when the node is stopping
 * and waits no longer; work that then throws is taken up by another node.
 */
export type TaskHandler = (
  platform: Platform,
  payload: Record<string, unknown>,
  stopping?: AbortSignal,
) => Promise<void>

export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/** Work that comes round by the clock, UTC; `minute hour day month weekday`. */
export type CronTask = { task: string; at: string }
