/**
 * What a sandboxed program may ask of the kernel: what Node 24 with DuckDB, CPython with numpy, pandas, pyarrow and polars, perl and sh
 * were seen to need, and their older and newer forms. Each call stands with its number on x86_64 and on aarch64 (`-`: it has none there).
 */
export type SyscallGroup = {
  /** `allow`; `refuse`: EPERM; `absent`: ENOSYS, on which libraries fall back to an older call; `kill`: no honest program asks. */
  verdict: 'allow' | 'refuse' | 'absent' | 'kill'
  calls: string
}

export type ConditionalSyscall = {
  call: string
  /** Which argument is looked at. All of these are 32 bits wide for the kernel. */
  argument: number
  allowOnly: readonly number[]
}

/** The first call number since which a call we do not list is answered ENOSYS: libraries try those and expect to fall back. */
export const FIRST_RECENT_CALL = 424

export const SYSCALL_GROUPS: readonly SyscallGroup[] = [
  // Files that are open already.
  {
    verdict: 'allow',
    calls: `read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70,
      preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57, close_range 436 436, dup 32 23, dup2 33 -, dup3 292 24,
      fcntl 72 25, flock 73 32, fsync 74 82, fdatasync 75 83, ftruncate 77 46, fallocate 285 47, fadvise64 221 223,
      readahead 187 213, sync_file_range 277 84, sendfile 40 71, copy_file_range 326 285, fstat 5 80, fstatfs 138 44,
      fchmod 91 52, fchown 93 55, fchdir 81 50, getdents 78 -, getdents64 217 61, fgetxattr 193 10, flistxattr 196 13`,
  },
  // Files by name: what can be reached is decided by the mounts.
  {
    verdict: 'allow',
    calls: `open 2 -, openat 257 56, creat 85 -, stat 4 -, lstat 6 -, newfstatat 262 79, statx 332 291, statfs 137 43,
      access 21 -, faccessat 269 48, faccessat2 439 439, truncate 76 45, chdir 80 49, getcwd 79 17, readlink 89 -,
      readlinkat 267 78, mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -,
      renameat 264 38, renameat2 316 276, link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36, chmod 90 -,
      fchmodat 268 53, chown 92 -, lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -,
      utimensat 280 88, umask 95 166, getxattr 191 8, lgetxattr 192 9, listxattr 194 11, llistxattr 195 12`,
  },
  // Memory of its own. Not memfd_create and not System V: such memory is in no process's resident size, so polling would miss it.
  {
    verdict: 'allow',
    calls: `brk 12 214, mmap 9 222, munmap 11 215, mremap 25 216, mprotect 10 226, madvise 28 233, msync 26 227,
      mincore 27 232, mlock 149 228, munlock 150 229, membarrier 324 283, pkey_alloc 330 289, pkey_free 331 290,
      pkey_mprotect 329 288`,
  },
  // Threads.
  {
    verdict: 'allow',
    calls: `futex 202 98, set_robust_list 273 99, get_robust_list 274 100, set_tid_address 218 96, rseq 334 293,
      arch_prctl 158 -, gettid 186 178, sched_yield 24 124, sched_getaffinity 204 123, sched_setaffinity 203 122,
      sched_getparam 143 121, sched_getscheduler 145 120, sched_get_priority_max 146 125,
      sched_get_priority_min 147 126, getcpu 309 168`,
  },
  // Signals: no process outside its namespace can be named.
  {
    verdict: 'allow',
    calls: `rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigsuspend 130 133,
      rt_sigtimedwait 128 137, sigaltstack 131 132, restart_syscall 219 128, kill 62 129, tkill 200 130,
      tgkill 234 131, alarm 37 -, pause 34 -, setitimer 38 103, getitimer 36 102`,
  },
  // Time, to read and to wait for.
  {
    verdict: 'allow',
    calls: `clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169,
      time 201 -, times 100 153, timerfd_create 283 85, timerfd_settime 286 86, timerfd_gettime 287 87`,
  },
  // Waiting for several things at once.
  {
    verdict: 'allow',
    calls: `poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -, epoll_create1 291 20,
      epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19,
      pipe 22 -, pipe2 293 59`,
  },
  // Sockets that are open already, which are its channels. No call makes, names or connects one.
  {
    verdict: 'allow',
    calls: `recvfrom 45 207, sendto 44 206, recvmsg 47 212, sendmsg 46 211, shutdown 48 210, getsockname 51 204,
      getpeername 52 205, getsockopt 55 209, setsockopt 54 208`,
  },
  // What it is and how much it has used. It cannot raise a limit again.
  {
    verdict: 'allow',
    calls: `getpid 39 172, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
      getresuid 118 148, getresgid 120 150, getgroups 115 158, getpgrp 111 -, getpgid 121 155, getsid 124 156,
      setpgid 109 154, setsid 112 157, capget 125 90, getpriority 140 141, getrusage 98 165, getrlimit 97 163,
      setrlimit 160 164, uname 63 160, sysinfo 99 179, getrandom 318 278`,
  },
  // Programs and their ends. Bubblewrap loads the filter before it starts the program, so execve cannot be refused.
  { verdict: 'allow', calls: 'execve 59 221, exit 60 93, exit_group 231 94, wait4 61 260, waitid 247 95' },
  // The network.
  {
    verdict: 'refuse',
    calls: 'socket 41 198, connect 42 203, bind 49 200, listen 50 201, accept 43 202, accept4 288 242',
  },
  // glibc falls back from clone3 to clone, whose flags can be looked at; libuv falls back from io_uring to threads.
  {
    verdict: 'absent',
    calls: 'clone3 435 435, io_uring_setup 425 425, io_uring_enter 426 426, io_uring_register 427 427',
  },
  // Reaching into other processes.
  {
    verdict: 'kill',
    calls: 'ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, pidfd_getfd 438 438, kcmp 312 272',
  },
  // Mounts and namespaces.
  {
    verdict: 'kill',
    calls: `mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, unshare 272 97, setns 308 268, fsopen 430 430,
      fsconfig 431 431, fsmount 432 432, fspick 433 433, move_mount 429 429, open_tree 428 428, mount_setattr 442 442,
      open_by_handle_at 304 265`,
  },
  // Parts of the kernel known for their holes.
  {
    verdict: 'kill',
    calls: `bpf 321 280, userfaultfd 323 282, perf_event_open 298 241, keyctl 250 219, add_key 248 217, request_key 249 218,
      fanotify_init 300 262`,
  },
  // The machine itself.
  {
    verdict: 'kill',
    calls: `init_module 175 105, finit_module 313 273, delete_module 176 106, kexec_load 246 104, kexec_file_load 320 294,
      reboot 169 142, swapon 167 224, swapoff 168 225, acct 163 89, quotactl 179 60, quotactl_fd 443 443, syslog 103 116,
      settimeofday 164 170, clock_settime 227 112, clock_adjtime 305 266, adjtimex 159 171, sethostname 170 161,
      setdomainname 171 162, vhangup 153 58, iopl 172 -, ioperm 173 -, modify_ldt 154 -`,
  },
]

/** Processes of its own, where the sandbox allows them. */
export const FORK_CALLS = 'fork 57 -, vfork 58 -'
/** Its flags say whether a thread, a process or a namespace is wanted. */
export const CLONE_CALL = 'clone 56 220'

export const CONDITIONAL_SYSCALLS: readonly ConditionalSyscall[] = [
  // Names of threads and of memory, and harmless questions. Not PR_SET_PDEATHSIG: with it a program would outlive the service.
  { call: 'prctl 157 167', argument: 0, allowOnly: [2, 3, 15, 16, 21, 23, 29, 30, 38, 39, 41, 42, 0x53564d41] },
  // Is it a terminal, which size, which group; close on exec, do not block, bytes waiting; clone a file.
  {
    call: 'ioctl 16 29',
    argument: 1,
    allowOnly: [0x5401, 0x540f, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x40049409],
  },
  // Its own limits only.
  { call: 'prlimit64 302 261', argument: 0, allowOnly: [0] },
  // Unix sockets that lead nowhere but to their twin.
  { call: 'socketpair 53 199', argument: 0, allowOnly: [1] },
]
