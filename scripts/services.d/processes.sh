# shellcheck shell=bash
# Finding again, and ending, exactly the processes that we started.

# Prints the pid that a file records, if the process still is the one we started: that program, with that argument.
# Pids are reused, and a pid file outlives a crash or a reboot.
recorded_pid() {
  local file=$1 program=$2 argument=$3 pid part
  local -a command_line
  { read -r pid <"$file" && [[ $pid =~ ^[0-9]+$ ]]; } 2>/dev/null || return 1
  # A process that ended but was not waited for yet has an empty command line.
  mapfile -d '' -t command_line 2>/dev/null <"/proc/$pid/cmdline" || return 1
  [[ ${command_line[0]-} == "$program" ]] || return 1
  for part in "${command_line[@]}"; do
    # The same file by another path is the same process: a checkout may reach its services through a link.
    if [[ $part == "$argument" || $part -ef "$argument" ]]; then
      echo "$pid"
      return
    fi
  done
  return 1
}

# Sends each signal in turn until the process is gone.
end_process() {
  local pid=$1 signal
  shift
  for signal in "$@"; do
    kill -s "$signal" "$pid" 2>/dev/null || return 0
    if wait_until 20 has_ended "$pid"; then return; fi
  done
  die "process $pid does not end"
}

has_ended() {
  ! grep -q . "/proc/$1/cmdline" 2>/dev/null
}

wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.05
  done
}
