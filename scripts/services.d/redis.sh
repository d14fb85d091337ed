# shellcheck shell=bash
# Redis, in memory only.

readonly REDIS_HOME=$SERVICES/redis

redis_launch() {
  local port
  port=$(claim_port redis)
  mkdir -p "$REDIS_HOME"
  # Without its own title the process keeps the command line by which we recognize it.
  /usr/bin/redis-server --bind 127.0.0.1 --port "$port" --save '' --appendonly no --dir "$REDIS_HOME" \
    --daemonize yes --set-proc-title no --pidfile "$REDIS_HOME/pid" --logfile "$SERVICES/log/redis.log"
  wait_until 10 redis_answers
}

redis_is_running() {
  redis_pid >/dev/null && redis_answers
}

redis_pid() {
  recorded_pid "$REDIS_HOME/pid" /usr/bin/redis-server "$REDIS_HOME"
}

redis_answers() {
  [[ $(timeout 10 redis-cli -h 127.0.0.1 -p "$(remembered_port redis)" ping 2>/dev/null) == PONG ]]
}

redis_stop() {
  local pid
  if pid=$(redis_pid); then end_process "$pid" TERM KILL; fi
}

redis_delete_data() {
  rm -rf "$REDIS_HOME"
}

redis_address() {
  echo "redis://127.0.0.1:$(remembered_port redis)"
}

redis_note() {
  echo 'in memory'
}

redis_env() {
  echo "REDIS_URL=$(redis_address)"
}
