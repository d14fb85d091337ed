/**
 * A hostile script: the body of a transform, in which `must_fail(what, work)` says when something worked that must not. What
 * it finds it shows only of canaries: the control runs on a host with other secrets.
 */
export type HostileScript = {
  name: string
  body: string
  /** How its process must end; by itself when left out. */
  ends?: 'deadline' | 'memory' | 'signal'
  /** Outside a sandbox it does what it is meant to and harms nothing: there it must be noticed. */
  isForControl?: true
}

/** On x86_64 and on aarch64. Each of these ends the process, hence each has one of its own. */
const DEADLY_CALLS = {
  ptrace: [101, 117],
  unshare: [272, 97],
  mount: [165, 40],
  bpf: [321, 280],
  keyctl: [250, 219],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  setns: [308, 268],
  process_vm_readv: [310, 270],
  open_by_handle_at: [304, 265],
  init_module: [175, 105],
} as const

const IS_ARM = process.arch === 'arm64'

const deadly = Object.entries(DEADLY_CALLS).map(
  ([name, [x64, arm64]]): HostileScript => ({
    name: `the system call ${name}`,
    body: `import ctypes; must_fail("${name}", lambda: kernel(${IS_ARM ? arm64 : x64}, 0, 0, 0, 0, 0))`,
    ends: 'signal',
  }),
)

/** What the page on security names. */
const NAMED: readonly HostileScript[] = [
  {
    name: 'a file of the host',
    body: 'must_fail("file", lambda: open({{SECRET_FILE}}).read())',
    isForControl: true,
  },
  {
    name: 'folders of the host',
    body: `for path in ["/etc", "/etc/passwd", "/etc/shadow", "/root", "/home", "/var", "/sys", "/run", {{WORK_DIR}}, {{DATA_DIR}}]:
  must_fail(path, lambda: os.listdir(path) and None if os.path.isdir(path) else open(path) and None)`,
  },
  {
    name: 'a TCP connection',
    body: `import socket
must_fail("tcp", lambda: socket.create_connection(("127.0.0.1", {{TCP_PORT}}), 2))`,
    isForControl: true,
  },
  {
    name: 'a datagram',
    body: `import socket
must_fail("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", {{UDP_PORT}})))`,
    isForControl: true,
  },
  {
    name: 'an abstract unix socket',
    body: `import socket
must_fail("unix", lambda: socket.socket(socket.AF_UNIX).connect("\\0" + {{UNIX_NAME}}))`,
    isForControl: true,
  },
  { name: 'io_uring', body: 'must_fail("io_uring", lambda: kernel(425, 8, 0))' },
  ...deadly,
  {
    name: 'a fork bomb',
    body: `made = 0
try:
  for n in range(200):
    if os.fork() == 0: time.sleep(1000)
    made += 1
except OSError: pass
if made: print("ESCAPED forks", made)`,
  },
  { name: 'memory of Python', body: 'hoard = [bytearray(50_000_000) for _ in range(1000)]', ends: 'memory' },
  {
    name: 'memory of libraries',
    body: 'import numpy\nhoard = [numpy.ones(5_000_000) for _ in range(1000)]',
    ends: 'memory',
  },
  {
    name: 'a full scratch folder',
    body: `must_fail("tmp", lambda: [open(f"/tmp/{n}", "wb").write(b"x" * 10_000_000) for n in range(60)])`,
  },
  { name: 'full shared memory', body: 'must_fail("shm", lambda: open("/dev/shm/x", "wb").write(b"x" * 100_000_000))' },
  { name: 'an endless loop', body: 'while True: pass', ends: 'deadline' },
  { name: 'a long sleep', body: 'time.sleep(1000)', ends: 'deadline', isForControl: true },
  {
    name: 'a daemon',
    body: `def leave():
  if os.fork() == 0:
    os.setsid()
    for descriptor in range(256):
      try: os.close(descriptor)
      except OSError: pass
    time.sleep(30)
    os._exit(0)
  return "left"
must_fail("daemon", leave)`,
    isForControl: true,
  },
  { name: 'a flood of output', body: 'for _ in range(3000): print("x" * 100_000)' },
  { name: 'the core pattern', body: 'must_fail("core_pattern", lambda: open("/proc/sys/kernel/core_pattern", "r+"))' },
  {
    name: 'the environment of the service',
    body: 'print([value for value in os.environ.values() if value.startswith("cnry-")])',
    isForControl: true,
  },
  {
    name: 'the environment of the process that started it',
    body: `for pid in ["self", "1", str(os.getppid())]:
  must_fail(pid, lambda: open(f"/proc/{pid}/environ", "rb") and None)`,
  },
  {
    name: 'paths of the host on command lines',
    body: `for name in ["cmdline", "mounts", "mountinfo", "maps"]: must_fail(name, lambda: open(f"/proc/1/{name}", "rb") and None)`,
  },
]

