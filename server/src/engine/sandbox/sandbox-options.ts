/** A file or folder of the host, and where the program finds it. */
export type Bind = { from: string; to: string }

/** A file that exists inside only; nothing is written on the host. */
export type SandboxFile = { to: string; content: Buffer }

export type SandboxOptions = {
  /** Path inside. Bind it, with its libraries: `nodeProgramBinds` and `programBinds` say what that takes. */
  program: string
  args?: readonly string[]
  /** The sandbox's user must be able to read these and to pass every folder above them: see `shareWithSandbox`. */
  readOnlyBinds?: readonly Bind[]
  /** The sandbox's user must be able to write these: see `shareWithSandbox`. Nothing but `fileSizeBytes` bounds their size. */
  writableBinds?: readonly Bind[]
  files?: readonly SandboxFile[]
  /** All that the program finds in its environment. */
  environment?: Readonly<Record<string, string>>
  /** Size of /tmp, which counts as memory. */
  tmpfsBytes: number
  memoryBytes: number
  /** Threads count too, as they do for the kernel: an idle Node has a dozen. */
  maxProcesses: number
  /** Without it the program has threads only. */
  mayFork?: boolean
  /** A process that is waited for by the millisecond gets the cores first. */
  givesWay?: boolean
  cpuSeconds?: number
  fileSizeBytes?: number
  openFiles?: number
  /** Sockets to talk over, from descriptor 3 on; at most 5. */
  channels?: number
  /** What is kept of each of stdout and stderr. A program that writes more finds its pipe closed. */
  outputBytes?: number
  onExit?: (exit: SandboxExit) => void
}

export type SandboxExit = {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  /** `not-started`: the sandbox could not be made, and stderr says why. */
  reason: 'exit' | 'killed' | 'memory' | 'deadline' | 'not-started'
}

/** The layers, each of which a test can take away to see that its probe notices. */
export type Protection =
  | 'capabilities-dropped'
  | 'closed-descriptors'
  | 'empty-environment'
  | 'memory-limit'
  | 'network-namespace'
  | 'no-proc'
  | 'own-user'
  | 'process-limit'
  | 'process-namespace'
  | 'read-only-root'
  | 'seccomp'
  | 'shm-size'
  | 'start-gate'
  | 'tmpfs-size'

/** For the tests of the sandbox and its self-test. */
export type SandboxOverrides = {
  without?: readonly Protection[]
  /** Polls although a cgroup can be had. */
  isPolled?: boolean
}
