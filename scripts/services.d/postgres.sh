# shellcheck shell=bash
# A PostgreSQL cluster of our own.

# PostgreSQL refuses to run as root, so for root it runs as this account, which Debian's package creates.
readonly POSTGRES_ACCOUNT=postgres

# Sets POSTGRES_HOME and POSTGRES_NOTE. With POSTGRES_IN_MEMORY the cluster waits for no disk, and is lost with the machine.
choose_postgres_home() {
  local elsewhere
  elsewhere=/tmp/bindery-postgres-$(sha256sum <<<"$REPOSITORY" | cut -c 1-12)
  POSTGRES_HOME=$SERVICES/postgres
  POSTGRES_NOTE=
  if [[ ${POSTGRES_IN_MEMORY:-} ]]; then
    POSTGRES_HOME=/dev/shm/${elsewhere##*/}
    POSTGRES_NOTE='in memory'
  elif ! as_postgres_account test -x "$SERVICES" 2>/dev/null; then
    POSTGRES_HOME=$elsewhere
    POSTGRES_NOTE="data in $elsewhere: the account $POSTGRES_ACCOUNT may not enter $SERVICES"
  elif ((${#SERVICES} > 75)); then
    # The kernel allows 107 bytes for the path of a socket.
    POSTGRES_HOME=$elsewhere
    POSTGRES_NOTE="data in $elsewhere: the path of $SERVICES is too long for a socket"
  fi
}

as_postgres_account() {
  if ((EUID == 0)); then
    setpriv --reuid "$POSTGRES_ACCOUNT" --regid "$POSTGRES_ACCOUNT" --clear-groups -- "$@"
  else
    "$@"
  fi
}

postgres_launch() {
  local port
  port=$(claim_port postgres)
  make_postgres_home
  [[ -d $POSTGRES_HOME/data ]] || create_postgres_cluster
  write_postgres_settings "$port"
  # What a crash left. The process is gone, but its pid may be another process's by now, which would stop PostgreSQL.
  rm -rf "$POSTGRES_HOME/data/postmaster.pid" "$POSTGRES_HOME/socket"
  as_postgres_account mkdir "$POSTGRES_HOME/socket"
  as_postgres_account "$POSTGRES_PROGRAMS/pg_ctl" start --silent --wait --timeout 60 --pgdata "$POSTGRES_HOME/data"
  "$POSTGRES_PROGRAMS/psql" -X -q -d "$(postgres_address)" -c 'select 1' >/dev/null
}

# `mkdir` refuses what exists, so that only a folder of our own making changes hands: in /tmp anybody may come first.
make_postgres_home() {
  if [[ ! -e $POSTGRES_HOME ]]; then
    mkdir -m 700 "$POSTGRES_HOME"
    ((EUID != 0)) || chown "$POSTGRES_ACCOUNT:" "$POSTGRES_HOME"
  fi
  if [[ -L $POSTGRES_HOME ]] || ! as_postgres_account test -O "$POSTGRES_HOME"; then
    die "$POSTGRES_HOME does not belong to the account that PostgreSQL runs as"
  fi
}

# Renamed when whole: a cluster that exists has its database.
create_postgres_cluster() {
  local unfinished=$POSTGRES_HOME/data.new
  rm -rf "$unfinished"
  as_postgres_account "$POSTGRES_PROGRAMS/initdb" --pgdata "$unfinished" --username bindery --auth trust \
    --encoding UTF8 --locale C.UTF-8 --no-instructions
  as_postgres_account "$POSTGRES_PROGRAMS/postgres" --single -D "$unfinished" postgres <<<'create database bindery'
  mv "$unfinished" "$POSTGRES_HOME/data"
}

write_postgres_settings() {
  as_postgres_account tee "$POSTGRES_HOME/data/postgresql.conf" >/dev/null <<SETTINGS
listen_addresses = '127.0.0.1'
port = $1
unix_socket_directories = '"${POSTGRES_HOME//\'/\'\'}/socket"'
max_connections = 300
shared_buffers = 512MB
wal_level = replica
fsync = on
synchronous_commit = on
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %q%u@%d '
SETTINGS
}

postgres_is_running() {
  postgres_pid >/dev/null && postgres_answers
}

postgres_pid() {
  recorded_pid "$POSTGRES_HOME/data/postmaster.pid" "$POSTGRES_PROGRAMS/postgres" "$POSTGRES_HOME/data"
}

# Not a query: when tests use up all connections, PostgreSQL still runs.
postgres_answers() {
  "$POSTGRES_PROGRAMS/pg_isready" -q -t 10 -h 127.0.0.1 -p "$(remembered_port postgres)"
}

# INT is a fast shutdown, QUIT an immediate one. Never KILL: that leaves its children behind.
postgres_stop() {
  local pid
  if pid=$(postgres_pid); then end_process "$pid" INT QUIT; fi
}

postgres_delete_data() {
  rm -rf "$POSTGRES_HOME"
}

postgres_address() {
  echo "postgres://bindery@127.0.0.1:$(remembered_port postgres)/bindery"
}

postgres_note() {
  echo "$POSTGRES_NOTE"
}

postgres_env() {
  echo "DATABASE_URL=$(postgres_address)"
}