/** And ten more. */
const OWN: readonly HostileScript[] = [
  {
    name: 'the folder of another tenant',
    body: `def gather():
  found = [os.path.join(at, name) for at, _, names in os.walk({{OTHER_DIR}}) for name in names]
  return [open(path, "rb").read()[:200] for path in found] or 1 / 0
must_fail("tenant", gather)`,
    isForControl: true,
  },
  {
    name: 'a link in the place of the result',
    body: `result = "/own/result.parquet"
must_fail("unlink", lambda: os.unlink(result))
must_fail("replace", lambda: (os.symlink({{SECRET_FILE}}, "/tmp/l"), os.rename("/tmp/l", result)))
must_fail("link", lambda: os.link("/python/bin/python3", "/own/python"))
must_fail("mkdir", lambda: os.mkdir("/own/folder"))`,
  },
  {
    name: 'packages that the next run would import',
    body: `for path in ["/python/packages/pandas/__init__.py", "/program/run_transform.py", "/python/lib/x.py", "/usr/x", "/x"]:
  must_fail(path, lambda: open(path, "a").write("x"))
  must_fail(path, lambda: os.chmod(path, 0o777))`,
  },
  {
    name: 'descriptors that were left open',
    body: `import stat
for descriptor in range(4, 256):
  try: mode = os.fstat(descriptor).st_mode
  except OSError: continue
  if stat.S_ISDIR(mode) or stat.S_ISSOCK(mode): print("ESCAPED descriptor", descriptor)
must_fail("up", lambda: open("/own/../../../../../etc/passwd").read())
must_fail("root", lambda: os.listdir("/proc/self/root"))`,
  },
  {
    name: 'signals to everybody',
    body: `import signal
must_fail("init", lambda: os.kill(os.getppid() or 999999, signal.SIGKILL))
must_fail("all", lambda: [os.kill(pid, 0) for pid in range(2, 4000)] and None)`,
  },
  {
    name: 'other rights',
    body: `import ctypes, resource
must_fail("setuid", lambda: os.setuid(0))
must_fail("setgroups", lambda: os.setgroups([0]))
must_fail("chown", lambda: os.chown("/own/result.parquet", 0, 0))
must_fail("more files", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100000, 100000)))
must_fail("more processor time", lambda: resource.setrlimit(resource.RLIMIT_CPU, (-1, -1)))
must_fail("larger files", lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1)))
must_fail("device", lambda: os.mknod("/tmp/d", 0o060666, os.makedev(254, 0)))`,
  },
  {
    name: 'another program in its place',
    body: `code = 'import os,sys,time\\nsys.stdout.write(str(dict(os.environ)))\\nsys.stdout.flush()\\ntime.sleep(1000)'
os.execve("/python/bin/python3", ["/python/bin/python3", "-I", "-S", "-c", code], {"LD_LIBRARY_PATH": "/python/lib", "MARK": os.environ["MARK"]})`,
    ends: 'deadline',
  },
  {
    name: 'a bomb of threads',
    body: `import threading
threads = []
try:
  while len(threads) < 500:
    threads.append(threading.Thread(target=time.sleep, args=(1,), daemon=True)); threads[-1].start()
except RuntimeError: pass
if len(threads) > 100: print("ESCAPED threads", len(threads))`,
  },
  {
    name: 'a result without end',
    body: `def fill():
  with open("/own/result.parquet", "wb") as result:
    while True: result.write(b"x" * 10_000_000)
must_fail("result", fill)`,
  },
  {
    name: 'memory of the run before',
    body: `import gc
print([text for text in gc.get_objects() if isinstance(text, str) and "cnry" in text])
import ctypes
must_fail("mem", lambda: open("/proc/self/mem", "rb"))
must_fail("kmsg", lambda: open("/dev/kmsg").read(10))
must_fail("disk", lambda: open("/dev/vda", "rb").read(10))`,
  },
  {
    name: 'a word in the name of its process',
    body: `os.write(3, b'{"made": true}\\n' * 1000)
time.sleep(1000)`,
  },
  {
    name: 'a line without end to the service',
    body: 'while True: os.write(3, b"x" * 1_000_000)',
  },
]

export const HOSTILE_SCRIPTS: readonly HostileScript[] = [...NAMED, ...OWN]

/** What every script begins with. */
export const PRELUDE = `import os, sys, time, ctypes
libc = ctypes.CDLL(None, use_errno=True)

def kernel(number, *arguments):
    if libc.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), "refused")

def must_fail(what, work):
    try: got = work()
    except BaseException as error: print("refused", what, type(error).__name__)
    else: print("ESCAPED", what, repr(got)[:2000])
`
