import { COMMON_OPTIONS, type Command, UsageError } from '../command.ts'

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** Of all commands, itself among them. */
export const completionOf = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'a script that completes commands in bash, zsh or fish',
  args: [`<${Object.keys(SHELLS).join('|')}>`],
  options: {},
  run: async (call) => {
    const shell = Object.entries(SHELLS).find(([name]) => name === call.args[0])
    if (!shell) throw new UsageError(`A shell is one of ${Object.keys(SHELLS).join(', ')}.`)
    await call.terminal.write(shell[1](commands()))
  },
})

const optionsOf = ({ options }: Command) => Object.keys({ ...options, ...COMMON_OPTIONS }).map((name) => `--${name}`)

function bashScript(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${optionsOf(command).join(' ')}" ;;`)
  return `# eval "$(bindery completion bash)"
_bindery() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; else
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  if [[ "$COMP_CWORD" -gt 1 && "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current"))
  else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o filenames -F _bindery bindery
`
}

const quoted = (text: string) => text.replaceAll("'", '').replaceAll('`', '').replaceAll(':', '')

function zshScript(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${optionsOf(command).join(' ')}; _files ;;`)
  return `#compdef bindery
# bindery completion zsh > "\${fpath[1]}/_bindery"
_bindery() {
  local -a commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _bindery bindery
`
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c bindery -n __fish_use_subcommand -f -a ${command.name} -d '${quoted(command.summary)}'`,
    ...Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
      ([name, { short, summary, value }]) =>
        `complete -c bindery -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${short ? ` -s ${short}` : ''}${value ? ' -r' : ''} -d '${quoted(summary)}'`,
    ),
  ])
  return `# bindery completion fish | source\n${lines.join('\n')}\n`
}
