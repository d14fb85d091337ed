/** What a sandboxed program must not be able to do, and the checks of the sandbox's self-test that try it. */
export const SANDBOX_TABLE: Readonly<Record<string, readonly string[]>> = {
  'writes /proc/sys/kernel/core_pattern, which would be root on the host': ['knobs of the kernel are out of reach'],
  'reads the environment of the service from /proc/1/environ': [
    'knobs of the kernel are out of reach',
    'the environment is empty',
  ],
  'has capabilities': ['the program has no capability'],
  'fills /dev/shm without end': ['/dev/shm is bounded'],
  'sees paths of the host in /proc': ['paths of the host are not visible'],
  'reads /etc/passwd, homes, temporary files of the host': ['files of the host are absent'],
  'writes anywhere but in its own folders': ['nothing but its own folders can be written'],
  'uses what the service has open': ['no descriptor of the service is inherited'],
  'opens a socket': ['TCP is refused', 'UDP is refused', 'unix sockets are refused'],
  'unshare, mount, ptrace, bpf, io_uring, keyctl, userfaultfd, perf': ['hostile system calls are refused'],
  'forks, as an engine may not': ['a program without leave starts no process'],
  'forks for ever': ['a fork bomb stops at the limit'],
  'takes memory without end': ['a program past its memory is killed'],
  'fills /tmp': ['/tmp is bounded'],
  'loops for ever': ['an endless loop ends at the deadline'],
  'sleeps on after its end': ['a kill leaves no process'],
  'leaves daemons': ['daemons end with the program'],
  'floods its output': ['a flood of output is cut'],
}
