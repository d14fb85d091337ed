# shellcheck shell=bash
# Ports that the kernel chose, kept across restarts so that addresses in open shells stay right.

# Prints the port that the name had before, or a new one if that is taken by now, and remembers it.
claim_port() {
  local file=$SERVICES/ports/$1 before=0
  mkdir -p "${file%/*}"
  [[ ! -s $file ]] || before=$(<"$file")
  # SO_REUSEADDR: connections that the last run left in TIME_WAIT do not make its port taken.
  /usr/bin/python3 - "$before" >"$file.new" <<'PYTHON'
import socket, sys

def bind(port):
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", port))
        return s.getsockname()[1]

try:
    print(bind(int(sys.argv[1])))
except (OSError, ValueError, OverflowError):
    print(bind(0))
PYTHON
  mv "$file.new" "$file"
  cat "$file"
}

remembered_port() {
  cat "$SERVICES/ports/$1" 2>/dev/null
}

forget_ports() {
  rm -f "$SERVICES/ports/$1" "$SERVICES/ports/$1-"*
}
