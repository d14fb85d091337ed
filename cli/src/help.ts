import { COMMON_OPTIONS, type Command, type Option } from './command.ts'
import type { Terminal } from './terminal.ts'

export function overview(commands: readonly Command[], { paint }: Terminal): string {
  const widest = Math.max(...commands.map((command) => usageOf(command).length))
  const lines = commands.map((command) => `  bindery ${usageOf(command).padEnd(widest)}  ${command.summary}`)
  return `${paint('bold', 'Speak to a service')}

${lines.join('\n')}

\`bindery help <command>\` tells its options. Every command takes --json.
`
}

export function helpOf(command: Command, { paint }: Terminal): string {
  const optionTexts = optionLines(command.options)
  return `${paint('bold', `bindery ${usageOf(command)}`)}
  ${command.summary}
${optionTexts ? `\n${optionTexts}\n` : ''}
${optionLines(COMMON_OPTIONS)}
`
}

const usageOf = ({ name, args }: Command) => [name, ...args].join(' ')

function optionLines(options: Readonly<Record<string, Option>>): string {
  const shown = Object.entries(options).map(([name, { short, value, summary }]) => ({
    usage: `${short ? `-${short}, ` : '    '}--${name}${value ? ` <${value}>` : ''}`,
    summary,
  }))
  const widest = Math.max(0, ...shown.map(({ usage }) => usage.length))
  return shown.map(({ usage, summary }) => `  ${usage.padEnd(widest)}  ${summary}`).join('\n')
}
